import { getLocation, type JSONPath } from 'jsonc-parser'
import type { FileEdit } from '../../document/texts/document.ts'
import { nodeAt } from '../../document/texts/json-edit.ts'
import { renameField, type FieldOwner } from '../../document/edits/rename-field.ts'
import { applyEdits, documentStore } from '../../document/open/document-store.ts'

const filesNow = () => documentStore.getState().files

/** A pointer's segments as steps of a path: numbers where they count items. */
function stepsOf(text: string, base: JSONPath, pointer: string): JSONPath {
  return pointer
    .split('/')
    .slice(1)
    .reduce<JSONPath>((path, segment) => {
      const step = segment.replaceAll('~1', '/').replaceAll('~0', '~')
      return [...path, nodeAt(text, path)?.type === 'array' ? Number(step) : step]
    }, base)
}

/**
 * Renames a field of the object schema at `pointer` below `base` in all files, as one step of undo with what `then`
 * makes of the file that holds it; it gets the pointer to `base`. False if the name is taken.
 */
export function renameEverywhere(
  { file, path: base }: FieldOwner,
  pointer: string,
  from: string,
  to: string,
  then: (text: string, base: string) => string = (text) => text,
): boolean {
  const text = filesNow().get(file)?.text ?? ''
  const edits = renameField(filesNow(), { file, path: stepsOf(text, base, pointer) }, from, to)
  const place = base.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
  const all = edits.map((edit) =>
    edit.file === file && edit.text !== null ? { ...edit, text: then(edit.text, place) } : edit,
  )
  if (edits.length > 0) applyEdits('renameField', all)
  return edits.length > 0
}

/**
 * The changes in other files for a rename at `offset`. The editor changes the text itself; one mark joins both for
 * undo.
 */
export function renameElsewhere({ file, path: base }: FieldOwner, shown: string, offset: number, to: string): void {
  const path = getLocation(shown, offset).path
  const name = path.at(-2) === 'properties' ? path.at(-1) : undefined
  const owner = path.slice(0, -2)
  if (typeof name !== 'string') return
  const others = renameField(filesNow(), { file, path: [...base, ...owner] }, name, to).filter(
    (edit: FileEdit) => edit.file !== file,
  )
  if (others.length > 0) applyEdits('renameField', others, { mark: `${file}#text` })
}
