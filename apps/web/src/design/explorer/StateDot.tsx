import type { McpServer } from '../../platform/api/mcp-client.ts'
import css from './mcp.module.css'
import { say } from './say.ts'

/** A server's state as a dot with its own shape, and its words for screen readers. */
export function StateDot({ state }: { readonly state: McpServer['state'] }) {
  const label = say(`state.${state}`)
  return <span className={css.dot} data-state={state} role="img" aria-label={label} title={label} />
}
