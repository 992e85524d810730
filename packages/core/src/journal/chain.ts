import { sha256Text } from '../schema/hash.ts'
import { keptText } from '../schema/kept-text.ts'
import { utf8Length } from '../schema/utf8-length.ts'
import type { JsonObject, Sha256 } from '../schema/json.ts'
import { isBodyRef, type BodyRef, type JournalEvent, type NewEvent } from './events.ts'
import { REDACTED, redactJson } from './redact-json.ts'

/** Values whose JSON is longer than this many bytes are stored apart (docs/contract/api.md#journal-events). */
export const BODY_BYTES = 4096

/** The last event of a chain: its seq, from 1, and the hash of its line; seq 0 and GENESIS before the first. */
export interface Head {
  readonly seq: number
  readonly hash: Sha256
}

interface Body {
  readonly hash: Sha256
  readonly text: string
  /** The text as UTF-8, where that was made already. */
  readonly utf8?: Uint8Array
}

/** An event with its place in the chain. */
export interface Sealed {
  readonly event: JournalEvent
  /** The bytes that are hashed, stored and exported; never serialised again. */
  readonly line: string
  readonly head: Head
  /** JSON texts to store by their hash. */
  readonly bodies: readonly Body[]
}

/** Steps before events are written. */
export interface SealOptions {
  /** Removes secret values from everything that is written: the journal's single write point (docs/reliability.md#secrets). */
  readonly redact?: (text: string) => string
}

/** A value that only looks like a BodyRef is stored apart too, so that hydrating gives it back as it was. */
const mustStand = (value: unknown, text: string): boolean =>
  isBodyRef(value) || text.length > BODY_BYTES || (text.length * 3 > BODY_BYTES && utf8Length(text) > BODY_BYTES)

/** An event's `data` as stored, its JSON text, and its separate bodies. */
interface Stored {
  readonly data: object
  readonly text: string
  readonly bodies: Sealed['bodies']
}

/** Most events are small: written at once, with nothing to separate or redact. */
function storeSmall(data: object, { redact }: SealOptions): Stored | undefined {
  for (const value of Object.values(data)) {
    if (typeof value === 'string' && value.length > BODY_BYTES) return undefined
    if (typeof value === 'object' && (keptText(value) !== undefined || isBodyRef(value))) return undefined
  }
  const text = JSON.stringify(data)
  if (text.length * LONGEST_UNIT > BODY_BYTES || (redact && redact(text) !== text)) return undefined
  return { data, text, bodies: NO_BODIES }
}
/** Bytes that one UTF-16 unit takes at most. */
const LONGEST_UNIT = 3
const NO_BODIES: Sealed['bodies'] = []

/** Serialises each field once; one over BODY_BYTES becomes `{ $body, bytes }`. */
function storeFields(data: object, { redact }: SealOptions): Stored {
  const bodies: Body[] = []
  const stored: Record<string, unknown> = {}
  const fields: string[] = []
  for (const [name, value] of Object.entries(data)) {
    if (value === undefined) continue
    const kept = keptText(value)
    const original = kept?.text ?? JSON.stringify(value)
    const isClean = redact === undefined || redact(original) === original
    const text = isClean ? original : JSON.stringify(redactJson(value, redact))
    if (mustStand(value, text)) {
      const hash = kept && isClean ? kept.hash : sha256Text(text)
      bodies.push(kept?.utf8 && isClean ? { hash, text, utf8: kept.utf8 } : { hash, text })
      const reference: BodyRef = { $body: hash, bytes: kept && isClean ? kept.bytes : utf8Length(text) }
      stored[name] = reference
      fields.push(`${JSON.stringify(name)}:${JSON.stringify(reference)}`)
    } else {
      stored[name] = isClean ? value : JSON.parse(text)
      fields.push(`${JSON.stringify(name)}:${text}`)
    }
  }
  return { data: stored, text: `{${fields.join(',')}}`, bodies }
}

/** A text that JSON writes as it is. */
const PLAIN = /^[\w/#:.-]*$/
const quote = (text: string): string => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text))

/** Gives events their `seq` and `prev` and makes the lines of the chain (docs/contract/protocol.md#the-journal). */
export function sealEvents(
  run: string,
  head: Head,
  events: readonly NewEvent[],
  options: SealOptions = {},
): readonly Sealed[] {
  const sealed: Sealed[] = []
  for (const { type, key, at, span, parent, data: given } of events) {
    const seq = head.seq + 1
    const stored = storeSmall(given, options) ?? storeFields(given, options)
    const prev = head.hash
    const line = `{"v":1,"seq":${seq},"prev":"${prev}","run":${quote(run)},"type":"${type}","key":${quote(key)},"at":"${at}","span":${quote(span)},"parent":${parent === null ? 'null' : quote(parent)},"data":${stored.text}}`
    head = { seq, hash: sha256Text(line) }
    const { data } = stored
    // The type and its data still belong together: only large fields of `data` became BodyRefs.
    const event = { v: 1, seq, prev, run, type, key, at, span, parent, data } as unknown as JournalEvent
    sealed.push({ event, line, head, bodies: stored.bodies })
  }
  return sealed
}

/** Whether a secret was taken out of what is written, or its sign was there already. */
export const isRedacted = (line: string, bodies: readonly Body[]): boolean =>
  line.includes(REDACTED) || bodies.some(({ text }) => text.includes(REDACTED))

/** The bodies an event points to. */
export const bodyRefs = (event: JournalEvent): readonly BodyRef[] =>
  Object.values(event.data as object).filter(isBodyRef)

/** The event with its large values put back. A body that is lost (undefined) stays a BodyRef. */
export function hydrateEvent(event: JournalEvent, body: (hash: Sha256) => unknown): JournalEvent {
  let data: Record<string, unknown> | undefined
  for (const [name, value] of Object.entries(event.data)) {
    if (!isBodyRef(value)) continue
    const whole = body(value.$body)
    if (whole === undefined) continue
    data ??= { ...(event.data as unknown as JsonObject) }
    data[name] = whole
  }
  return data ? ({ ...event, data } as unknown as JournalEvent) : event // same type, values in place of references
}
