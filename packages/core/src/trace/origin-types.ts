import type { Json, Pointer } from '../schema/json.ts'

/**
 * A recorded value: what a span took (the Run's input, a Call's arguments with references read), what it gave (a result,
 * the Run's output), or part of the Idea of the Loop at `span`, counted by Messages.
 */
export interface ValuePlace {
  readonly span: string
  readonly part: 'input' | 'result' | 'context'
  readonly pointer: Pointer
}

/**
 * How sure it is that one value came from another. Recorded: a `reference` read it, a wall `passed` it, an Activity
 * `computed` its result from its arguments, all of them. Seen by comparing only: the `same` value, or one text in the
 * other (`contains`).
 */
export type OriginHow = 'reference' | 'passed' | 'computed' | 'same' | 'contains'

/** Whether the record itself says so. */
export const isExact = (how: OriginHow): boolean => how !== 'same' && how !== 'contains'

/** `to` came from `from`. */
export interface OriginLink {
  readonly to: ValuePlace
  readonly from: ValuePlace
  readonly how: OriginHow
  /** The reference, as the model wrote it. */
  readonly reference?: string
}

/** Who made a value, by the record. `reference`: another value was read there. */
export type ValueMaker =
  | { readonly type: 'person' | 'idea' | 'module' | 'reference' }
  | { readonly type: 'model'; readonly request: string }
  | { readonly type: 'activity'; readonly activity: string }

/** Where each value of a Run came from. */
export interface Origins {
  readonly links: readonly OriginLink[]
  /** Later values were compared for equality only: the Run holds too many texts to look for each in each. */
  readonly isCut: boolean
  makerOf(place: ValuePlace): ValueMaker | undefined
  /** The value itself; undefined where the record has none there. */
  valueOf(place: ValuePlace): Json | undefined
  /** The address of the Idea in whose Loop it is, and the Tool where it belongs to a Call. */
  ownerOf(place: ValuePlace): { readonly idea: string; readonly tool?: string }
  /** The values that the model of a Request had been shown, without the Idea's own texts. */
  seenBy(request: string): readonly ValuePlace[]
  /** The Requests of the Loop at a span, in order. */
  requestsOf(loop: string): readonly string[]
  /** The values that the caller let into the Module at a Call's span, by the import that names them. */
  broughtInto(call: string): readonly { readonly name: string; readonly place: ValuePlace }[]
  /** The values that a Loop begins with, by their name as an import: `input`, `text`, `state`, `data:KIND`. */
  readonly named: readonly { readonly name: string; readonly place: ValuePlace }[]
}
