import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server'
import type { JournalEvent } from '@ensemble/core'
import type { Client } from '../../cli/client.ts'
import { simulatedIn } from '@ensemble/core/trace'
import { eventsOf } from '../../cli/events-of.ts'
import { filesOf, outputOf } from '../../cli/run-artifacts.ts'
import { artifactsIn, filesNotMade } from '../../engine/artifact-values.ts'
import { SIMULATED_NOTICE } from '../../engine/simulated-notice.ts'

export const failedResult = (message: string, run?: string): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text: message }],
  ...(run !== undefined && { _meta: { 'ensemble/run': run } }),
})

/** How a run ended, as the result of the `tools/call` that started it. Files it made are links to this server. */
export const toToolResult = async (
  api: Client,
  run: string,
  last: JournalEvent | undefined,
  isStructured: boolean,
): Promise<CallToolResult> => {
  if (last?.type === 'run.failed') return failedResult(`${last.data.error.message} [${last.data.error.code}]`, run)
  if (last?.type !== 'run.completed')
    return failedResult(last?.type === 'run.cancelled' ? 'The run was cancelled.' : 'The run has not ended.', run)
  const stored = last.data.output
  const output = await outputOf(api, run, stored)
  const simulated = simulatedIn(await eventsOf(api, run))
  const notice: readonly ContentBlock[] =
    simulated === undefined ? [] : [{ type: 'text', text: SIMULATED_NOTICE[simulated] }]
  const { listed } = await filesOf(api, run)
  const made = listed.map(({ name }) => name)
  const missing = filesNotMade(output, made)
  const held = artifactsIn(output).filter(({ $artifact }) => !missing.includes($artifact))
  const links = held.map(({ $artifact, type }): ContentBlock => ({
    type: 'resource_link',
    name: $artifact,
    mimeType: type,
    uri: `${api.url}/api/runs/${encodeURIComponent(run)}/artifacts/${encodeURIComponent($artifact)}`,
  }))
  return {
    content: [
      { type: 'text', text: typeof output === 'string' ? output : JSON.stringify(output) },
      ...links,
      ...missing.map((name): ContentBlock => ({
        type: 'text',
        text: `The output names a file that this run did not make: ${name}`,
      })),
      ...notice,
    ],
    ...(isStructured && { structuredContent: output }),
    _meta: { 'ensemble/run': run, ...(simulated !== undefined && { 'ensemble/simulated': true }) },
  }
}
