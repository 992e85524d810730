import type { BlastRadius } from '@ensemble/core/run'
import type { SpanDetail, TraceLog } from '@ensemble/core/trace'
import { useEffect, useState } from 'react'
import { blastRadiusOf, forkRun } from '../../platform/api/run-client.ts'
import { clearBlastRadius, showBlastRadius } from '../open/look-at-trace.ts'
import { goTo } from '../../platform/session/location.ts'
import { keepDraft, readDraft } from '../../platform/ui/drafts.ts'
import { notify } from '../../platform/session/notify.ts'
import { PLAIN_KINDS, editOf, kindsOf, textOf, type EditKind } from './edits.ts'

export interface ForkOf {
  readonly run: string
  readonly log: TraceLog
  readonly detail: SpanDetail
}

/** The reason that a required JSON text isn't one; null if it is fine. */
export function faultOf(kind: EditKind, text: string): string | null {
  if (PLAIN_KINDS.has(kind)) return null
  try {
    JSON.parse(text)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** The edit of one recorded span: its kind, its text, what it would reach, and the fork. */
export function useForkEdit({ run, log, detail }: ForkOf) {
  const kinds = kindsOf(detail)
  const draftOf = (each: EditKind): string => `fork/${run}/${detail.span.id}/${each}`
  const [kind, setKind] = useState<EditKind>(
    () => kinds.find((each) => readDraft(draftOf(each)) !== null) ?? kinds[0] ?? 'result',
  )
  const [original, setOriginal] = useState<string | null>(null)
  const [text, setText] = useState('')
  const [radius, setRadius] = useState<BlastRadius | null>(null)
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    let current = true
    textOf(run, log, detail, kind).then(
      (found) => {
        if (!current) return
        setOriginal(found)
        const draft = readDraft(draftOf(kind))
        setText(typeof draft === 'string' ? draft : found)
        setRadius(null)
      },
      (error: unknown) => notify.refusal(error),
    )
    return () => {
      current = false
    }
    // eslint-disable-next-line react/exhaustive-deps -- what is recorded of a span that has ended stays as it is
  }, [run, detail.span.id, kind])
  useEffect(() => clearBlastRadius, [])

  const options = () => ({ at: log.events.length, edit: editOf(log, detail, kind, text) })
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      notify.refusal(error)
    } finally {
      setBusy(false)
    }
  }
  const fault = faultOf(kind, text)
  const isChanged = original !== null && text !== original
  return {
    kinds,
    kind,
    text,
    radius,
    fault,
    isChanged,
    canGo: isChanged && fault === null && !busy,
    choose: (name: string): void => setKind(kinds.find((each) => each === name) ?? kind),
    write: (next: string): void => {
      setText(next)
      keepDraft(draftOf(kind), next === original ? null : next)
      setRadius(null)
      clearBlastRadius()
    },
    preview: (): Promise<void> =>
      attempt(async () => {
        const found = await blastRadiusOf(run, options())
        setRadius(found)
        showBlastRadius(log, found)
      }),
    go: (): Promise<void> =>
      attempt(async () => {
        const { id: fork } = await forkRun(run, options())
        keepDraft(draftOf(kind), null)
        clearBlastRadius()
        goTo('compare', { a: run, b: fork })
      }),
  }
}
