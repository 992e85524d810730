import { readOnlyTexts } from '../i18n/en/read-only.ts'
import { createTexts } from '../i18n/index.ts'
import { ApiError, type Guard, requestJson } from './client.ts'

const say = createTexts({ readOnlyTexts })

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly 'x-only-looks'?: true }>>>>
}

/** `/api/ideas/{name}` as addresses are written; a last `{file}` may hold slashes. */
const toPattern = (path: string): string => path.replaceAll('{file}', '.+').replaceAll(/\{\w+\}/g, '[^/]+')

/** Lets pass what a server answers whose workspace cannot be written, as its description says. Throws ApiError. */
export async function readOnlyGuard(): Promise<Guard> {
  const { paths } = await requestJson<Description>('/api/openapi.json')
  const answered = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operation['x-only-looks'] === true ? [`${method.toUpperCase()} ${toPattern(path)}`] : [],
    ),
  )
  const pattern = new RegExp(`^(?:GET .*|${answered.join('|')})$`)
  return (method, path) => {
    if (pattern.test(`${method} ${path.split('?')[0] ?? ''}`)) return
    throw new ApiError(403, 'workspace.readOnly', say('title'), say('text'))
  }
}
