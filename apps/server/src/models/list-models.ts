import { EnsembleError, isObject } from '@ensemble/core'
import type { OpenEndpoint } from '../workspace/endpoint.ts'

/** Long enough for a busy local server, short enough for a person who waits. */
const DEADLINE_MS = 8000
const LONGEST = 4_000_000

/**
 * The models an OpenAI-compatible endpoint lists (`GET …/models`). Throws EnsembleError `model.unreachable`,
 * `model.status` or `model.envelope`.
 */
export const listModels = async (
  { baseUrl, apiKey, headers: own, query }: Pick<OpenEndpoint, 'baseUrl' | 'apiKey' | 'headers' | 'query'>,
  egress: typeof globalThis.fetch,
  deadlineMs = DEADLINE_MS,
): Promise<readonly string[]> => {
  const headers = new Headers(apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` })
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
    throw new EnsembleError('model.unreachable', `${baseUrl} does not answer. Is the server running?`)
  }
  if (!response.ok)
    throw new EnsembleError(
      'model.status',
      response.status === 401 || response.status === 403
        ? `${baseUrl} does not accept the key (status ${response.status}).`
        : `${baseUrl} answered with status ${response.status} when asked for its models.`,
    )
  const names = text.length > LONGEST ? undefined : namesIn(text)
  if (names === undefined)
    throw new EnsembleError('model.envelope', `${baseUrl} does not list models the way OpenAI-compatible servers do.`)
  return names
}

/** Undefined if the text isn't a list of models. */
const namesIn = (text: string): readonly string[] | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    const listed: unknown = isObject(value) ? value['data'] : undefined
    if (!Array.isArray(listed)) return undefined
    return listed
      .flatMap((one: unknown) => (isObject(one) && typeof one['id'] === 'string' ? [one['id']] : []))
      .toSorted()
  } catch {
    return undefined
  }
}
