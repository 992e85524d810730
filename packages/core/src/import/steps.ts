import type { JsonObject } from '../schema/json.ts'
import type { ToolSchema } from '../tool/tool.ts'

/** A step of a flow; the flow's edges lead from one to the next. */
export interface Step {
  readonly id: string
}
export interface Edge {
  readonly source: string
  readonly target: string
}

/** Steps by their edges, each after those that lead to it; a circle keeps the order of the file. */
export const inOrder = <S extends Step>(steps: readonly S[], edges: readonly Edge[]): readonly S[] => {
  const known = new Map(steps.map((step) => [step.id, step]))
  const before = new Map<string, string[]>()
  for (const { source, target } of edges) {
    const sources = before.get(target)
    if (sources === undefined) before.set(target, [source])
    else sources.push(source)
  }
  const ordered: S[] = []
  const seen = new Set<string>()
  for (const start of steps) {
    const waiting: { readonly id: string; readonly isReady: boolean }[] = [{ id: start.id, isReady: false }]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { id, isReady } = next
      const step = known.get(id)
      if (isReady && step !== undefined) ordered.push(step)
      if (isReady || seen.has(id)) continue
      seen.add(id)
      const first = (before.get(id) ?? []).toReversed().map((one) => ({ id: one, isReady: false }))
      waiting.push({ id, isReady: true }, ...first)
    }
  }
  return ordered
}

/** The text of an Idea that leads the steps of a flow; a note says when to take a step. */
export const leadingText = (tools: readonly string[], notes: ReadonlyMap<string, string> = new Map()): string => {
  const lines = tools.map((tool, index) => {
    const note = notes.get(tool)
    return `${index + 1}. ${tool}${note === undefined ? '' : `, ${note}`}`
  })
  return `Call these Tools in this order, and leave out those that the request does not need. Answer with the last result.\n${lines.join('\n')}`
}

/** An input or parameters of texts with these names. */
export const inputOf = (members: readonly string[]): JsonObject => ({
  type: 'object',
  properties: propertiesOf(members),
  required: [...members],
})
const propertiesOf = (members: readonly string[]): JsonObject =>
  Object.fromEntries(members.map((name) => [name, { type: 'string', description: name.replaceAll('_', ' ') }]))

const REQUEST: JsonObject = { request: { type: 'string', description: 'What is wanted, in a sentence' } }

/** The Tool that has an Idea do a step. */
export const moduleTool = (step: {
  readonly title: string
  readonly description: string
  readonly idea: string
  readonly members: readonly string[]
  /** A person approves it there. */
  readonly asksFirst?: boolean
}): ToolSchema => ({
  type: 'object',
  description: step.description || `Does the step ${step.title}.`,
  properties: {
    _module: { const: `idea://${step.idea}` },
    _imports: { const: ['input'] },
    ...(step.asksFirst === true && { _approval: { const: 'required' } }),
    ...(step.members.length === 0 ? REQUEST : propertiesOf(step.members)),
  },
  required: step.members.length === 0 ? ['request'] : [...step.members],
})
