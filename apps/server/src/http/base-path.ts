import { EnsembleError } from '@ensemble/core'
import type { Answer } from './app-type.ts'

/** The first part of an address that the server answers itself. */
const OWN: readonly string[] = ['w', 'api', 'assets', 'docs', 'mcp', 'metrics', 'use']
const SEGMENT = /^[\w~-][\w.~-]*$/

/**
 * `/ensemble` as it is used: a slash before each part, none at the end; empty for the root. Throws EnsembleError
 * `settings.invalid` that names the setting.
 */
export const toBasePath = (setting: string, value: string): string => {
  const segments = value.replace(/^\/|\/$/g, '').split('/')
  if (segments.length === 1 && segments[0] === '') return ''
  const wrong = segments.find((segment) => !SEGMENT.test(segment))
  if (wrong !== undefined)
    throw new EnsembleError(
      'settings.invalid',
      `${setting} must be a path such as /ensemble, of letters, digits, "-", "_", "~" and dots, but it is "${value}".`,
    )
  const [first = ''] = segments
  if (OWN.includes(first.toLowerCase()))
    throw new EnsembleError(
      'settings.invalid',
      `${setting} must not begin with /${first}, because the server uses that address itself.`,
    )
  return `/${segments.join('/')}`
}

/**
 * Answers addresses below `basePath` as if they had no base path. Others are answered, too: some proxies take the base
 * path off, and programs on this machine need none.
 */
export const belowBasePath = (basePath: string, answer: Answer): Answer => {
  if (basePath === '') return answer
  return (request, asked) => {
    const url = new URL(request.url)
    if (url.pathname === basePath)
      return new Response(null, { status: 308, headers: { location: `${basePath}/${url.search}` } })
    if (!url.pathname.startsWith(`${basePath}/`)) return answer(request, asked)
    url.pathname = url.pathname.slice(basePath.length)
    return answer(new Request(url, request), asked)
  }
}
