import { isObject, type Json, type JsonObject } from '@ensemble/core'
import { useEffect, useState } from 'react'
import { exampleText } from '../../platform/i18n/example-words.ts'
import { JsonInput } from '../../platform/forms/JsonInput.tsx'
import { initialValue } from '../../platform/forms/schema-values.ts'
import { SchemaForm } from '../../platform/forms/SchemaForm.tsx'
import { readForm, type SharedForm, type VisibleStep } from '../../platform/api/visitor-client.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { Outcome } from './Outcome.tsx'
import { say } from './say.ts'
import css from './use.module.css'
import { useVisitorRun, type RunInPage } from './use-run.ts'

const sentenceOf = (step: VisibleStep): string => {
  if (step.type === 'thinks') return say('thinks', { who: step.who })
  return step.type === 'works' ? say('works', { who: step.who, what: step.what }) : say('waits')
}

/** Who does what, the newest last; a step that repeats itself is one line. */
function Steps({ steps, ended, isAway }: RunInPage) {
  const lines = steps.map(sentenceOf).filter((line, index, all) => line !== all[index - 1])
  return (
    <details className={css.progress} open={ended === null}>
      <summary>{say(ended === null ? 'working' : 'progress')}</summary>
      <ol aria-live="polite">
        {lines.map((line, index) => (
          <li key={index}>{line}</li>
        ))}
      </ol>
      {ended === null && !isAway && <div className={css.busy} aria-hidden />}
      {isAway && <p role="status">{say('away')}</p>}
    </details>
  )
}

const isForm = (schema: JsonObject): boolean => schema.type === 'object' || isObject(schema.properties)

interface InputProps {
  readonly schema: JsonObject
  readonly value: Json
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (value: Json) => void
}

function Input({ schema, value, errors, onChange }: InputProps) {
  if (isForm(schema))
    return <SchemaForm schema={schema} value={isObject(value) ? value : {}} errors={errors} onChange={onChange} />
  return (
    <Field label={say('input')} error={errors['']}>
      {(id, marks) => (
        <JsonInput
          id={id}
          label={say('input')}
          marks={marks}
          value={value}
          onChange={(changed) => onChange(changed ?? null)}
        />
      )}
    </Field>
  )
}

function Form({ form }: { readonly form: SharedForm }) {
  const [input, setInput] = useState<Json>(() =>
    form.input === null ? {} : (initialValue(form.input, form.input) ?? {}),
  )
  const running = useVisitorRun()
  const { run, ended, isStarting, refusal, start } = running
  const isBusy = isStarting || (run !== null && ended === null)
  return (
    <main className={css.page}>
      <h1>{exampleText(form.title)}</h1>
      {form.description !== undefined && <p className={css.lead}>{exampleText(form.description)}</p>}
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) start(input)
        }}
      >
        {form.input !== null && (
          <Input schema={form.input} value={input} errors={refusal?.errors ?? {}} onChange={setInput} />
        )}
        {refusal !== null && (
          <p className={css.fault} role="alert">
            {refusal.message === '' ? say('failed') : refusal.message}
          </p>
        )}
        <Button type="submit" look="primary" disabled={isBusy}>
          {say(isBusy ? 'working' : run === null ? 'start' : 'again')}
        </Button>
      </form>
      {run !== null && ended !== null && <Outcome run={run} ended={ended} />}
      {run !== null && <Steps {...running} />}
    </main>
  )
}

/** A shared Idea for people who do not see the designer: its form, its progress in words, its result. */
export function UsePage() {
  const [form, setForm] = useState<SharedForm | null>(null)
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    readForm().then(setForm, () => setMissing(true))
  }, [])
  if (form !== null) return <Form form={form} />
  return (
    <main className={css.page}>
      <p role="status">{say(isMissing ? 'missing' : 'loading')}</p>
    </main>
  )
}
