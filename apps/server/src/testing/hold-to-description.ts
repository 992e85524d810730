import type { Json, JsonSchema } from '@ensemble/core'
import type { Validator } from '@ensemble/core/schema'

interface Described {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema }>> }>
  >
}

/** `/api/openapi.json`, as far as an answer is held to it. */
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: Json
}

/** A path of the description as a pattern; one without parameters comes before one with. */
const matches = (described: string, pathname: string): boolean =>
  new RegExp(`^${described.replaceAll(/\{(\w+)\}/g, (_, name) => (name === 'file' ? '.+' : '[^/]+'))}$`).test(pathname)

const operationOf = ({ paths }: Description, method: string, pathname: string): Described | undefined => {
  const found = Object.keys(paths).filter((path) => matches(path, pathname) && paths[path]?.[method.toLowerCase()])
  const path = found.find((one) => !one.includes('{')) ?? found.toSorted((a, b) => b.length - a.length)[0]
  return path === undefined ? undefined : paths[path]?.[method.toLowerCase()]
}

/**
 * Checks a route's answer against `/api/openapi.json`, the source of the page's types. Throws an Error that names the
 * place; refusals and bytes pass.
 */
export const holdToDescription = async (
  description: Description,
  validator: Validator,
  method: string,
  pathname: string,
  response: Response,
): Promise<void> => {
  const operation = operationOf(description, method, pathname)
  if (operation === undefined || !response.ok) return
  const place = `${method} ${pathname} ${response.status}`
  const described = operation.responses[response.status]
  if (described === undefined) throw new Error(`${place}: the description does not have this status.`)
  if (!/^application\/json\b/.test(response.headers.get('content-type') ?? '')) return
  const schema = described.content?.['application/json']?.schema
  if (schema === undefined) {
    if (described.content === undefined) throw new Error(`${place}: the description has no content.`)
    return
  }
  if (typeof schema === 'boolean') return
  const verdict = validator.check({ ...schema, components: description.components }, await response.clone().json())
  if (verdict.ok) return
  const found = verdict.issues.map(({ path, message }) => `${path} ${message}`)
  throw new Error(`${place} is not as described: ${found.join('; ')}`)
}
