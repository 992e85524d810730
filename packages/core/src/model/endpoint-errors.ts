import { EnsembleError } from '../schema/ensemble-error.ts'
import { ModelError } from './model.ts'
import { didYouMean } from './suggest-address.ts'

/** `text` without the key, whole or as the endpoint may have quoted its start. */
export const hideSecret = (text: string, secret: string): string =>
  secret.length < 4 ? text : text.replaceAll(secret, '…').replaceAll(/\b(?:sk|key)-[\w*.-]{6,}/g, '…')

const RAW_CHARACTERS = 2000

/** A body that isn't an answer: HTML from a proxy, an error inside a 200. */
export const envelopeError = (contentType: string, text: string): ModelError => {
  const kind = /html/i.test(contentType) || /^\s*</.test(text) ? 'a web page' : 'no chat completion'
  return new ModelError('model.envelope', `The model's endpoint answered with ${kind}. Check its address.`, {
    retryable: false,
    raw: text.slice(0, RAW_CHARACTERS),
  })
}

/** The parts of an answer that the SDK turned into an error; only `openai.ts` knows its classes. */
export interface EndpointFailure {
  readonly status?: number | undefined
  readonly message: string
  readonly headers?: Headers | undefined
  readonly code?: string | null | undefined
  readonly param?: string | null | undefined
}

export interface ErrorPlace {
  readonly isUnreachable: (error: unknown) => boolean
  readonly isFailure: (error: unknown) => error is EndpointFailure
  readonly baseUrl: string
  readonly hide: (text: string) => string
  /** Part of an answer has been handed on. */
  readonly isAnswering: boolean
}

/** Any transport error, as one of the typed errors of docs/contract/protocol.md#the-loop. */
export const toModelError = (
  error: unknown,
  { baseUrl, hide, isAnswering, isUnreachable, isFailure }: ErrorPlace,
): ModelError => {
  if (error instanceof ModelError) return error.details.raw === undefined ? error : withSuggestion(error, baseUrl)
  if (isUnreachable(error)) {
    const { cause, isSettled } = whyUnreachable(error)
    return new ModelError('model.unreachable', `The model's endpoint ${baseUrl} cannot be reached: ${hide(cause)}.`, {
      retryable: !isSettled,
    })
  }
  if (isFailure(error)) {
    return error.status === undefined ? errorInStream(error, hide) : statusError(error, error.status, { baseUrl, hide })
  }
  if (error instanceof SyntaxError) {
    return new ModelError('model.envelope', 'The model’s endpoint sent an event that is not JSON.', { retryable: true })
  }
  const cause = hide(causeOf(error))
  return isAnswering
    ? new ModelError('model.cut', `The connection to the model broke in the middle of the answer: ${cause}.`, {
        retryable: true,
      })
    : new ModelError('model.unreachable', `The connection to ${baseUrl} broke: ${cause}.`, { retryable: true })
}

/** An answer of another kind may come from above the API. */
const withSuggestion = ({ code, message, details }: ModelError, baseUrl: string): ModelError =>
  new ModelError(code, `${message}${didYouMean(baseUrl)}`, details)

const errorInStream = (error: EndpointFailure, hide: (text: string) => string): ModelError =>
  new ModelError(
    'model.envelope',
    `The model's endpoint reported an error: ${sentence(shorten(hide(error.message)))}`,
    {
      retryable: true,
    },
  )

/** The client's own words for an answer without a text. */
const NO_BODY = /^status code \(no body\)$/

const statusError = (
  error: EndpointFailure,
  status: number,
  { baseUrl, hide }: Pick<ErrorPlace, 'baseUrl' | 'hide'>,
): ModelError => {
  const message = error.message.replace(/^\d{3} /, '')
  const said = NO_BODY.test(message) ? '' : sentence(shorten(hide(message)))
  const after = retryAfter(error.headers)
  const wait = after === undefined ? {} : { retryAfterMs: after }
  if (status === 429) {
    const isSpent = error.code === 'insufficient_quota'
    const what = isSpent ? 'says that the quota is used up' : 'asks to wait'
    const told = `The model's endpoint ${what} (429)${said === '' ? '.' : `: ${said}`}`
    return new ModelError('model.rateLimited', isSpent ? `${told} Check the plan and billing of its account.` : told, {
      status,
      retryable: !isSpent,
      ...wait,
    })
  }
  if ((status === 400 || status === 422) && isAboutSchema(error)) {
    return new ModelError(
      'model.schemaRefused',
      `The model's endpoint refused the schema (${status})${said === '' ? '.' : `: ${said}`}`,
      {
        status,
        retryable: false,
      },
    )
  }
  const isTooLong = error.code === 'context_length_exceeded'
  const told =
    said === '' ? `The model's endpoint answered ${status}.` : `The model's endpoint answered ${status}: ${said}`
  return new ModelError('model.status', `${told}${isTooLong ? TOO_LONG : remedyOf(status, baseUrl)}`, {
    status,
    retryable: status >= 500 || status === 408 || status === 409,
    ...wait,
  })
}

/** The remedy where the model cannot read as much as it was sent. */
const TOO_LONG = " Shorten the Idea's context or what its Tools return, or use a model with room for more tokens."

