import type { Json } from '@ensemble/core'
import { type ParsedJson, parseJson, parseJsonInTurns, parsePiecesInTurns, weigh } from '@ensemble/core/host'
import { rest } from '../rest.ts'
import { HttpProblem } from './http-problem.ts'

/** Bytes of one request's body; a workspace's files are far smaller. */
export const BODY_LIMIT = 8 * 1024 * 1024
/** Objects and arrays inside each other; deeper JSON is refused before it is parsed. */
const DEPTH_LIMIT = 512

/** One file of the workspace, or what is composed and checked like one: what is read into positions, drawn and looked through at once. */
const MOST_WEIGHT = 40_000

/** Throws HttpProblem 413 for what holds more than a file of the workspace may. */
export const refuseHeavy = (value: Json): void => {
  if (weigh(value, MOST_WEIGHT) <= MOST_WEIGHT) return
  const most = `${MOST_WEIGHT} values, or as many times 16 characters of text`
  throw new HttpProblem(413, 'body.tooLarge', `This holds more than one file of a workspace may: ${most}.`)
}

const tooLarge = (limit: number): HttpProblem =>
  new HttpProblem(413, 'body.tooLarge', `The body is larger than the ${limit} bytes this server reads.`)

/** A packed body is small on its way and may be anything once it is unpacked. Throws HttpProblem 415. */
const refuseEncoded = (request: Request): void => {
  const encoding = (request.headers.get('content-encoding') ?? '').trim()
  if (['', 'identity'].includes(encoding.toLowerCase())) return
  const detail = `This server reads no body in content-encoding "${encoding.slice(0, 40)}": send it unpacked.`
  throw new HttpProblem(415, 'body.encoded', detail, { headers: { 'accept-encoding': 'identity' } })
}

/**
 * Reads a body up to `limit` bytes, in the pieces it came in; a declared length over the limit is refused before a byte is read. Throws
 * HttpProblem 413, and 415 for a body in a content-encoding.
 */
export const readPieces = async (request: Request, limit = BODY_LIMIT): Promise<readonly Uint8Array[]> => {
  refuseEncoded(request)
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit)
  if (request.body === null) return []
  const pieces: Uint8Array[] = []
  let size = 0
  try {
    for await (const piece of request.body) {
      size += piece.byteLength
      if (size > limit) throw tooLarge(limit)
      pieces.push(piece)
    }
  } catch (error) {
    // The client left: nothing that the log should tell of.
    throw error instanceof HttpProblem ? error : new HttpProblem(400, 'body.invalid', 'The body broke off on its way.')
  }
  return pieces
}

/** As `readPieces`, put together. */
export const readBytes = async (request: Request, limit = BODY_LIMIT): Promise<Uint8Array> => {
  const pieces = await readPieces(request, limit)
  const bytes = new Uint8Array(pieces.reduce((size, { byteLength }) => size + byteLength, 0))
  let offset = 0
  for (const piece of pieces) {
    bytes.set(piece, offset)
    offset += piece.byteLength
  }
  return bytes
}

const noUtf8 = (): HttpProblem => new HttpProblem(400, 'json.invalid', 'The body is not valid UTF-8.')

/** Bytes as text, refused where they are not UTF-8; a byte-order mark stays, so that JSON refuses it. */
export const decodeUtf8 = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw noUtf8()
  }
}

/** Bytes that are decoded in one turn of the event loop. */
const DECODED_AT_ONCE = 1024 * 1024

/** As `decodeUtf8`; other requests are served while many bytes are decoded. */
export const decodeUtf8InTurns = async (bytes: Uint8Array): Promise<string> => {
  if (bytes.byteLength <= DECODED_AT_ONCE) return decodeUtf8(bytes)
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let text = ''
  try {
    for (let start = 0; start < bytes.byteLength; start += DECODED_AT_ONCE) {
      text += decoder.decode(bytes.subarray(start, start + DECODED_AT_ONCE), { stream: true })
      await rest()
    }
    return text + decoder.decode()
  } catch {
    throw noUtf8()
  }
}

/** Text as JSON, read strictly. Throws HttpProblem 400 (413 for a text too long) with the place it names. */
export const parseBody = (text: string, limit = BODY_LIMIT): Json =>
  valueOf(parseJson(text, { maxLength: limit, maxDepth: DEPTH_LIMIT }))

/** As `parseBody`; other requests are served while a long text is read. */
export const parseBodyInTurns = async (text: string, limit = BODY_LIMIT): Promise<Json> =>
  valueOf(await parseJsonInTurns(text, { maxLength: limit, maxDepth: DEPTH_LIMIT }, rest))

/** As `parseBodyInTurns`, of a body that was read in pieces and need never be put together. */
export const parsePieces = async (pieces: readonly Uint8Array[]): Promise<Json> =>
  valueOf(await parsePiecesInTurns(decoded(pieces), { maxDepth: DEPTH_LIMIT }, rest))

function* decoded(pieces: readonly Uint8Array[]): Generator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  try {
    for (const piece of pieces) yield decoder.decode(piece, { stream: true })
    yield decoder.decode()
  } catch {
    throw noUtf8()
  }
}

const valueOf = (parsed: ParsedJson): Json => {
  if (parsed.ok) return parsed.value
  throw new HttpProblem(parsed.code === 'json.tooLarge' ? 413 : 400, parsed.code, parsed.message, {
    errors: [{ path: parsed.path ?? '', message: `${parsed.message} (offset ${parsed.offset})` }],
  })
}
