import { readFile, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { cspFor } from './page-headers.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
  '.gif': 'image/gif',
  '.webmanifest': 'application/manifest+json',
  '.wav': 'audio/wav',
}

const ENCODINGS = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const

/** Vite puts files whose names carry their hash into this folder. */
const HASHED = /^\/assets\//

export const isFile = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}

export const pathIn = (root: string, pathname: string): string | undefined => {
  let decoded: string
  try {
    decoded = decodeURIComponent(pathname)
  } catch {
    return undefined
  }
  if (decoded.includes('\0') || decoded.includes('\\')) return undefined
  const path = join(root, decoded)
  return path.startsWith(root + sep) ? path : undefined
}

/** The page below a base path: the addresses in it begin with that, and it says so to its code. */
const toBased = (html: string, basePath: string): string =>
  html.replaceAll(/(src|href)="\//g, `$1="${basePath}/`).replace('<html ', `<html data-base="${basePath}" `)

const respondPage = async (path: string, request: Request, basePath: string): Promise<Response> => {
  const response = await respond(path, '/index.html', request)
  if (basePath === '') return response
  response.headers.delete('content-length')
  if (request.method === 'HEAD') return response
  return new Response(toBased(await readFile(path, 'utf8'), basePath), response)
}

export const respond = async (path: string, pathname: string, request: Request): Promise<Response> => {
  const accepted = request.headers.get('accept-encoding') ?? ''
  let source = path
  const headers: Record<string, string> = {
    'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
    'cache-control': HASHED.test(pathname) ? 'public, max-age=31536000, immutable' : 'no-cache',
    'content-security-policy': cspFor(pathname),
    vary: 'accept, accept-encoding',
  }
  for (const { name, suffix } of ENCODINGS) {
    if (accepted.includes(name) && (await isFile(path + suffix))) {
      source = path + suffix
      headers['content-encoding'] = name
      break
    }
  }
  const bytes = await readFile(source)
  headers['content-length'] = String(bytes.byteLength)
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(bytes), { headers })
}

/** Where programs ask about a server: an answer of 200 would say that there is something. */
const FOR_PROGRAMS = /^\/(\.|(api|healthz|livez|readyz|metrics)(\/|$))/

const decodedPath = (pathname: string): string => {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}

/** Whether the page is the answer where no file is: at the root, and where a browser opens an address. */
const isOfPage = (pathname: string, request: Request): boolean => {
  if (pathname === '/') return true
  if (HASHED.test(pathname) || extname(pathname) !== '' || FOR_PROGRAMS.test(decodedPath(pathname))) return false
  return takesPage(request.headers.get('accept') ?? '')
}

/** `text/html;q=0` says that HTML is not wanted. */
export const takesPage = (accept: string): boolean =>
  accept
    .toLowerCase()
    .split(',')
    .some((range) => /^\s*text\/html\s*(;|$)/.test(range) && !/;\s*q\s*=\s*0(\.0*)?\s*(;|$)/.test(range))

/**
 * The built page from `root`: precompressed if built so, hashed files cached forever, `index.html` at the root.
 * Undefined if missing.
 */
export const serveStatic = async (root: string, request: Request, basePath = ''): Promise<Response | undefined> => {
  const { pathname } = new URL(request.url)
  const path = pathIn(root, pathname)
  if (path !== undefined && pathname !== '/' && (await isFile(path))) return respond(path, pathname, request)
  if (!isOfPage(pathname, request)) return undefined
  const index = join(root, 'index.html')
  return (await isFile(index)) ? respondPage(index, request, basePath) : undefined
}
