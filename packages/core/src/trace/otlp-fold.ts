import type { EventType, JournalEvent } from '../journal/events.ts'
import { spanIdOf, traceIdOf } from '../journal/trace-context.ts'
import { inputContent, outputContent, valueContent } from './otlp-content.ts'
import { moduleOf, type OtlpDrafts } from './otlp-drafts.ts'
import { ideaName } from './span-path.ts'

/** An event that is taken in. `content` says whether prompts, answers, parameters and results go along. */
interface Taken<E extends JournalEvent = JournalEvent> {
  readonly drafts: OtlpDrafts
  readonly event: E
  readonly span: string
  readonly at: number
  readonly content: boolean
}
type Of<T extends EventType> = Extract<JournalEvent, { readonly type: T }>
type Takers = { readonly [T in EventType]?: (taken: Taken<Of<T>>) => void }

/** Takes one event into the spans of an export. */
export const foldOtlp = (drafts: OtlpDrafts, event: JournalEvent, content: boolean): void => {
  const take = TAKERS[event.type] as ((taken: Taken) => void) | undefined // of this type
  take?.({ drafts, event, span: event.span, at: Date.parse(event.at), content })
}

const providerOf = (model: string): string => (model === 'simulated' ? 'ensemble.simulated' : 'openai')

const openCall = ({ drafts, span, at }: Taken, tool: string, call: string): void => {
  drafts.open(span, { parent: drafts.enclosing(span), name: `execute_tool ${tool}`, kind: 1, at })
  drafts.note(span, {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': tool,
    'gen_ai.tool.type': 'function',
    'gen_ai.tool.call.id': call,
  })
}

const endRun = ({ drafts, event, at, content }: Taken<Of<'run.completed' | 'run.failed' | 'run.cancelled'>>): void => {
  // A span still open at the Run's end ends with it.
  for (const draft of drafts.all()) if (draft.id !== '') draft.end ??= at
  drafts.note('', { 'ensemble.status': event.type.slice('run.'.length) })
  if (event.type === 'run.completed' && content) drafts.note('', valueContent('ensemble.run.output', event.data.output))
  drafts.end('', at, event.type === 'run.failed' ? event.data.error : undefined)
}

/** Names and values follow the GenAI conventions (`SEMCONV_VERSION`); what they have no name for is `ensemble.`. */
const TAKERS: Takers = {
  'run.created': ({ drafts, event, at, content }) => {
    const { idea, input, model, profile, fork, continues } = event.data
    const name = ideaName(idea)
    const draft = drafts.open('', { parent: undefined, name: `invoke_agent ${name}`, kind: 1, at })
    drafts.note('', {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.provider.name': providerOf(model),
      'gen_ai.agent.name': name,
      'gen_ai.agent.id': idea,
      'gen_ai.request.model': model,
      'gen_ai.conversation.id': continues ?? event.run,
      'ensemble.run.id': event.run,
      'ensemble.profile': profile,
      ...(content ? valueContent('ensemble.run.input', input) : {}),
    })
    draft.links = [fork?.run, continues].flatMap((run) =>
      run === undefined ? [] : [{ traceId: traceIdOf(run), spanId: spanIdOf(run, '') }],
    )
  },
  'request.started': ({ drafts, event, span, at, content }) => {
    const { model, idea, turn, wire, tools, messages } = event.data
    drafts.open(span, { parent: drafts.enclosing(span), name: `chat ${model}`, kind: 3, at })
    drafts.note(span, {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': providerOf(model),
      'gen_ai.request.model': model,
      'gen_ai.request.stream': true,
      'gen_ai.output.type': 'json',
      'gen_ai.agent.name': ideaName(idea),
      'ensemble.turn': turn,
      'ensemble.wire': wire,
      'ensemble.tools': tools.map(({ name }) => name),
      ...(content ? inputContent(messages) : {}),
    })
  },
  'request.retried': ({ drafts, event: { data }, span, at }) =>
    drafts.happen(span, at, 'ensemble.request.retried', {
      'error.type': data.code,
      'ensemble.attempt': data.attempt,
      'ensemble.delay_ms': data.delayMs,
    }),
  'request.completed': ({ drafts, event, span, at, content }) => {
    const { finish, usage, firstTokenMs, raw, source } = event.data
    drafts.note(span, {
      'gen_ai.response.finish_reasons': [finish],
      'gen_ai.usage.input_tokens': usage.inputTokens,
      'gen_ai.usage.output_tokens': usage.outputTokens,
      'gen_ai.usage.cache_read.input_tokens': usage.cachedTokens,
      'gen_ai.usage.reasoning.output_tokens': usage.reasoningTokens,
      'gen_ai.response.time_to_first_chunk': firstTokenMs / 1000,
      'ensemble.usage.estimated': usage.estimated,
      'ensemble.kept_from': source?.run,
      ...(content ? outputContent(raw, finish) : {}),
    })
    drafts.end(span, at)
  },
  'request.failed': ({ drafts, event, span, at }) => drafts.end(span, at, event.data),
  'answer.rejected': ({ drafts, event: { data }, span, at }) =>
    drafts.happen(span, at, 'ensemble.answer.rejected', { 'error.type': data.error.code }),
  'call.proposed': (taken) => {
    const { tool, call, parameters } = taken.event.data
    openCall(taken, tool, call)
    if (taken.content) taken.drafts.note(taken.span, valueContent('gen_ai.tool.call.arguments', parameters))
  },
  'call.rejected': (taken) => {
    const { tool = 'unknown', call, error } = taken.event.data
    openCall(taken, tool, call)
    taken.drafts.end(taken.span, taken.at, error)
  },
  'approval.requested': ({ drafts, event, span, at }) =>
    drafts.happen(span, at, 'ensemble.approval.requested', { 'ensemble.approval.why': event.data.why }),
  'approval.decided': ({ drafts, event, span, at }) =>
    drafts.happen(span, at, 'ensemble.approval.decided', { 'ensemble.approval.decision': event.data.decision }),
  'call.started': ({ drafts, event: { data }, span }) => {
    drafts.reopen(span)
    drafts.note(span, {
      'error.type': undefined,
      'ensemble.call.mode': data.mode,
      'ensemble.activity': data.activity,
      'ensemble.attempt': data.attempt,
    })
  },
  'call.completed': ({ drafts, event, span, at, content }) => {
    if (content) drafts.note(span, valueContent('gen_ai.tool.call.result', event.data.result))
    drafts.end(span, at)
  },
  'call.failed': ({ drafts, event, span, at }) => {
    drafts.end(moduleOf(span), at)
    drafts.end(span, at, event.data.error)
  },
  'module.entered': ({ drafts, event, span, at }) => {
    const { address, imports } = event.data
    const name = ideaName(address)
    drafts.open(moduleOf(span), { parent: span, name: `invoke_agent ${name}`, kind: 1, at })
    drafts.note(moduleOf(span), {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': name,
      'gen_ai.agent.id': address,
      'ensemble.imports': imports,
    })
  },
  'module.left': ({ drafts, span, at }) => drafts.end(moduleOf(span), at),
  'limit.reached': ({ drafts, event: { data }, span, at }) =>
    drafts.happen(span, at, 'ensemble.limit.reached', { 'ensemble.limit': data.limit, 'ensemble.value': data.value }),
  'artifact.created': ({ drafts, event: { data }, span, at }) =>
    drafts.happen(span, at, 'ensemble.artifact.created', {
      'ensemble.artifact.type': data.type,
      'ensemble.artifact.bytes': data.bytes,
    }),
  'run.completed': endRun,
  'run.failed': endRun,
  'run.cancelled': endRun,
}
