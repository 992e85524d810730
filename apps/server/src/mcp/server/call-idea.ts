import {
  type CallToolResult,
  type InputRequiredResult,
  type ServerContext,
  inputRequired,
} from '@modelcontextprotocol/server'
import { EnsembleError, type JournalEvent, type JsonObject } from '@ensemble/core'
import { parseTraceparent } from '@ensemble/core/host'
import type { Client } from '../../cli/client.ts'
import { readEvents } from '../../cli/read-events.ts'
import { awaitApprovals, keyOf, openApprovals, takeAnswers, toElicitation } from './elicit-approval.ts'
import { type IdeaTool, toInput } from './idea-tools.ts'
import { createTeller } from './run-progress.ts'
import { failedResult, toToolResult } from './to-tool-result.ts'

/** Sent with a question to the client's person, so that the answer finds its run. */
export interface RunState {
  readonly run: string
  /** The last event that was sent. */
  readonly after: number
}

export interface Asking {
  readonly model?: string
  readonly profile?: string
}

export interface CallIdeaOptions {
  readonly api: Client
  readonly asking: Asking
  readonly tool: IdeaTool
  readonly given: JsonObject
  readonly context: ServerContext
  /** The client can ask its person. */
  readonly canAsk: boolean
  readonly seal: (state: RunState) => Promise<string>
}

const sentenceFor = (error: unknown): string =>
  error instanceof EnsembleError
    ? `${error.message} [${error.code}]`
    : `The run could not be followed: ${error instanceof Error ? error.message : String(error)}`

const cancel = (api: Client, run: string): void =>
  void api.call('POST', '/api/runs/{id}/cancel', { path: { id: run } }).catch(() => undefined)

/** A client that traces sends its context in `_meta`; the run's spans nest below its own. */
const traceOf = ({ context }: CallIdeaOptions): Readonly<Record<string, string>> => {
  const traceparent: unknown = context.mcpReq._meta?.['traceparent']
  return typeof traceparent === 'string' && parseTraceparent(traceparent) !== undefined ? { traceparent } : {}
}

const begin = async (options: CallIdeaOptions): Promise<RunState> => {
  const { api, asking, tool, given } = options
  const body = { ...asking, idea: tool.name, input: toInput(tool, given) }
  const { id } = await api.call('POST', '/api/runs', { body, headers: traceOf(options) })
  return { run: id, after: 0 }
}

/** Sends a line at each step of the run, if the client asked for progress. */
const createReporter = ({ api, context }: CallIdeaOptions) => {
  const { _meta, notify } = context.mcpReq
  const progressToken = _meta?.progressToken
  const tell = createTeller(api.url)
  let progress = 0
  return async (event: Parameters<typeof tell>[0], wasTold: boolean): Promise<void> => {
    const message = tell(event)
    if (message === undefined || progressToken === undefined || wasTold) return
    // The number rises even for an event that is sent again after a question.
    progress = Math.max(progress + 1, event.seq ?? 0)
    const params = { progressToken, progress, message }
    // A client that is gone cancels; it won't see the answer.
    await notify({ method: 'notifications/progress', params }).catch(() => undefined)
  }
}

/** The questions of a run as the answer to the request: the client asks its person and sends the request again. */
const ask = async (options: CallIdeaOptions, state: RunState): Promise<InputRequiredResult | undefined> => {
  const open = await awaitApprovals(options.api, state.run)
  if (open.length === 0) return undefined
  return inputRequired({
    inputRequests: Object.fromEntries(open.map((approval) => [keyOf(approval), toElicitation(approval)])),
    requestState: await options.seal(state),
  })
}

const follow = async (
  options: CallIdeaOptions,
  { run, after }: RunState,
): Promise<CallToolResult | InputRequiredResult> => {
  const { api, tool, canAsk } = options
  const report = createReporter(options)
  let last: JournalEvent | undefined
  // From the beginning, also after a question: earlier events name the Call.
  const events = await api.stream('/api/runs/{id}/events', { path: { id: run }, query: { after: 0 } })
  for await (const event of readEvents(events)) {
    const wasTold = event.seq !== null && event.seq <= after
    await report(event, wasTold)
    if (event.seq === null || wasTold) continue
    last = event
    if (event.type !== 'approval.requested' || !canAsk) continue
    const asked = await ask(options, { run, after: event.seq })
    if (asked !== undefined) return asked
  }
  return toToolResult(api, run, last, tool.outputSchema !== undefined)
}

/**
 * Runs an Idea for one `tools/call`, with progress and approvals. A cancelled request cancels the run; an error is a
 * result, too.
 */
export const callIdea = async (options: CallIdeaOptions): Promise<CallToolResult | InputRequiredResult> => {
  const { api, context } = options
  const { signal, inputResponses = {} } = context.mcpReq
  const kept = context.mcpReq.requestState<RunState>()
  let state: RunState
  try {
    state = kept ?? (await begin(options))
  } catch (error) {
    return failedResult(sentenceFor(error))
  }
  const stop = (): void => cancel(api, state.run)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop)
  const isModern = context.mcpReq.envelope !== undefined
  try {
    if (kept !== undefined) {
      await takeAnswers(api, kept.run, inputResponses)
      // Asks unanswered questions again.
      const left = await openApprovals(api, kept.run)
      const again = left.some((approval) => !Object.hasOwn(inputResponses, keyOf(approval)))
      const asked = again && options.canAsk ? await ask(options, kept) : undefined
      if (asked !== undefined) return asked
    }
    return await follow(options, state)
  } catch (error) {
    return failedResult(sentenceFor(error), state.run)
  } finally {
    // In the older era the request lives on while its person is asked; in the newer one it ends here.
    if (isModern) signal.removeEventListener('abort', stop)
  }
}
