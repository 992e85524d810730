import type { JournalEvent } from '../journal/events.ts'
import { spanIdOf, traceIdOf } from '../journal/trace-context.ts'
import { inputContent, outputContent, valueContent } from './otlp-content.ts'
import { nano, toAttributes, type Attributes, type OtlpEvent, type OtlpSpan } from './otlp-types.ts'
import { parentOf } from '../journal/parent-of.ts'
import { ideaName } from './span-path.ts'

/** A span of an export while its events are read, under its path. */
export interface SpanDraft {
  readonly id: string
  readonly parent: string | undefined
  name: string
  kind: OtlpSpan['kind']
  start: number
  end: number | undefined
  attributes: Attributes
  readonly events: OtlpEvent[]
  links: OtlpSpan['links']
  status: OtlpSpan['status']
}

/** A module that a Call entered has a span of its own within the Call's. */
const moduleOf = (span: string): string => `${span}#module`

const providerOf = (model: string): string => (model === 'simulated' ? 'ensemble.simulated' : 'openai')

/** Takes one event into the spans of an export. `content` says whether prompts, answers, parameters and results go along. */
export const foldOtlp = (drafts: Map<string, SpanDraft>, event: JournalEvent, content: boolean): void => {
  const at = Date.parse(event.at)
  const { span } = event
  const open = (id: string, parent: string | undefined, name: string, kind: OtlpSpan['kind']): SpanDraft => {
    const known = drafts.get(id)
    if (known !== undefined) return known
    const draft: SpanDraft = {
      ...{ id, parent, name, kind, start: at, end: undefined },
      ...{ attributes: {}, events: [], links: [], status: {} },
    }
    drafts.set(id, draft)
    return draft
  }
  /** Within a module that a Call entered, the module is what encloses its Requests. */
  const enclosing = (): string => {
    const parent = parentOf(span) ?? ''
    return drafts.has(moduleOf(parent)) ? moduleOf(parent) : parent
  }
  const call = (tool: string): SpanDraft => open(span, enclosing(), `execute_tool ${tool}`, 1)
  const note = (id: string, attributes: Attributes): void => {
    const draft = drafts.get(id)
    if (draft !== undefined) draft.attributes = { ...draft.attributes, ...attributes }
  }
  const happen = (name: string, attributes: Attributes): void =>
    void drafts.get(span)?.events.push({ timeUnixNano: nano(at), name, attributes: toAttributes(attributes) })
  const end = (id: string, error?: { readonly code: string; readonly message: string }): void => {
    const draft = drafts.get(id)
    if (draft === undefined) return
    draft.end = at
    if (error === undefined) return
    draft.status = { code: 2, message: error.message }
    note(id, { 'error.type': error.code })
  }

  switch (event.type) {
    case 'run.created': {
      const { idea, model, profile, fork, continues } = event.data
      const draft = open('', undefined, `invoke_agent ${ideaName(idea)}`, 1)
      note('', {
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.provider.name': providerOf(model),
        'gen_ai.agent.name': ideaName(idea),
        'gen_ai.agent.id': idea,
        'gen_ai.request.model': model,
        'gen_ai.conversation.id': continues ?? event.run,
        'ensemble.run.id': event.run,
        'ensemble.profile': profile,
        ...(content ? valueContent('ensemble.run.input', event.data.input) : {}),
      })
      draft.links = [fork?.run, continues].flatMap((run) =>
        run === undefined ? [] : [{ traceId: traceIdOf(run), spanId: spanIdOf(run, '') }],
      )
      return
    }
    case 'request.started': {
      const { model, idea, turn, wire, tools } = event.data
      open(span, enclosing(), `chat ${model}`, 3)
      note(span, {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': providerOf(model),
        'gen_ai.request.model': model,
        'gen_ai.request.stream': true,
        'gen_ai.output.type': 'json',
        'gen_ai.agent.name': ideaName(idea),
        'ensemble.turn': turn,
        'ensemble.wire': wire,
        'ensemble.tools': tools.map(({ name }) => name),
        ...(content ? inputContent(event.data.messages) : {}),
      })
      return
    }
    case 'request.retried':
      return happen('ensemble.request.retried', {
        'error.type': event.data.code,
        'ensemble.attempt': event.data.attempt,
        'ensemble.delay_ms': event.data.delayMs,
      })
    case 'request.completed': {
      const { finish, usage, firstTokenMs, raw, source } = event.data
      note(span, {
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
      return end(span)
    }
    case 'request.failed':
      return end(span, event.data)
    case 'call.proposed': {
      const { tool, call: id, parameters } = event.data
      call(tool)
      note(span, {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': tool,
        'gen_ai.tool.type': 'function',
        'gen_ai.tool.call.id': id,
        ...(content ? valueContent('gen_ai.tool.call.arguments', parameters) : {}),
      })
      return
    }
    case 'call.rejected': {
      const { tool = 'unknown', call: id, error } = event.data
      call(tool)
      note(span, {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': tool,
        'gen_ai.tool.type': 'function',
        'gen_ai.tool.call.id': id,
      })
      return end(span, error)
    }
    case 'approval.requested':
      return happen('ensemble.approval.requested', { 'ensemble.approval.why': event.data.why })
    case 'approval.decided':
      return happen('ensemble.approval.decided', { 'ensemble.approval.decision': event.data.decision })
    case 'call.started': {
      const draft = drafts.get(span)
      // Another attempt takes back that the Call has failed.
      if (draft !== undefined) Object.assign(draft, { end: undefined, status: {} } satisfies Partial<SpanDraft>)
      return note(span, {
        'error.type': undefined,
        'ensemble.call.mode': event.data.mode,
        'ensemble.activity': event.data.activity,
        'ensemble.attempt': event.data.attempt,
      })
    }
    case 'call.completed':
      note(span, content ? valueContent('gen_ai.tool.call.result', event.data.result) : {})
      return end(span)
    case 'call.failed':
      end(moduleOf(span))
      return end(span, event.data.error)
    case 'module.entered': {
      const { address, imports } = event.data
      open(moduleOf(span), span, `invoke_agent ${ideaName(address)}`, 1)
      return note(moduleOf(span), {
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.agent.name': ideaName(address),
        'gen_ai.agent.id': address,
        'ensemble.imports': imports,
      })
    }
    case 'module.left':
      return end(moduleOf(span))
    case 'limit.reached':
      return happen('ensemble.limit.reached', {
        'ensemble.limit': event.data.limit,
        'ensemble.value': event.data.value,
      })
    case 'artifact.created':
      return happen('ensemble.artifact.created', {
        'ensemble.artifact.type': event.data.type,
        'ensemble.artifact.bytes': event.data.bytes,
      })
    case 'run.completed':
    case 'run.failed':
    case 'run.cancelled': {
      // What was still open when the Run ended, ended with it.
      for (const draft of drafts.values()) if (draft.id !== '') draft.end ??= at
      note('', { 'ensemble.status': event.type.slice('run.'.length) })
      if (event.type === 'run.completed' && content) note('', valueContent('ensemble.run.output', event.data.output))
      return end('', event.type === 'run.failed' ? event.data.error : undefined)
    }
    case 'run.waiting':
    case 'run.resumed':
    case 'call.logged':
    case 'state.written':
  }
}
