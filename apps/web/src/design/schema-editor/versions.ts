import { isObject, type Json, type JsonObject } from '@ensemble/core'
import { toolsOf } from '../../document/texts/idea-view.ts'
import { toolNameOf } from '../../document/texts/files.ts'
import type { EditorPlace } from '../../platform/session/editor-place.ts'
import type { PartText } from './part.ts'
import { readJson } from './read-json.ts'

/** A version's content: a file's text, or an Idea with its shared Tools as a run used them. */
export type Held =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'pinned'; readonly idea: JsonObject; readonly tools: JsonObject }

/** The value of the whole file in a version. */
export function wholeOf(held: Held, { file }: PartText): Json | undefined {
  if (held.type === 'text') return readJson(held.text)
  const tool = toolNameOf(file)
  return tool === null ? held.idea : held.tools[tool]
}

/** The edited part in a version; Tools are found by name, wherever they were. */
export function partIn(held: Held, place: EditorPlace, part: PartText): Json | undefined {
  const whole = wholeOf(held, part)
  if (part.path.length === 0 || whole === undefined || !isObject(whole)) return whole
  if (place.part.type === 'output') return whole.schema
  if (place.part.type === 'input') {
    const context: readonly Json[] = Array.isArray(whole.context) ? whole.context : []
    const message = context.find((one) => isObject(one) && one.type === 'input')
    return isObject(message) ? message.schema : undefined
  }
  const { name } = place.part
  const shared = (tool: string) => {
    const found = held.type === 'pinned' ? held.tools[tool] : undefined
    return isObject(found) ? found : undefined
  }
  return toolsOf('', whole, shared).find((tool) => tool.name === name)?.schema
}

/** A value's text whatever the order of its keys, by which equal versions are found. */
export const sortedText = (value: Json | undefined): string =>
  value === undefined
    ? ''
    : JSON.stringify(value, (_key, inner: Json) =>
        isObject(inner) ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1))) : inner,
      )