/** The remedy that a status tells by itself; empty for any other. */
const remedyOf = (status: number, baseUrl: string): string => {
  if (status === 401 || status === 403) return ' Check the API key.'
  if (status === 404) return ` Check the address and the name of the model.${didYouMean(baseUrl)}`
  if (status === 413) return ' The Request is too large for it: send fewer or smaller files, or a shorter context.'
  return status >= 500 ? ' The fault is with the endpoint: try again later, or use another model.' : ''
}

/** A 400 about the response format or the tools: another wire may be accepted. */
const isAboutSchema = (error: EndpointFailure): boolean => {
  if (/context.?length|max_(?:completion_)?tokens|model_not_found/i.test(`${error.code ?? ''} ${error.message}`))
    return false
  if (typeof error.param === 'string' && error.param !== '') {
    return /^(?:response_format|tools|tool_choice|text\.format)/.test(error.param)
  }
  return /response_format|json_schema|schema|\btools?\b|tool_choice|function|grammar|strict/i.test(error.message)
}

/** Milliseconds, from `retry-after-ms`, seconds or a date. */
const retryAfter = (headers: Headers | undefined): number | undefined => {
  const ms = headers?.get('retry-after-ms')
  if (ms !== null && ms !== undefined && Number.isFinite(Number(ms))) return Math.max(0, Number(ms))
  const value = headers?.get('retry-after')
  if (value === null || value === undefined || value === '') return undefined
  if (Number.isFinite(Number(value))) return Math.max(0, Number(value) * 1000)
  const date = Date.parse(value)
  const now = Date.parse(headers?.get('date') ?? '')
  if (Number.isNaN(date)) return undefined
  return Math.max(0, date - (Number.isNaN(now) ? Date.now() : now))
}

/** The cause below it; our own sentence has it already. */
const rootOf = (error: unknown): unknown => {
  let current = error
  while (current instanceof Error && !(current instanceof EnsembleError) && current.cause instanceof Error)
    current = current.cause
  return current
}

const causeOf = (error: unknown): string => {
  const root = rootOf(error)
  const text = root instanceof Error ? root.message || codeOf(root) : String(root)
  if (hasUnknownAuthority(root)) return `${text}. ${AUTHORITY_REMEDY}`
  if (isNameUnknown(root)) return `${nameIn(root)} was not found; ${NAME_REMEDY}`
  if (WITHOUT_TLS.test(text)) return 'it does not speak TLS: try http:// in the place of https://'
  return text.replace(/\.$/, '')
}

/** Several addresses that were all tried in vain have a code, and no words. */
const codeOf = (root: Error): string => ('code' in root ? String(root.code) : root.name)

const AUTHORITY_REMEDY =
  'If your company or a proxy signs its certificates, set NODE_EXTRA_CA_CERTS to the file of that authority where you start Ensemble, or "ca" of this endpoint in ensemble.json'

const hasUnknownAuthority = (root: unknown): boolean =>
  root instanceof Error && 'code' in root && OTHER_AUTHORITY.test(String(root.code))

const NAME_REMEDY = 'check the address, and whether this machine is connected to the network'

/** A name that the resolver doesn't find, or cannot look up now. */
const isNameUnknown = (root: unknown): root is Error & { readonly hostname?: unknown } =>
  root instanceof Error && 'code' in root && (root.code === 'ENOTFOUND' || root.code === 'EAI_AGAIN')

const nameIn = ({ hostname }: { readonly hostname?: unknown }): string =>
  typeof hostname === 'string' ? `the host name ${hostname}` : 'the name of its host'

/** Why a request got no answer, as the end of a sentence; `isSettled` if only a person can change it. */
export const whyUnreachable = (error: unknown): { readonly cause: string; readonly isSettled: boolean } => ({
  cause: causeOf(error),
  isSettled: isSettledRoot(rootOf(error)),
})

/** A certificate whose authority this machine does not know. */
const OTHER_AUTHORITY = /^(?:SELF_SIGNED_CERT_|DEPTH_ZERO_SELF_SIGNED_|UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF))/

/** OpenSSL's errors for an answer without TLS. */
const WITHOUT_TLS = /\bSSL\b.*(?:wrong version number|packet length too long)/

/** A certificate that is not taken, or an address that does not speak TLS. */
const ABOUT_TLS = /^(?:CERT_|ERR_TLS_|ERR_SSL_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|EPROTO$)/

/** An answer that isn't HTTP, or with too long a head, in the words of node:http and of fetch; not a cut one. */
const ABOUT_HTTP = /^(?:HPE_(?!INVALID_EOF_STATE)|UND_ERR_HEADERS_OVERFLOW$)/

/** Only a person changes it: where requests may go, how they are answered, which certificates are taken. */
const isSettledRoot = (root: unknown): boolean => {
  if (root instanceof EnsembleError) return root.options.retryable !== true
  if (!(root instanceof Error && 'code' in root && typeof root.code === 'string')) return false
  return ABOUT_TLS.test(root.code) || ABOUT_HTTP.test(root.code)
}

const MOST_SAID = 500
/** The endpoint's error text for a sentence; a page of HTML, or megabytes, give nothing. */
const shorten = (text: string): string =>
  /^\s*<(?:!doctype|html|head|body|h\d|\?xml)/i.test(text)
    ? 'a web page in place of an answer'
    : text.length > MOST_SAID
      ? `${text.slice(0, MOST_SAID)}…`
      : text

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)
