/** Refusals of Postgres, and of the way to it, as codes of `storageSentence`. */
const CODES: Readonly<Record<string, string>> = {
  '53100': 'POSTGRES_FULL',
  '53300': 'POSTGRES_BUSY',
  '42501': 'POSTGRES_DENIED',
  '25006': 'POSTGRES_READONLY',
  '42P01': 'POSTGRES_SCHEMA',
  ECONNREFUSED: 'POSTGRES_AWAY',
  ECONNRESET: 'POSTGRES_AWAY',
  ENOTFOUND: 'POSTGRES_AWAY',
  EAI_AGAIN: 'POSTGRES_AWAY',
  EHOSTUNREACH: 'POSTGRES_AWAY',
  ENETUNREACH: 'POSTGRES_AWAY',
  ETIMEDOUT: 'POSTGRES_AWAY',
  EPIPE: 'POSTGRES_AWAY',
  ENOENT: 'POSTGRES_AWAY',
}
/** Classes of SQLSTATE: the connection broke, an operator stopped the server. */
const AWAY = /^(08|57P0)/
/** `pg` gives these no code. */
const LOST = /Connection terminated|Client has encountered a connection error|Client was closed|^timeout expired$/
const NONE_FREE = /timeout exceeded when trying to connect/

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** An error of `pg` with a code that has a sentence; any other unchanged. */
export const asTrouble = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error
  const given = codeOf(error)
  const code =
    CODES[given] ??
    (AWAY.test(given) || LOST.test(error.message)
      ? 'POSTGRES_AWAY'
      : NONE_FREE.test(error.message)
        ? 'POSTGRES_BUSY'
        : undefined)
  return code === undefined ? error : Object.assign(new Error(error.message, { cause: error }), { code })
}
