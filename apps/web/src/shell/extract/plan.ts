import { nameFrom, toolNameFrom } from '@ensemble/core/editor'
import type { Span } from '@ensemble/core/trace'
import { freeName, nameFault, titleFor } from '../../document/texts/files.ts'
import type { ExtractAsked } from '../../platform/api/case-client.ts'

/** The person's input so far; `tool` defaults to the name. */
export interface Wanted {
  readonly words: string
  readonly tool: string | null
}

/** A call that ran a Module is extracted as it is; any others are lifted together. */
export const isModuleAlone = (spans: readonly (Span | undefined)[]): boolean =>
  spans.length === 1 && spans[0]?.module !== undefined

/** Its own name: the Module's, or from the first Tool to the last. */
export function ownName(spans: readonly (Span | undefined)[], names: Iterable<string>): string {
  const [first] = spans
  const tools = [...new Set(spans.flatMap((span) => span?.tool ?? []))]
  const module = isModuleAlone(spans) ? first?.module?.replace(/^idea:\/\//, '') : undefined
  const [one = 'calls', ...others] = tools
  const last = others.at(-1)
  const joiner = others.length === 1 ? 'and' : 'to'
  const words = module ?? (last === undefined ? one : `${dashed(one)}-${joiner}-${dashed(last)}`)
  return titleFor(freeName(nameFrom(words) || 'calls', names))
}

const dashed = (tool: string): string => tool.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase()

/** The file's name for what was written as a name. */
export const fileNameOf = ({ words }: Wanted): string => nameFrom(words.trim())
export const toolOf = (wanted: Wanted): string => wanted.tool ?? toolNameFrom(fileNameOf(wanted))

export type Fault = NonNullable<ReturnType<typeof nameFault>>

/** Why nothing can be called so; null if it can. */
export const faultOf = (wanted: Wanted, names: Iterable<string>): Fault | null => nameFault(fileNameOf(wanted), names)

export const askedOf = (calls: readonly string[], isModule: boolean, wanted: Wanted): ExtractAsked => {
  const name = fileNameOf(wanted)
  const title = wanted.words.trim()
  const [span = ''] = calls
  return { ...(isModule ? { span } : { calls, tool: toolOf(wanted) }), name, ...(title !== name && { title }) }
}
