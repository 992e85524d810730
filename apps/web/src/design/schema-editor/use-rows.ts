import { flatRows, type FlatRow } from '@ensemble/core/editor'
import { useMemo } from 'react'
import { useAnswer } from './use-answer.ts'

/** Characters up to which a table is read within the frame that draws it. */
const AT_ONCE = 40_000
const NONE: readonly FlatRow[] = []

/** The rows of a schema's table as its text is now; those of a very long text are read by the worker. */
export function useRows(text: string, pointer: string, open: ReadonlySet<string>): readonly FlatRow[] {
  const isShort = text.length <= AT_ONCE
  const now = useMemo(() => (isShort ? flatRows(text, pointer, open) : null), [isShort, text, pointer, open])
  const asked = useMemo(() => (isShort ? null : { text, pointer, open: [...open] }), [isShort, text, pointer, open])
  const { answer } = useAnswer('rows', asked)
  return now ?? answer ?? NONE
}
