import type { Graph, GraphNode } from '../idea/graph-types.ts'
import { ideaName, loopOf } from './span-path.ts'
import type { TraceEvent } from './trace-event.ts'

/** A text that Mermaid reads as one label: what its grammar gives a meaning becomes an entity. */
const label = (text: string): string =>
  text
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/[#;"'`<>{}[\]()|%&\\]/gu, (sign) => `#${sign.codePointAt(0) ?? 0};`)
    .slice(0, 400)

const SHAPES: { readonly [K in GraphNode['kind']]: readonly [open: string, close: string] } = {
  idea: ['["', '"]'],
  activity: ['(["', '"])'],
  mcp: ['[("', '")]'],
  url: ['[/"', '"/]'],
  missing: ['{{"', '"}}'],
}

/** Ids of nodes are free texts; Mermaid's are words. */
const numbered = (prefix: string): ((id: string) => string) => {
  const known = new Map<string, string>()
  return (id) => {
    const name = known.get(id) ?? `${prefix}${known.size}`
    known.set(id, name)
    return name
  }
}

/** Nodes that a node leads to, itself included, along the edges. */
const reachedFrom = (graph: Graph, from: string): ReadonlySet<string> => {
  const reached = new Set<string>([from])
  for (const id of reached) for (const edge of graph.edges) if (edge.from === id) reached.add(edge.to)
  return reached
}

/**
 * A module graph as a Mermaid flowchart: Ideas, what their Tools lead to, and what is imported on the way. With
 * `idea`, only what that Idea reaches.
 */
export const graphToMermaid = (graph: Graph, idea?: string): string => {
  const reached = idea === undefined ? undefined : reachedFrom(graph, `idea:${idea}`)
  const nodes = graph.nodes.filter(({ id }) => reached === undefined || reached.has(id))
  const edges = graph.edges.filter(({ from }) => reached === undefined || reached.has(from))
  const idOf = numbered('n')
  const boxes = nodes.map(({ id, kind, title, name }) => {
    const [open, close] = SHAPES[kind]
    return `  ${idOf(id)}${open}${label(title ?? name)}${close}`
  })
  const arrows = edges.map(({ from, to, tool, imports, importsMode }) => {
    const passed = imports.length === 0 ? '' : `: ${imports.join(', ')}`
    const arrow = importsMode === 'requested' ? '-.->' : '-->'
    return `  ${idOf(from)} ${arrow}|"${label(tool + passed)}"| ${idOf(to)}`
  })
  return `${['flowchart LR', ...boxes, ...arrows].join('\n')}\n`
}

/**
 * A Run as a Mermaid sequence diagram: who asked whom, in the order of the Journal. Texts of the content are left out:
 * names, counts and errors are what a picture can hold.
 */
export const runToMermaid = (events: readonly TraceEvent[]): string => {
  const idOf = numbered('p')
  const participants = new Map<string, string>()
  const lines: string[] = []
  const ideas = new Map<string, string>()
  const tools = new Map<string, { readonly tool: string; target?: string }>()
  const who = (key: string, shown: string): string => {
    participants.set(key, shown)
    return idOf(key)
  }
  const say = (from: string, arrow: string, to: string, text: string): void =>
    void lines.push(`  ${from}${arrow}${to}: ${label(text)}`)
  const person = (): string => who('person', 'You')
  /** The Idea whose Loop a span belongs to. */
  const owner = (span: string): string => {
    const idea = ideas.get(loopOf(span)) ?? ideas.get('') ?? ''
    return who(`idea ${idea}`, idea)
  }

  for (const event of events) {
    const { span } = event
    switch (event.type) {
      case 'run.created':
        ideas.set('', ideaName(event.data.idea))
        say(person(), '->>', owner(''), 'input')
        break
      case 'request.started':
        say(owner(span), '->>', who(`model ${event.data.model}`, event.data.model), `turn ${event.data.turn + 1}`)
        break
      case 'request.completed': {
        const { calls, output } = event.data
        const said = [calls > 0 ? `${calls} ${calls === 1 ? 'call' : 'calls'}` : '', output === null ? '' : 'output']
        const started = events.find((each) => each.type === 'request.started' && each.span === span)
        const model = started?.type === 'request.started' ? started.data.model : ''
        say(who(`model ${model}`, model), '-->>', owner(span), said.filter(Boolean).join(' and ') || 'nothing')
        break
      }
      case 'request.failed':
        lines.push(`  Note over ${owner(span)}: ${label(`${event.data.code}: ${event.data.message}`)}`)
        break
      case 'call.proposed':
        tools.set(span, { tool: event.data.tool })
        break
      case 'call.rejected':
        lines.push(
          `  Note over ${owner(span)}: ${label(`${event.data.tool ?? 'a Call'} refused: ${event.data.error.code}`)}`,
        )
        break
      case 'approval.requested':
        say(owner(span), '->>', person(), `approve ${tools.get(span)?.tool ?? 'a Call'}?`)
        break
      case 'approval.decided':
        say(person(), '-->>', owner(span), event.data.decision)
        break
      case 'call.started': {
        const call = tools.get(span)
        if (call === undefined || event.data.mode !== 'explicit') break
        const activity = event.data.activity ?? call.tool
        call.target = who(`activity ${activity}`, activity)
        say(owner(span), '->>', call.target, call.tool)
        break
      }
      case 'module.entered': {
        const call = tools.get(span)
        const idea = ideaName(event.data.address)
        const caller = owner(span)
        ideas.set(span, idea)
        const target = who(`idea ${idea}`, idea)
        if (call !== undefined) call.target = target
        say(caller, '->>', target, call?.tool ?? 'module')
        break
      }
      case 'call.completed':
      case 'call.failed': {
        const target = tools.get(span)?.target
        if (target !== undefined)
          say(target, '-->>', owner(span), event.type === 'call.failed' ? event.data.error.code : 'result')
        break
      }
      case 'limit.reached':
        lines.push(`  Note over ${owner(span)}: ${label(`limit ${event.data.limit} reached`)}`)
        break
      case 'run.completed':
        say(owner(''), '-->>', person(), 'output')
        break
      case 'run.failed':
        say(owner(''), '--x', person(), event.data.error.code)
        break
      case 'run.cancelled':
        say(owner(''), '--x', person(), 'cancelled')
        break
      default:
    }
  }
  const declared = [...participants].map(
    ([key, shown]) => `  ${key === 'person' ? 'actor' : 'participant'} ${idOf(key)} as ${label(shown)}`,
  )
  return `${['sequenceDiagram', ...declared, ...lines].join('\n')}\n`
}
