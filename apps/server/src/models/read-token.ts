import { isObject } from '@ensemble/core'

export interface Token {
  readonly text: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/** A token without a known end is asked for again after this time. */
const UNKNOWN_MS = 5 * 60_000
/** The characters that a header can carry. */
const TOKEN = /^[\x21-\x7e]{8,65536}$/

/**
 * A command's output: the token alone, or JSON as `az`, `gcloud` and OAuth 2.0 write it. Its end comes from the JSON or
 * from the token itself (JWT). Undefined if it holds no token.
 */
export const readToken = (printed: string, now: number): Token | undefined => {
  const text = printed.trim()
  const value = parse(text)
  const members = isObject(value) ? (isObject(value['status']) ? value['status'] : value) : {}
  const { accessToken, access_token: snake, token: plain } = members
  const found = isObject(value) ? [accessToken, snake, plain].find((each) => typeof each === 'string') : text
  if (typeof found !== 'string' || !TOKEN.test(found)) return undefined
  return { text: found, expiresAt: endOf(members, now) ?? endOfJwt(found) ?? now + UNKNOWN_MS }
}

/** Seconds since 1970, seconds from now, or a date with its zone; without a zone, `az` means local time. */
const endOf = (members: Readonly<Record<string, unknown>>, now: number): number | undefined => {
  const { expires_on: on, expires_in: within, expiry, expiresOn, expirationTimestamp } = members
  if (isNumber(on)) return Number(on) * 1000
  if (isNumber(within)) return now + Number(within) * 1000
  const date = [expirationTimestamp, expiry, expiresOn].find((each) => typeof each === 'string')
  const at = typeof date === 'string' ? Date.parse(date) : Number.NaN
  return Number.isNaN(at) ? undefined : at
}

const isNumber = (value: unknown): boolean =>
  (typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value))) && Number.isFinite(Number(value))

const endOfJwt = (token: string): number | undefined => {
  const [, payload, signature] = token.split('.')
  if (payload === undefined || signature === undefined) return undefined
  const claims = parse(Buffer.from(payload, 'base64url').toString())
  return isObject(claims) && typeof claims['exp'] === 'number' ? claims['exp'] * 1000 : undefined
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
