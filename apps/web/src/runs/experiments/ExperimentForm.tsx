import type { GraphNode } from '@ensemble/core'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { startExperiment, type ShownExperiment } from '../../platform/api/experiment-client.ts'
import { useGraph } from '../../document/graph/graph-store.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import field from '../../platform/ui/field.module.css'
import { JsonInput } from '../../platform/forms/JsonInput.tsx'
import { notify } from '../../platform/session/notify.ts'
import { classes } from '../../platform/ui/classes.ts'
import css from './experiments.module.css'
import { say } from './say.ts'
import { useExperimentDraft } from './use-experiment-draft.ts'
import { letterOf } from './variant-draft.ts'
import { VariantFields } from './VariantFields.tsx'

interface ExperimentFormProps {
  /** The form's initial values. */
  readonly template: ShownExperiment | null
  readonly onStarted: (id: string) => void
  readonly onCancel: () => void
}

const MOST_VARIANTS = 8
/** Asks for the inputs and the variants, and starts the Runs. */
export function ExperimentForm({ template, onStarted, onCancel }: ExperimentFormProps) {
  const ideas = useGraph().nodes.filter(({ kind }) => kind === 'idea')
  const draft = useExperimentDraft(
    template,
    ideas.map(({ name }) => name),
  )
  const { idea, variants, fault } = draft
  const [busy, setBusy] = useState(false)
  const start = async (): Promise<void> => {
    setBusy(true)
    try {
      const { id } = await startExperiment(draft.asked())
      draft.forget()
      onStarted(id)
    } catch (error) {
      setBusy(false)
      notify.refusal(error)
    }
  }

  return (
    <form
      className={css.form}
      aria-label={say('new')}
      onSubmit={(event) => {
        event.preventDefault()
        void start()
      }}
    >
      <Inputs draft={draft} ideas={ideas} />
      <Variants draft={draft} />
      <span className={css.actions}>
        <Button look="primary" type="submit" disabled={busy || fault !== null || idea === ''}>
          {say('form.start', { count: draft.inputs.length * variants.length * draft.repeats })}
        </Button>
        <Button
          onClick={() => {
            draft.forget()
            onCancel()
          }}
        >
          {say('form.cancel')}
        </Button>
      </span>
    </form>
  )
}

type Draft = ReturnType<typeof useExperimentDraft>

interface InputsProps {
  readonly draft: Draft
  readonly ideas: readonly GraphNode[]
}

/** Which Idea runs, what the experiment is called, and the inputs of its Runs. */
function Inputs({ draft, ideas }: InputsProps) {
  const { idea, fault } = draft
  return (
    <>
      <div className={css.row}>
        <Field label={say('form.idea')}>
          {(id) => (
            <select
              id={id}
              className={field.input}
              value={idea}
              onChange={(event) => draft.chooseIdea(event.target.value)}
            >
              {ideas.map(({ name, title: shown }) => (
                <option key={name} value={name}>
                  {shown ?? name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={say('form.title')}>
          {(id) => (
            <input
              id={id}
              className={field.input}
              maxLength={200}
              placeholder={say('form.titleHint')}
              value={draft.title}
              onChange={(event) => draft.setTitle(event.target.value)}
            />
          )}
        </Field>
      </div>
      <Field label={say('form.inputs')} hint={say('form.inputsHint')} error={fault}>
        {(id) => (
          <textarea
            id={id}
            className={classes(field.input, field.code)}
            rows={3}
            spellCheck={false}
            aria-invalid={fault !== null}
            value={draft.text}
            onChange={(event) => draft.setText(event.target.value)}
          />
        )}
      </Field>
      <span className={css.actions}>
        <Button size="small" disabled={!draft.canRead} onClick={() => void draft.addRuns()}>
          {say('form.addRuns')}
        </Button>
        {draft.canRead && <span className={css.facts}>{say('form.added', { count: draft.inputs.length })}</span>}
      </span>
    </>
  )
}

/** The differences between the Runs, and the repetitions of each. */
function Variants({ draft }: { readonly draft: Draft }) {
  const { idea, variants } = draft
  return (
    <>
      <h3>{say('form.variants')}</h3>
      <p className={css.facts}>{say('form.variantsHint')}</p>
      {variants.map((variant, at) => (
        <VariantFields
          // Variants have no identity but their place.
          key={at}
          at={at}
          idea={idea}
          draft={variant}
          canRemove={variants.length > 2}
          onChange={(changed) => draft.setVariants(variants.with(at, changed))}
          onRemove={() => draft.setVariants(variants.filter((_, other) => other !== at))}
        />
      ))}
      <span className={css.actions}>
        <Button
          size="small"
          disabled={variants.length >= MOST_VARIANTS}
          onClick={() =>
            draft.setVariants([...variants, { name: letterOf(variants.length), differs: { kind: 'none' } }])
          }
        >
          <Plus size={13} aria-hidden /> {say('form.add')}
        </Button>
        <label className={css.repeats}>
          {say('form.repeats')}
          <input
            className={field.input}
            type="number"
            min={1}
            max={20}
            value={draft.repeats}
            onChange={(event) => draft.setRepeats(event.target.valueAsNumber)}
          />
        </label>
        <label className={css.repeats} title={say('form.budgetHint')}>
          {say('form.budget')}
          <input
            className={field.input}
            type="number"
            min={0}
            step="any"
            value={draft.budget}
            onChange={(event) => draft.setBudget(event.target.value)}
          />
        </label>
      </span>
      <Field label={say('form.expect')} hint={say('form.expectHint')}>
        {(id) => (
          <JsonInput
            id={id}
            label={say('form.expect')}
            value={draft.expect}
            onChange={(value) => draft.setExpect(value ?? [])}
          />
        )}
      </Field>
    </>
  )
}
