import { PROBLEM_CODES } from '@ensemble/core/editor'
import { useEffect, useRef } from 'react'
import { problemReason, problemText } from '../../platform/i18n/problem-text.ts'
import { MarkerSeverity, editor } from './monaco.ts'
import { onlyMoved, type Found } from './moved-problems.ts'
import type { FileDiagnosis } from './use-diagnosis.ts'
import type { SliceView } from './use-slice.ts'

const SEVERITY = {
  error: MarkerSeverity.Error,
  warning: MarkerSeverity.Warning,
  info: MarkerSeverity.Info,
} as const

const REASONS: { readonly [code: string]: string | undefined } = PROBLEM_CODES
/** The problem, and its consequence. */
const withReason = (code: string, message: string): string => {
  const [what, why] = [problemText({ code, message }), problemReason(code, REASONS[code])]
  return why === undefined || why === what ? what : `${what}\n${why}`
}

/** Underlines a text's problems. Until the next check, markers move with their words. */
export function useMarkers(
  view: editor.IStandaloneCodeEditor | undefined,
  { fileText, isWide, toShown }: SliceView,
  { problems, isCurrent }: FileDiagnosis,
): void {
  /** The problems of the markers. */
  const marked = useRef<{ readonly model: editor.ITextModel; readonly isWide: boolean; readonly found: Found } | null>(
    null,
  )
  useEffect(() => {
    const model = view?.getModel()
    if (!model || !isCurrent) return
    const found = { text: fileText, problems }
    const before = marked.current
    marked.current = { model, isWide, found }
    if (before?.model === model && before.isWide === isWide && onlyMoved(before.found, found)) return
    const markers = problems.flatMap(({ severity, code, message, range = [0, 1] }) => {
      const shown = toShown(range)
      if (shown === null) return []
      const start = model.getPositionAt(shown[0])
      const end = model.getPositionAt(shown[0] + shown[1])
      return [
        {
          severity: SEVERITY[severity],
          message: withReason(code, message),
          code,
          startLineNumber: start.lineNumber,
          startColumn: start.column,
          // A long value is underlined on its first line only.
          endLineNumber: start.lineNumber,
          endColumn: end.lineNumber === start.lineNumber ? end.column : model.getLineMaxColumn(start.lineNumber),
        },
      ]
    })
    editor.setModelMarkers(model, 'ensemble', markers)
  }, [problems, isCurrent, view, toShown, fileText, isWide])
}
