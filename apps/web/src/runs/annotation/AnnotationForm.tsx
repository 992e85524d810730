import type { Run } from '@ensemble/core'
import { X } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { listLabels } from '../../platform/api/run-client.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { annotate } from './annotate.ts'
import css from './annotation.module.css'
import { Labels } from './Labels.tsx'
import { say } from './say.ts'

const MOST_LABELS = 20

interface AnnotationFormProps {
  readonly run: Run
  readonly onSaved: (run: Run) => void
}

/** The labels and the note of one Run; labels that other Runs carry are offered while typing. */
export function AnnotationForm({ run, onSaved }: AnnotationFormProps) {
  const [labels, setLabels] = useState<readonly string[]>(run.annotation?.labels ?? [])
  const [note, setNote] = useState(run.annotation?.note ?? '')
  const [typed, setTyped] = useState('')
  const [known, setKnown] = useState<readonly string[]>([])
  const [isSaving, setSaving] = useState(false)
  const suggestions = useId()
  useEffect(() => {
    let current = true
    listLabels().then(
      (found) => current && setKnown(found),
      // Without the others' labels one types one's own.
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [])
  const all = withLabel(labels, typed)
  const save = async (): Promise<void> => {
    setSaving(true)
    const after = await annotate(run, { labels: all, note: note.trim() })
    setSaving(false)
    if (after !== undefined) onSaved(after)
  }
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Field label={say('labels')}>
        {(id) => (
          <>
            <Labels
              labels={labels}
              action={(label) => (
                <IconButton
                  label={say('removeLabel', { label })}
                  Icon={X}
                  size={11}
                  onClick={() => setLabels(labels.filter((each) => each !== label))}
                />
              )}
            />
            <span className={css.add}>
              <input
                id={id}
                list={suggestions}
                value={typed}
                maxLength={60}
                placeholder={say('addLabel')}
                disabled={labels.length >= MOST_LABELS}
                onChange={(event) => setTyped(event.target.value)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || typed.trim() === '') return
                  event.preventDefault()
                  setLabels(all)
                  setTyped('')
                }}
              />
              <datalist id={suggestions}>
                {known
                  .filter((label) => !labels.includes(label))
                  .map((label) => (
                    <option key={label} value={label} />
                  ))}
              </datalist>
            </span>
          </>
        )}
      </Field>
      <Field label={say('note')} hint={say('noteHint')}>
        {(id) => (
          <textarea
            id={id}
            rows={3}
            value={note}
            maxLength={4000}
            onChange={(event) => setNote(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void save()
            }}
          />
        )}
      </Field>
      <Button type="submit" look="primary" disabled={isSaving}>
        {say('save')}
      </Button>
    </form>
  )
}

/** The typed text joins the labels, once. */
const withLabel = (labels: readonly string[], typed: string): readonly string[] => {
  const label = typed.trim()
  return label === '' || labels.includes(label) || labels.length >= MOST_LABELS ? labels : [...labels, label]
}
