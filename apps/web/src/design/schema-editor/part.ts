import type { JSONPath } from 'jsonc-parser'
import type { Mode } from '@ensemble/core/tool'
import { ideaFile } from '../../document/texts/files.ts'
import { messagesOf, parseObject } from '../../document/texts/idea-view.ts'
import { findTool, type Files } from '../../document/edits/intents.ts'
import type { EditorPlace } from '../../platform/session/editor-place.ts'

/** The place of the edited part's text. */
export interface PartText {
  readonly file: string
  readonly path: JSONPath
}

/** Undefined where the Idea has no such part (any more). */
export function partText(files: Files, { idea, part }: EditorPlace): PartText | undefined {
  const file = ideaFile(idea)
  if (part.type === 'tool') {
    const found = findTool(files, idea, part.name)
    // A shared file may be gone while Ideas still refer to it: what is typed would go nowhere.
    return found !== undefined && files.get(found.file)?.text != null
      ? { file: found.file, path: found.path }
      : undefined
  }
  const value = parseObject(files.get(file)?.valid)
  if (part.type === 'output') return value.schema === undefined ? undefined : { file, path: ['schema'] }
  const input = messagesOf(value).find(({ type, message }) => type === 'input' && message.schema !== undefined)
  return input && { file, path: ['context', input.index, 'schema'] }
}

export const partKey = ({ idea, part }: EditorPlace): string =>
  part.type === 'tool' ? `${idea}/${part.name}` : `${idea}#${part.type}`

/** The Tool that is edited and how its Calls are executed; null if it is a schema of the Idea itself. */
export interface EditedTool {
  readonly idea: string
  readonly name: string
  readonly mode: Mode
}
