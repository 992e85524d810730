import type { Json, JsonObject, Pointer } from '../schema/json.ts'
import { getByPointer } from '../schema/pointer.ts'
import type { ModuleCall } from './module-calls.ts'

/** One way in which callers' values differ from what a Module's input takes now. */
export interface DriftDifference {
  readonly path: Pointer
  readonly message: string
  readonly count: number
  /** The first Call with it that was added; `value` is what was passed there. */
  readonly example: { readonly run: string; readonly span: string; readonly value?: Json }
}

/** The values that the recorded Calls over one edge passed, against what the Module's input takes now. */
export interface EdgeDrift {
  readonly id: string
  readonly from: string
  readonly tool: string
  readonly to: string
  readonly calls: number
  readonly fits: number
  /** Their values don't fit: with `runtime` resolution the Module's model bridges them. */
  readonly bridged: number
  /** Not judged: their values are gone, or the Module has no input schema now. */
  readonly unjudged: number
  readonly differences: readonly DriftDifference[]
}

/** The issues of a value; undefined where it cannot be judged. */
export type JudgeInput = (
  to: string,
  value: JsonObject,
) => readonly { readonly path: Pointer; readonly message: string }[] | undefined

const MOST_DIFFERENCES = 20

type Counts = { -readonly [K in 'calls' | 'fits' | 'bridged' | 'unjudged']: EdgeDrift[K] }
interface Tally extends Pick<EdgeDrift, 'id' | 'from' | 'tool' | 'to'>, Counts {
  readonly differences: Map<string, { count: number } & Omit<DriftDifference, 'count'>>
}

/** Counts Calls edge by edge. */
export class DriftTally {
  readonly #judge: JudgeInput
  readonly #edges = new Map<string, Tally>()

  constructor(judge: JudgeInput) {
    this.#judge = judge
  }

  /** `value`: the arguments, undefined where they are gone. */
  add(run: string, { span, from, tool, to }: ModuleCall, value: JsonObject | undefined): void {
    const id = `idea:${from}/${tool}/idea:${to}`
    const none = { calls: 0, fits: 0, bridged: 0, unjudged: 0 }
    const edge: Tally = this.#edges.get(id) ?? { id, from, tool, to, ...none, differences: new Map() }
    this.#edges.set(id, edge)
    edge.calls += 1
    const issues = value === undefined ? undefined : this.#judge(to, value)
    if (issues === undefined || value === undefined) edge.unjudged += 1
    else if (issues.length === 0) edge.fits += 1
    else {
      edge.bridged += 1
      for (const { path, message } of issues) {
        const key = `${path} ${message}`
        const known = edge.differences.get(key)
        if (known !== undefined) known.count += 1
        else {
          const passed = getByPointer(value, path)
          const example = { run, span, ...(passed !== undefined && { value: passed }) }
          edge.differences.set(key, { path, message, count: 1, example })
        }
      }
    }
  }

  /** The edges with the most bridged Calls first. */
  edges(): readonly EdgeDrift[] {
    return [...this.#edges.values()]
      .map(({ differences, ...edge }) => ({
        ...edge,
        differences: [...differences.values()]
          .toSorted((one, other) => other.count - one.count)
          .slice(0, MOST_DIFFERENCES),
      }))
      .toSorted((one, other) => other.bridged - one.bridged || (one.id < other.id ? -1 : 1))
  }
}
