import { isObject, type Json, type JsonObject, type Sha256 } from '../schema/json.ts'
import { textLength } from '../schema/kept-text.ts'
import { ModelError, type ChatBody, type ChatMessage, type FileKind, type ReadFile } from './model.ts'

/** The `kind` of a `data` Message that carries files (docs/contract/protocol.md#messages). */
export const FILE = 'file'

interface FileData {
  /** Without parameters, in lower case: `image/png`. */
  readonly type: string
  readonly name: string
  readonly bytes: number
  /** A `data:` URL, or `artifact:TYPE;sha256,HASH` where the bytes lie in the artifact store. */
  readonly url: string
}

export interface ShownFiles {
  /** The text in their titled block: an Artifact unchanged, a `data:` URL by its type and size. */
  readonly value: Json
  /** Which of them the endpoint gets none of the bytes of, in one sentence. */
  readonly note?: string
  /** Content parts as Chat Completions takes them. */
  readonly parts: readonly JsonObject[]
}

const LARGEST_BYTES = 20 * 2 ** 20
const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+)(?:;[\w=.-]+)*?(;base64)?,(.*)$/s
const ARTIFACT_URL = /^artifact:([^;,]+);sha256,([0-9a-f]{64})$/
const SHA256 = /^[0-9a-f]{64}$/
const AUDIO_FORMATS: ReadonlyMap<string, string> = new Map([
  ['audio/wav', 'wav'],
  ['audio/x-wav', 'wav'],
  ['audio/wave', 'wav'],
  ['audio/mpeg', 'mp3'],
  ['audio/mp3', 'mp3'],
])

/** Files for an endpoint, as Artifacts or `data:` URLs. Text is inlined; kinds it doesn't `take` are only named. */
export const showFiles = (data: Json, takes: readonly FileKind[]): ShownFiles => {
  const items = Array.isArray(data) ? (data as readonly Json[]) : [data]
  const files = items.map(readFile)
  const parts = files.map((file) => file && toPart(file, takes))
  const unsent = files.filter((file, index): file is FileData => file !== undefined && parts[index] === undefined)
  const shown = items.map((item, index) => shownOf(item, files[index]))
  return {
    value: Array.isArray(data) ? shown : (shown[0] ?? null),
    ...(unsent.length > 0 && { note: `Only named, not shown: ${unsent.map(({ name }) => name).join(', ')}.` }),
    parts: parts.filter((part) => part !== undefined),
  }
}

const shownOf = (item: Json, file: FileData | undefined): Json =>
  file === undefined || typeof item !== 'string' ? item : { type: file.type, bytes: file.bytes }

const readFile = (item: Json): FileData | undefined => {
  if (typeof item === 'string') {
    const [, type, base64, text] = DATA_URL.exec(item) ?? []
    if (type === undefined || text === undefined) return undefined
    const bytes = base64 === undefined ? text.length : Math.floor((text.length * 3) / 4)
    return { type: type.toLowerCase(), name: type, bytes, url: item }
  }
  if (!isObject(item)) return undefined
  const { $artifact: name, type, bytes, sha256 } = item
  if (typeof name !== 'string' || typeof type !== 'string' || typeof bytes !== 'number') return undefined
  if (typeof sha256 !== 'string' || !SHA256.test(sha256)) return undefined
  const plain = type.split(';')[0]?.trim().toLowerCase() ?? ''
  return { type: plain, name, bytes, url: `artifact:${plain};sha256,${sha256}` }
}

const toPart = ({ type, name, bytes, url }: FileData, takes: readonly FileKind[]): JsonObject | undefined => {
  if (bytes > LARGEST_BYTES) return undefined
  if (type.startsWith('text/') || type === 'application/json') return { type: 'text', text: textOfUrl(url) }
  if (type.startsWith('image/')) return takes.includes('image') ? { type: 'image_url', image_url: { url } } : undefined
  const format = AUDIO_FORMATS.get(type)
  if (format !== undefined)
    return takes.includes('audio')
      ? { type: 'input_audio', input_audio: { data: withoutHead(url), format } }
      : undefined
  return takes.includes('file') ? { type: 'file', file: { filename: name, file_data: url } } : undefined
}

/** `input_audio` wants the bytes alone. */
const withoutHead = (url: string): string => {
  const [, , base64, text] = DATA_URL.exec(url) ?? []
  return base64 === undefined || text === undefined ? url : text
}

const textOfUrl = (url: string): string => {
  const [, , base64, text] = DATA_URL.exec(url) ?? []
  if (text === undefined) return url
  try {
    return base64 === undefined
      ? decodeURIComponent(text)
      : new TextDecoder().decode(Uint8Array.from(atob(text), (character) => character.codePointAt(0) ?? 0))
  } catch {
    return text
  }
}

export const hasParts = (body: ChatBody): boolean => body.messages.some(({ content }) => Array.isArray(content))

/** Characters of a body that are about the question's size in tokens: files are counted by the endpoint, in its own way. */
export const questionLength = (body: ChatBody): number => {
  if (!hasParts(body)) return textLength(body)
  const toText = ({ content, ...rest }: ChatMessage): Json =>
    Array.isArray(content)
      ? { ...rest, content: content.filter((part: Json) => isObject(part) && 'text' in part) }
      : { ...rest, content: content ?? null }
  return JSON.stringify({ ...body, messages: body.messages.map(toText) }).length
}

/** A body with every Artifact's bytes in place of its name. Throws ModelError `model.fileMissing`. */
export const inlineFiles = async (body: ChatBody, read: ReadFile | undefined): Promise<ChatBody> => {
  if (!hasParts(body)) return body
  const messages = body.messages.map(async (message) => {
    const { content } = message
    if (!Array.isArray(content)) return message
    return { ...message, content: await Promise.all(content.map((part: Json) => inlinePart(part, read))) }
  })
  return { ...body, messages: await Promise.all(messages) }
}

const inlinePart = async (part: Json, read: ReadFile | undefined): Promise<Json> => {
  if (!isObject(part)) return part
  const { image_url: image, input_audio: audio, file, text } = part
  if (isObject(image)) return { ...part, image_url: { ...image, url: await inlined(image.url, read, toDataUrl) } }
  if (isObject(audio)) return { ...part, input_audio: { ...audio, data: await inlined(audio.data, read, toBase64) } }
  if (isObject(file)) return { ...part, file: { ...file, file_data: await inlined(file.file_data, read, toDataUrl) } }
  return text === undefined ? part : { ...part, text: await inlined(text, read, toText) }
}

const inlined = async (
  value: Json | undefined,
  read: ReadFile | undefined,
  write: (bytes: Uint8Array, type: string) => string,
): Promise<Json> => {
  const [, type, hash] = typeof value === 'string' ? (ARTIFACT_URL.exec(value) ?? []) : []
  if (type === undefined || hash === undefined) return value ?? null
  const bytes = await read?.(hash as Sha256) // 64 hex digits, by the pattern
  if (bytes === undefined)
    throw new ModelError('model.fileMissing', `The file ${hash.slice(0, 16)} (${type}) of the context is not there.`)
  return write(bytes, type)
}

const toText = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
const toDataUrl = (bytes: Uint8Array, type: string): string => `data:${type};base64,${toBase64(bytes)}`

const CHUNK = 0x80_00
/** In chunks: the arguments of one call are bounded. */
const toBase64 = (bytes: Uint8Array): string => {
  let binary = ''
  for (let at = 0; at < bytes.length; at += CHUNK) binary += String.fromCodePoint(...bytes.subarray(at, at + CHUNK))
  return btoa(binary)
}
