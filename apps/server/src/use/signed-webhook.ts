import { createHmac, timingSafeEqual } from 'node:crypto'
import { HttpProblem } from '../http/http-problem.ts'

/** Seconds that the clocks of both sides may differ, and for which a signature can be used. */
export const TOLERANCE_S = 300

/** The specification's least bytes of a key after `whsec_`. */
const LEAST_BYTES = 24
/** Characters of a key that is used as it is: fewer of them can be guessed. */
const LEAST_CHARACTERS = 32

const PREFIX = 'whsec_'

/** Undefined for what is not base64: the decoder would leave out what it does not know. */
const fromBase64 = (text: string): Buffer | undefined => {
  const bytes = Buffer.from(text, 'base64')
  const isWhole = bytes.toString('base64').replace(/=+$/, '') === text.replace(/={0,2}$/, '')
  return isWhole ? bytes : undefined
}

/**
 * A key as the Standard Webhooks specification writes one, `whsec_` and base64 of at least 24 bytes; any other text of at
 * least 32 characters is used as it is. Undefined for no key and for one that can be guessed.
 */
export const webhookKey = (text: string | undefined): Buffer | undefined => {
  if (text === undefined) return undefined
  if (!text.startsWith(PREFIX)) return text.trim().length < LEAST_CHARACTERS ? undefined : Buffer.from(text, 'utf8')
  const bytes = fromBase64(text.slice(PREFIX.length))
  return bytes === undefined || bytes.byteLength < LEAST_BYTES ? undefined : bytes
}

/** `v1,` and the base64 of the HMAC SHA-256 of `ID.SECONDS.BODY` (standardwebhooks.com). */
export const signWebhook = (key: Uint8Array, id: string, seconds: number, body: Uint8Array): string =>
  `v1,${createHmac('sha256', key).update(`${id}.${seconds}.`).update(body).digest('base64')}`

const isSame = (given: string, expected: string): boolean => {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.byteLength === right.byteLength && timingSafeEqual(left, right)
}

const refuse = (detail: string): never => {
  throw new HttpProblem(401, 'webhook.refused', detail)
}

export interface SignedWebhook {
  readonly headers: Headers
  readonly body: Uint8Array
  /** The bytes that webhookKey gives. */
  readonly key: Uint8Array
  /** Milliseconds since 1970. */
  readonly now: number
}

/** The id of a message whose signature is right and recent: the same id is the same message. Throws HttpProblem 401 `webhook.refused`. */
export const checkWebhook = ({ headers, body, key, now }: SignedWebhook): string => {
  const id = headers.get('webhook-id') ?? ''
  const sent = headers.get('webhook-timestamp') ?? ''
  const signatures = (headers.get('webhook-signature') ?? '').split(' ').slice(0, 20)
  if (!/^[\w.:-]{1,200}$/.test(id) || !/^\d{1,12}$/.test(sent))
    return refuse(
      'Send webhook-id, webhook-timestamp (in seconds) and webhook-signature, as standardwebhooks.com says.',
    )
  const expected = signWebhook(key, id, Number(sent), body)
  // All are compared: while a key is replaced, a sender signs with both.
  const isSigned = signatures.filter((signature) => isSame(signature, expected)).length > 0
  if (!isSigned) return refuse('The signature does not fit the body, its id and its time.')
  if (Math.abs(now / 1000 - Number(sent)) > TOLERANCE_S)
    return refuse(`The message is signed for another time: more than ${TOLERANCE_S} seconds from now.`)
  return id
}
