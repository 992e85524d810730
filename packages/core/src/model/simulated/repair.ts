import type { PastCall } from './read-conversation.ts'
import type { SeenTool } from './read-request.ts'
import { propertiesOf } from './schema-view.ts'

/** Why a Tool is not called again. */
export interface LeftOut {
  readonly tool: string
  readonly why: string
}

export type Fate =
  { readonly type: 'open' } | { readonly type: 'done' } | { readonly type: 'left out'; readonly why: string }

/** Once; after an error that names a parameter once more; else left out. */
export const fateOf = (tool: SeenTool, past: readonly PastCall[]): Fate => {
  const own = past.filter((call) => call.tool === tool.name)
  const last = own.at(-1)
  if (last === undefined) return { type: 'open' }
  if (last.error === undefined) return { type: 'done' }
  if (own.length === 1 && (isAboutReference(last) || namedParameter(tool, last) !== undefined)) return { type: 'open' }
  return { type: 'left out', why: last.error.message }
}

export const isAboutReference = ({ error }: PastCall): boolean => error?.code.startsWith('reference.') ?? false

/** The parameter that an error speaks of: by its path, else by its message. */
export const namedParameter = (tool: SeenTool, { error }: PastCall): string | undefined => {
  if (error === undefined) return undefined
  const names = Object.keys(propertiesOf(tool.schema)).filter((name) => name !== '_tool')
  const inPath = error.path?.split('/')[1]?.replaceAll('~1', '/').replaceAll('~0', '~')
  if (inPath !== undefined && names.includes(inPath)) return inPath
  return names.find((name) =>
    new RegExp(`(?:^|[^\\p{L}\\p{N}_])${escapeRegExp(name)}(?![\\p{L}\\p{N}_])`, 'u').test(error.message),
  )
}

const escapeRegExp = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
