import { ruleTool, type McpTool } from '../../../platform/api/mcp-client.ts'
import { say } from '../../explorer/say.ts'
import css from './mcp-panel.module.css'
import { useAction } from './use-action.ts'

/** Whether a tool asks before each Call and may run again after a crash: one click each, saved in mcp.json. */
export function ToolRules({ server, tool }: { readonly server: string; readonly tool: McpTool }) {
  const [isBusy, run] = useAction()
  const { name, remote, rule, earlier } = tool
  const asks = earlier ? rule.approval === 'required' : tool.destructive
  const repeats = earlier ? rule.idempotent !== false : tool.idempotent
  const save = (next: McpTool['rule']): void => run(() => ruleTool(server, name, { ...rule, ...next }))
  return (
    <div className={css.rules} role="group" aria-label={say('rules', { tool: remote })}>
      <label title={say('asksHint')}>
        <input
          type="checkbox"
          checked={asks}
          disabled={isBusy}
          onChange={({ currentTarget }) => save({ approval: currentTarget.checked ? 'required' : 'never' })}
        />
        {say('asks')}
      </label>
      <label title={say('repeatsHint')}>
        <input
          type="checkbox"
          checked={repeats}
          disabled={isBusy}
          onChange={({ currentTarget }) => save({ idempotent: currentTarget.checked })}
        />
        {say('repeats')}
      </label>
    </div>
  )
}
