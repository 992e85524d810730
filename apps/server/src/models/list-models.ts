import { EnsembleError, isObject, ModelError } from '@ensemble/core'
import { didYouMean, whyUnreachable } from '@ensemble/core/host'
import { isLoopback } from '../settings/settings.ts'
import type { OpenEndpoint } from '../workspace/endpoint.ts'

/** Long enough for a busy local server, short enough for a person who waits. */
const DEADLINE_MS = 8000
const LONGEST = 4_000_000

/** One model of a list, with the program or account that the endpoint names as its owner. */
interface NamedModel {
  readonly id: string
  readonly owner?: string
}

/** The names of `readModels`, in order. Throws as it does. */
export const listModels = async (...asked: Parameters<typeof readModels>): Promise<readonly string[]> =>
  (await readModels(...asked)).map(({ id }) => id).toSorted()

/**
 * The models an endpoint lists (`GET …/models`). Throws ModelError `model.unreachable`,
 * `model.status` or `model.envelope`, and EnsembleError where egress refuses.
 */
export const readModels = async (
  { baseUrl, apiKey, headers: own, query, api }: Pick<OpenEndpoint, 'baseUrl' | 'apiKey' | 'headers' | 'query' | 'api'>,
  egress: typeof globalThis.fetch,
  deadlineMs = DEADLINE_MS,
): Promise<readonly NamedModel[]> => {
  const headers = new Headers(apiKey === '' ? {} : keyHeaders(apiKey, api))
  for (const [name, value] of Object.entries(own)) headers.set(name, value)
  const parameters = new URLSearchParams(query)
  const address = `${baseUrl}/models${parameters.size === 0 ? '' : `?${parameters.toString()}`}`
  let response: Response
  let text: string
  try {
    response = await egress(address, { headers, signal: AbortSignal.timeout(deadlineMs) })
    text = await response.text()
  } catch (error) {
    if (error instanceof EnsembleError) throw error
    throw new ModelError('model.unreachable', silence(baseUrl, error, deadlineMs))
  }
  const { ok, status } = response
  if (!ok)
    throw new ModelError(
      'model.status',
      status === 401 || status === 403
        ? `${baseUrl} does not accept the key (status ${status}).`
        : `${baseUrl} answered with status ${status} when asked for its models.${status === 404 ? didYouMean(baseUrl) : ''}`,
      { status },
    )
  const models = text.length > LONGEST ? undefined : modelsIn(text)
  if (models === undefined)
    throw new ModelError(
      'model.envelope',
      `${baseUrl} does not list models the way OpenAI-compatible servers do.${didYouMean(baseUrl)}`,
    )
  return models
}

/** A server on this machine is most often not started; any other has a cause worth telling. */
const silence = (baseUrl: string, error: unknown, deadlineMs: number): string => {
  const { cause, isSettled } = whyUnreachable(error)
  const isHere = URL.canParse(baseUrl) && isLoopback(new URL(baseUrl).hostname)
  if (isHere && !isSettled) return `${baseUrl} does not answer. Is the server running?`
  if (error instanceof Error && error.name === 'TimeoutError')
    return `${baseUrl} did not answer within ${String(deadlineMs / 1000)} s.`
  return `${baseUrl} cannot be reached: ${cause}.`
}

/** Where each API wants its key. */
const keyHeaders = (apiKey: string, api: OpenEndpoint['api']): Readonly<Record<string, string>> => {
  if (api === 'anthropic') return { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }
  return api === 'google' ? { 'x-goog-api-key': apiKey } : { authorization: `Bearer ${apiKey}` }
}

/** Undefined if the text isn't a list of models. */
const modelsIn = (text: string): readonly NamedModel[] | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    const listed: unknown = isObject(value) ? (value['data'] ?? value['models']) : undefined
    if (!Array.isArray(listed)) return undefined
    return listed.flatMap((one: unknown) => {
      if (!isObject(one)) return []
      // Google's names begin with the kind.
      const {
        id = typeof one['name'] === 'string' ? one['name'].replace(/^models\//, '') : undefined,
        owned_by: owner,
      } = one
      if (typeof id !== 'string') return []
      return [{ id, ...(typeof owner === 'string' && { owner }) }]
    })
  } catch {
    return undefined
  }
}
