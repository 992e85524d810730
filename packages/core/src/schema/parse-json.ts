import type { Json, Pointer } from './json.ts'
import { type JsonProblemCode, JsonReader, Refusal } from './json-reader.ts'
import type { Rest } from './rest.ts'
import { A_TURN, type Steps, inTurns } from './turns.ts'

/** `offset` counts UTF-16 units of the text; `path` points to the value being read. */
export interface JsonProblem {
  readonly ok: false
  readonly code: JsonProblemCode
  readonly message: string
  readonly offset: number
  readonly path?: Pointer
}
/** The result of `parseJson`: the value, or the first fault in the text. */
export type ParsedJson = { readonly ok: true; readonly value: Json } | JsonProblem

export interface JsonLimits {
  /** UTF-16 units of text. */
  readonly maxLength?: number
  /** Containers around a value: `[[1]]` has depth 2. */
  readonly maxDepth?: number
}
const MAX_LENGTH = 1024 * 1024
const MAX_DEPTH = 64

const findTooLarge = (text: string, { maxLength = MAX_LENGTH }: JsonLimits): JsonProblem | undefined => {
  if (text.length <= maxLength) return undefined
  const message = `the JSON text has ${text.length} characters, more than the ${maxLength} allowed`
  return { ok: false, code: 'json.tooLarge', message, offset: maxLength }
}

const toProblem = (refusal: unknown, reader: JsonReader): JsonProblem => {
  if (!(refusal instanceof Refusal)) throw refusal
  const { code, message, offset } = refusal
  return { ok: false, code, message, offset, path: reader.path() }
}

/**
 * Strict foreign JSON (docs/contract/protocol.md#the-loop): never repaired, never thrown. As `JSON.parse`, but refuses
 * duplicate keys, infinite numbers, and excess (1 Mi units, 64 levels).
 */
export const parseJson = (text: string, limits: JsonLimits = {}): ParsedJson => {
  const tooLarge = findTooLarge(text, limits)
  if (tooLarge) return tooLarge
  const reader = new JsonReader(text, limits.maxDepth ?? MAX_DEPTH)
  try {
    return { ok: true, value: reader.read() as Json } // without a limit it reads to the end
  } catch (refusal) {
    return toProblem(refusal, reader)
  }
}

/** The text read in one turn: some milliseconds. */
const VALUES_PER_TURN = 10_000
const UNITS_PER_TURN = 512 * 1024

/** As `parseJson`, for a text of any length: in steps of a few thousand values. */
export function* parseJsonInSteps(text: string, limits: JsonLimits = {}): Steps<ParsedJson> {
  const tooLarge = findTooLarge(text, limits)
  if (tooLarge) return tooLarge
  return yield* readInSteps(text, limits)
}

function* readInSteps(source: string | Iterator<string>, { maxDepth = MAX_DEPTH }: JsonLimits): Steps<ParsedJson> {
  const reader = new JsonReader(source, maxDepth)
  try {
    for (;;) {
      const value = reader.read(VALUES_PER_TURN, UNITS_PER_TURN)
      if (value !== undefined) return { ok: true, value }
      yield A_TURN
    }
  } catch (refusal) {
    return toProblem(refusal, reader)
  }
}

/** A text in pieces, never joined; the source bounds their length. Rethrows the source's errors. */
export const parsePiecesInTurns = (
  pieces: Iterator<string>,
  limits: Pick<JsonLimits, 'maxDepth'>,
  rest: Rest,
): Promise<ParsedJson> => inTurns(readInSteps(pieces, limits), rest)

/** The same, but lets other work run (`rest`) between steps. */
export const parseJsonInTurns = (text: string, limits: JsonLimits, rest: Rest): Promise<ParsedJson> =>
  inTurns(parseJsonInSteps(text, limits), rest)
