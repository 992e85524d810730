import { isObject } from '../../schema/json.ts'
import { envelopeError, toModelError, type EndpointFailure, type ErrorPlace } from '../endpoint-errors.ts'
import { ModelError } from '../model.ts'

/** The members of the AI SDK's errors that are read; each package brings its own classes, so `name` tells them apart. */
interface SdkError extends Error {
  readonly statusCode?: number
  readonly responseHeaders?: Readonly<Record<string, string>>
  readonly responseBody?: string
  readonly functionality?: string
}

class Failure implements EndpointFailure {
  readonly message: string
  readonly status: number | undefined
  readonly headers: Headers | undefined

  constructor(message: string, { statusCode, responseHeaders }: Pick<SdkError, 'statusCode' | 'responseHeaders'>) {
    this.message = message
    this.status = statusCode
    this.headers = responseHeaders && new Headers(responseHeaders)
  }
}

const isFailure = (error: unknown): error is EndpointFailure => error instanceof Failure

/** Errors about an answer that isn't one. */
const NO_ANSWER = new Set([
  'AI_JSONParseError',
  'AI_TypeValidationError',
  'AI_InvalidResponseDataError',
  'AI_EmptyResponseBodyError',
])

/** Any error of a provider's package, as one of the typed errors of docs/contract/protocol.md#the-loop. */
export const toSdkModelError = (
  fault: unknown,
  place: Pick<ErrorPlace, 'baseUrl' | 'hide' | 'isAnswering'>,
): ModelError => {
  const error = fault instanceof Error ? (fault as SdkError) : undefined
  const isApiError = error?.name === 'AI_APICallError'
  // The transport's own error: no package made an answer of it.
  const isTransport = !place.isAnswering && !error?.name.startsWith('AI_') && error?.name !== 'SyntaxError'
  const isUnreachable = (one: unknown): boolean => (isApiError || isTransport) && one === error
  const at = { ...place, isFailure, isUnreachable }
  if (error === undefined) return toModelError(new Failure(saidBy(fault), {}), at)
  if (error.name === 'AI_UnsupportedFunctionalityError')
    return new ModelError(
      'model.option',
      `${place.baseUrl} takes no ${error.functionality ?? 'part of this question'}.`,
      {
        retryable: false,
      },
    )
  const isRefused = (error.statusCode ?? 0) >= 400
  if (isRefused) return toModelError(new Failure(error.message || saidBy(error.responseBody), error), at)
  if (NO_ANSWER.has(error.name) || error.statusCode !== undefined)
    return toModelError(
      envelopeError(error.responseHeaders?.['content-type'] ?? '', place.hide(error.responseBody ?? '')),
      at,
    )
  return toModelError(error, at)
}

/** The text of an error event. */
const saidBy = (fault: unknown): string => {
  const { message, error } = isObject(fault) ? fault : {}
  if (typeof message === 'string') return message
  if (isObject(error)) return saidBy(error)
  return typeof fault === 'string' ? fault : JSON.stringify(fault ?? null)
}
