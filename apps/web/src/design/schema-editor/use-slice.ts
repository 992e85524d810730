import type { JSONPath } from 'jsonc-parser'
import { useCallback, useMemo, useState } from 'react'
import { changeText, useRecord } from '../../document/open/use-file.ts'
import { documentStore } from '../../document/open/document-store.ts'
import { WHOLE, shownOffsets, shownText, sliceInDraft, toFileOffset, withShown, type Slice } from './slice.ts'

/** A part of a file as its own text, bound to the file both ways. */
export interface SliceView {
  readonly file: string
  /** The current text of the shown part. */
  readonly text: string
  /** The file's own text that `text` was taken from. */
  readonly fileText: string
  /** The whole file is shown instead of a part: the text is broken around the part, or it was asked for. */
  readonly isWide: boolean
  /** Puts a new text in its place; changes of one `mark` that follow at once are one step of undo. */
  readonly change: (change: (shown: string) => string, mark: string) => void
  /** A range of the file within the shown part; null if outside. */
  readonly toShown: (
    range: readonly [offset: number, length: number],
  ) => readonly [offset: number, length: number] | null
  readonly toFile: (offset: number) => number
}

/** The slice if it still fits a text, else a new one. */
const fitting = (text: string, valid: string | null, slice: Slice, path: JSONPath): Slice =>
  (slice === WHOLE && path.length > 0) || shownText(text, slice) === null ? sliceInDraft(text, valid, path) : slice

/**
 * One value of a file; `[]` is the whole file. Keep `path` stable. A text broken around it, or `wanted` so, is shown
 * whole.
 */
export function useSlice(file: string, path: JSONPath, wanted: 'part' | 'whole' = 'part'): SliceView {
  const record = useRecord(file)
  const fileText = record?.text ?? ''
  const valid = record?.valid ?? null
  const [held, setHeld] = useState(() => sliceInDraft(fileText, valid, path))
  const slice = wanted === 'whole' ? WHOLE : fitting(fileText, valid, held, path)
  if (slice !== held) setHeld(slice)
  const text = shownText(fileText, slice) ?? fileText

  const change = useCallback<SliceView['change']>(
    (edit, mark) => {
      changeText(file, `${file}#${mark}`, (now) => {
        const known = documentStore.getState().files.get(file)?.valid ?? null
        const place = slice === WHOLE ? WHOLE : fitting(now, known, slice, path)
        return withShown(place, edit(shownText(now, place) ?? now))
      })
    },
    [file, path, slice],
  )
  const toOffset = useMemo(() => shownOffsets(fileText, slice), [fileText, slice])
  const toShown = useCallback<SliceView['toShown']>(
    ([offset, length]) => {
      const from = slice.prefix.length
      const to = fileText.length - slice.suffix.length
      if (offset + length <= from || offset >= to) return null
      const start = toOffset(offset)
      return [start, toOffset(offset + length) - start]
    },
    [slice, fileText, toOffset],
  )
  const toFile = useCallback<SliceView['toFile']>((offset) => toFileOffset(slice, text, offset), [slice, text])
  return useMemo(
    () => ({ file, text, fileText, isWide: slice === WHOLE && path.length > 0, change, toShown, toFile }),
    [file, text, fileText, slice, path, change, toShown, toFile],
  )
}
