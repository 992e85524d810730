import { isName } from '../tool/name.ts'

/** Where a module's Idea is (docs/contract/protocol.md#tools `_module`, docs/contract/protocol.md#modules). */
export type Address =
  | { readonly type: 'idea'; readonly name: string }
  /** A path inside the workspace, with `/`, without `.` and `..`: `ideas/composer.json`. */
  | { readonly type: 'file'; readonly path: string }
  | { readonly type: 'url'; readonly url: string }
  | { readonly type: 'anonymous' }
  | { readonly type: 'invalid'; readonly code: 'module.unresolved' | 'module.outside'; readonly message: string }

export const ideaAddress = (name: string): string => `idea://${name}`
export const ideaFile = (name: string): string => `ideas/${name}.json`
export const toolFile = (name: string): string => `tools/${name}.json`

/**
 * Reads an address from `_module`. A relative path starts at the folder of `from`, or of the workspace, and never
 * leaves it. Pure: looks nothing up.
 */
export function parseAddress(text: string, from?: string): Address {
  if (text === 'anonymous') return { type: 'anonymous' }
  if (text.startsWith('idea://')) {
    const name = text.slice('idea://'.length)
    return isName(name)
      ? { type: 'idea', name }
      : unresolved(`${text} names no Idea: ${JSON.stringify(name)} is not a valid name.`)
  }
  if (/^https?:\/\//iu.test(text)) {
    return URL.canParse(text) ? { type: 'url', url: new URL(text).href } : unresolved(`${text} is not a valid URL.`)
  }
  if (/^[a-z][a-z0-9+.-]*:/iu.test(text))
    return unresolved(`${text} has an unknown scheme; use idea://, http(s) or a path.`)
  return parsePath(text, from)
}

function parsePath(text: string, from: string | undefined): Address {
  const base = from === undefined ? undefined : parseAddress(from)
  if (base?.type === 'url') return parseAddress(new URL(text, base.url).href)
  const outside: Address = {
    type: 'invalid',
    code: 'module.outside',
    message: `${text} leads out of the workspace; a module's path must stay inside it.`,
  }
  if (text.startsWith('/') || text.includes('\\') || text.includes('\0')) return outside
  const segments = [...folderOf(base)]
  for (const segment of text.split('/')) {
    if (segment === '..' && segments.pop() === undefined) return outside
    if (segment !== '..' && segment !== '.' && segment !== '') segments.push(segment)
  }
  const path = segments.join('/')
  const name = /^ideas\/([^/]+)\.json$/u.exec(path)?.[1]
  return name !== undefined && isName(name) ? { type: 'idea', name } : { type: 'file', path }
}

const folderOf = (base: Address | undefined): readonly string[] => {
  if (base?.type === 'idea') return ['ideas']
  return base?.type === 'file' ? base.path.split('/').slice(0, -1) : []
}

const unresolved = (message: string): Address => ({ type: 'invalid', code: 'module.unresolved', message })

/** The address a Run pins: `idea://name`, a URL, a path, or `anonymous`. */
export function formatAddress(address: Exclude<Address, { type: 'invalid' }>): string {
  switch (address.type) {
    case 'idea':
      return ideaAddress(address.name)
    case 'file':
      return address.path
    case 'url':
      return address.url
    case 'anonymous':
      return 'anonymous'
  }
}
