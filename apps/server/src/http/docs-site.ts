import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { isFile, pathIn, respond, takesPage } from './static-files.ts'

const HOLDS_ADDRESSES: ReadonlySet<string> = new Set(['.html', '.js', '.css'])
/** The site is built for `/docs/`: an address in it follows a quote, a bracket or an equals sign. */
const ADDRESS = /(?<=["'`(=])\/docs\//g

const firstFile = async (root: string, names: readonly string[]): Promise<string | undefined> => {
  for (const name of names) {
    const path = pathIn(root, name)
    if (path !== undefined && (await isFile(path))) return path
  }
  return undefined
}

const respondBased = async (path: string, name: string, request: Request, basePath: string): Promise<Response> => {
  const response = await respond(path, name, request)
  if (basePath === '' || !HOLDS_ADDRESSES.has(extname(path))) return response
  response.headers.delete('content-length')
  if (request.method === 'HEAD') return response
  return new Response((await readFile(path, 'utf8')).replaceAll(ADDRESS, `${basePath}/docs/`), response)
}

/**
 * A file of the built docs site in `root`, for an address below `/docs`. A page needs no `.html`, and a browser gets the site's own page for
 * an unknown address. Undefined if there is no such file, or the site isn't built.
 */
export const serveDocs = async (root: string, request: Request, basePath = ''): Promise<Response | undefined> => {
  const name = new URL(request.url).pathname.replace(/^(\/w\/[^/]+)?\/docs/, '')
  if (name === '') return new Response(null, { status: 308, headers: { location: `${basePath}/docs/` } })
  const path = await firstFile(root, name.endsWith('/') ? [`${name}index.html`] : [name, `${name}.html`])
  if (path !== undefined) return respondBased(path, name, request, basePath)
  const missing = takesPage(request.headers.get('accept') ?? '') ? await firstFile(root, ['/404.html']) : undefined
  if (missing === undefined) return undefined
  const page = await respondBased(missing, '/404.html', request, basePath)
  return new Response(page.body, { status: 404, headers: page.headers })
}
