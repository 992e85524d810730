import { isHeavy, isLarge } from './rest.ts'
import type { Json } from './json.ts'
import { isArray, isObject } from './json.ts'
import type { Steps } from './turns.ts'

/** UTF-16 units of one text that are written in one step: a millisecond or two. */
const PIECE = 512 * 1024

/** `text` in pieces that part no surrogate pair. */
function* piecesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    const end = from + PIECE
    const to = isHighSurrogate(text.charCodeAt(end - 1)) ? end + 1 : end
    yield text.slice(from, to)
    from = to
  }
}
const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

/** `JSON.stringify` in steps. `known` gives the text of a member that was written before. */
export function* jsonInSteps(
  value: Json | undefined,
  known: (member: object) => Steps<string> | undefined,
): Steps<string> {
  const kept = typeof value === 'object' && value !== null ? known(value) : undefined
  if (kept) return yield* kept
  if (typeof value === 'string' && isLarge(value.length)) return yield* stringInSteps(value)
  if (value === undefined || typeof value !== 'object' || !isHeavy(value)) {
    const text = JSON.stringify(value) ?? 'null'
    yield text.length
    return text
  }
  let written = ''
  if (isArray(value)) {
    for (const item of value) written += `${written === '' ? '' : ','}${yield* jsonInSteps(item, known)}`
    return `[${written}]`
  }
  if (!isObject(value)) throw new Error('an object is no list')
  for (const name of Object.keys(value)) {
    const member = value[name]
    if (member === undefined) continue
    written += `${written === '' ? '' : ','}${JSON.stringify(name)}:${yield* jsonInSteps(member, known)}`
  }
  return `{${written}}`
}

function* stringInSteps(text: string): Steps<string> {
  let written = ''
  for (const piece of piecesOf(text)) {
    written += JSON.stringify(piece).slice(1, -1)
    yield piece.length
  }
  return `"${written}"`
}

const encoder = new TextEncoder()

/** The bytes of a text as UTF-8, made in steps. */
export function* utf8InSteps(text: string): Steps<Uint8Array> {
  const pieces: Uint8Array[] = []
  let length = 0
  for (const piece of piecesOf(text)) {
    const bytes = encoder.encode(piece)
    pieces.push(bytes)
    length += bytes.length
    yield piece.length
  }
  const [only] = pieces
  if (only !== undefined && pieces.length === 1) return only
  const whole = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
