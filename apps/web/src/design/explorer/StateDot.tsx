import type { McpServer } from './mcp-client.ts'
import css from './mcp.module.css'
import { say } from './say.ts'

/** How a server stands: a dot of a shape of its own, with its words for those who do not see it. */
export function StateDot({ state }: { readonly state: McpServer['state'] }) {
  const label = say(`state.${state}`)
  return <span className={css.dot} data-state={state} role="img" aria-label={label} title={label} />
}
