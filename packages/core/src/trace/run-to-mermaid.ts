import { label, numbered } from './mermaid.ts'
import { ideaName, loopOf } from './span-path.ts'
import type { TraceEvent } from './trace-event.ts'

type Of<T extends TraceEvent['type']> = Extract<TraceEvent, { readonly type: T }>
/** An event's part of the diagram. */
type Lines = { readonly [T in TraceEvent['type']]?: (diagram: SequenceDiagram, event: Of<T>) => void }

/** A Run as a Mermaid sequence diagram in the Journal's order: names, counts and errors, without texts. */
export const runToMermaid = (events: readonly TraceEvent[]): string => {
  const diagram = new SequenceDiagram()
  for (const event of events) {
    const add = LINES[event.type] as ((diagram: SequenceDiagram, event: TraceEvent) => void) | undefined // of this type
    add?.(diagram, event)
  }
  return diagram.text()
}

class SequenceDiagram {
  readonly #participants = new Map<string, string>()
  readonly #idOf = numbered('p')
  readonly #lines: string[] = []
  /** The Idea of each Loop, by the span that it belongs to. */
  readonly ideas = new Map<string, string>()
  /** The model of each Request, by its span. */
  readonly models = new Map<string, string>()
  /** The Tool of each Call, by its span, and who does its work. */
  readonly tools = new Map<string, { readonly tool: string; target?: string }>()

  /** A participant with its own key, declared with its shown name. */
  who(key: string, shown: string): string {
    this.#participants.set(key, shown)
    return this.#idOf(key)
  }

  person(): string {
    return this.who('person', 'You')
  }

  model(name: string): string {
    return this.who(`model ${name}`, name)
  }

  idea(name: string): string {
    return this.who(`idea ${name}`, name)
  }

  /** The Idea whose Loop a span belongs to. */
  owner(span: string): string {
    return this.idea(this.ideas.get(loopOf(span)) ?? this.ideas.get('') ?? '')
  }

  say(from: string, arrow: string, to: string, text: string): void {
    this.#lines.push(`  ${from}${arrow}${to}: ${label(text)}`)
  }

  note(span: string, text: string): void {
    this.#lines.push(`  Note over ${this.owner(span)}: ${label(text)}`)
  }

  text(): string {
    const declared = [...this.#participants].map(
      ([key, shown]) => `  ${key === 'person' ? 'actor' : 'participant'} ${this.#idOf(key)} as ${label(shown)}`,
    )
    return `${['sequenceDiagram', ...declared, ...this.#lines].join('\n')}\n`
  }
}

const answered = (diagram: SequenceDiagram, span: string, text: string): void => {
  const target = diagram.tools.get(span)?.target
  if (target !== undefined) diagram.say(target, '-->>', diagram.owner(span), text)
}

const LINES: Lines = {
  'run.created': (diagram, { data }) => {
    diagram.ideas.set('', ideaName(data.idea))
    diagram.say(diagram.person(), '->>', diagram.owner(''), 'input')
  },
  'request.started': (diagram, { span, data }) => {
    diagram.models.set(span, data.model)
    diagram.say(diagram.owner(span), '->>', diagram.model(data.model), `turn ${data.turn + 1}`)
  },
  'request.completed': (diagram, { span, data: { calls, output } }) => {
    const said = [calls > 0 ? `${calls} ${calls === 1 ? 'call' : 'calls'}` : '', output === null ? '' : 'output']
    const model = diagram.model(diagram.models.get(span) ?? '')
    diagram.say(model, '-->>', diagram.owner(span), said.filter(Boolean).join(' and ') || 'nothing')
  },
  'request.failed': (diagram, { span, data }) => diagram.note(span, `${data.code}: ${data.message}`),
  'answer.rejected': (diagram, { span, data }) => diagram.note(span, `answer refused: ${data.error.code}`),
  'call.proposed': (diagram, { span, data }) => void diagram.tools.set(span, { tool: data.tool }),
  'call.rejected': (diagram, { span, data }) =>
    diagram.note(span, `${data.tool ?? 'a Call'} refused: ${data.error.code}`),
  'approval.requested': (diagram, { span }) =>
    diagram.say(diagram.owner(span), '->>', diagram.person(), `approve ${diagram.tools.get(span)?.tool ?? 'a Call'}?`),
  'approval.decided': (diagram, { span, data }) =>
    diagram.say(diagram.person(), '-->>', diagram.owner(span), data.decision),
  'call.started': (diagram, { span, data }) => {
    const call = diagram.tools.get(span)
    if (call === undefined || data.mode !== 'explicit') return
    const activity = data.activity ?? call.tool
    call.target = diagram.who(`activity ${activity}`, activity)
    diagram.say(diagram.owner(span), '->>', call.target, call.tool)
  },
  'module.entered': (diagram, { span, data }) => {
    const call = diagram.tools.get(span)
    const idea = ideaName(data.address)
    const caller = diagram.owner(span)
    diagram.ideas.set(span, idea)
    const target = diagram.idea(idea)
    if (call !== undefined) call.target = target
    diagram.say(caller, '->>', target, call?.tool ?? 'module')
  },
  'call.completed': (diagram, { span }) => answered(diagram, span, 'result'),
  'call.failed': (diagram, { span, data }) => answered(diagram, span, data.error.code),
  'limit.reached': (diagram, { span, data }) => diagram.note(span, `limit ${data.limit} reached`),
  'run.completed': (diagram) => diagram.say(diagram.owner(''), '-->>', diagram.person(), 'output'),
  'run.failed': (diagram, { data }) => diagram.say(diagram.owner(''), '--x', diagram.person(), data.error.code),
  'run.cancelled': (diagram) => diagram.say(diagram.owner(''), '--x', diagram.person(), 'cancelled'),
}
