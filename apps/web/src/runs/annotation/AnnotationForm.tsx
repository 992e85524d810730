import type { Run } from '@ensemble/core'
import type { Annotation } from '@ensemble/core/journal'
import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useStore } from 'zustand'
import { createSavingForm } from '../../document/saving/saving-form.ts'
import { Field } from '../../platform/ui/Field.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { SavingLine } from '../saving/SavingLine.tsx'
import { saveAnnotation } from './annotate.ts'
import css from './annotation.module.css'
import { Labels } from './Labels.tsx'
import { say } from './say.ts'
import { useLabels } from './use-labels.ts'

const MOST_LABELS = 20

interface AnnotationFormProps {
  readonly run: Run
  readonly onSaved: (run: Run) => void
  readonly onDone: () => void
}

type Said = Pick<Annotation, 'labels' | 'note'>

/** The labels and the note of one Run, which save themselves; labels that other Runs carry are offered while typing. */
export function AnnotationForm({ run, onSaved, onDone }: AnnotationFormProps) {
  const { id } = run
  const [form] = useState(() => {
    const { labels = [], note = '' } = run.annotation ?? {}
    const save = async (said: Said): Promise<void> =>
      onSaved(await saveAnnotation(id, { ...said, note: said.note.trim() }))
    return createSavingForm<Said>({ labels, note }, { save })
  })
  const { labels, note } = useStore(form.store, ({ value }) => value)
  const [typed, setTyped] = useState('')
  const known = useLabels()
  const suggestions = useId()
  const change = (part: Partial<Said>): void => form.change({ ...form.store.getState().value, ...part })
  const addTyped = (): void => {
    setTyped('')
    const all = withLabel(labels, typed)
    if (all !== labels) change({ labels: all })
  }
  const leave = useEffectEvent(() => {
    addTyped()
    void form.flush()
  })
  useEffect(() => () => leave(), [])
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        onDone()
      }}
    >
      <Field label={say('labels')}>
        {(field) => (
          <>
            <Labels
              labels={labels}
              action={(label) => (
                <IconButton
                  label={say('removeLabel', { label })}
                  Icon={X}
                  size={11}
                  onClick={() => change({ labels: labels.filter((each) => each !== label) })}
                />
              )}
            />
            <span className={css.add}>
              <input
                id={field}
                list={suggestions}
                value={typed}
                maxLength={60}
                placeholder={say('addLabel')}
                disabled={labels.length >= MOST_LABELS}
                onChange={(event) => setTyped(event.target.value)}
                onBlur={addTyped}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || typed.trim() === '') return
                  event.preventDefault()
                  addTyped()
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
        {(field) => (
          <textarea
            id={field}
            rows={3}
            value={note}
            maxLength={4000}
            onChange={(event) => change({ note: event.target.value })}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) onDone()
            }}
          />
        )}
      </Field>
      <SavingLine form={form} />
    </form>
  )
}

/** The typed text joins the labels, once. */
const withLabel = (labels: readonly string[], typed: string): readonly string[] => {
  const label = typed.trim()
  return label === '' || labels.includes(label) || labels.length >= MOST_LABELS ? labels : [...labels, label]
}
