import type { Json } from '@ensemble/core'
import { ideaName } from '@ensemble/core/trace'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { startExperiment, type ShownExperiment } from '../api/experiment-client.ts'
import { listRuns } from '../api/run-client.ts'
import { useGraph } from '../stores/graph.ts'
import { focusedNode, sessionStore } from '../stores/session.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import field from '../ui/field.module.css'
import { notify } from '../stores/notify.ts'
import { classes } from '../ui/classes.ts'
import css from './experiments.module.css'
import { readIdea, startInput } from './page-idea.ts'
import { say } from './say.ts'
import { fromVariant, letterOf, parseInputs, toVariant, type VariantDraft } from './variant-draft.ts'
import { VariantFields } from './VariantFields.tsx'

interface ExperimentFormProps {
  /** What the form begins with. */
  readonly template: ShownExperiment | null
  readonly onStarted: (id: string) => void
  readonly onCancel: () => void
}

const MOST_VARIANTS = 8
const RECENT = 20

const linesOf = (inputs: readonly Json[]): string => inputs.map((input) => JSON.stringify(input)).join('\n')

/** The Idea that is selected on the canvas, else the first. */
const usualIdea = (names: readonly string[]): string => {
  const focused = focusedNode(sessionStore.getState())?.replace(/^idea:/, '')
  return names.find((name) => name === focused) ?? names[0] ?? ''
}

/** A prompt that nobody has worded yet is of the Idea that runs. */
const follow = (draft: VariantDraft, idea: string): VariantDraft =>
  draft.differs.kind === 'prompt' && draft.differs.message < 0
    ? { ...draft, differs: { ...draft.differs, idea } }
    : draft

/** Asks for the inputs and the variants, and starts the Runs. */
export function ExperimentForm({ template, onStarted, onCancel }: ExperimentFormProps) {
  const ideas = useGraph().nodes.filter(({ kind }) => kind === 'idea')
  const [idea, setIdea] = useState(() =>
    template === null ? usualIdea(ideas.map(({ name }) => name)) : ideaName(template.idea),
  )
  const [title, setTitle] = useState(template?.title ?? '')
  const [text, setText] = useState(() => linesOf(template?.inputs ?? [startInput(idea)]))
  const [variants, setVariants] = useState<readonly VariantDraft[]>(
    () =>
      template?.variants.map((variant) => fromVariant(variant, readIdea)) ?? [
        { name: say('form.asItIs'), differs: { kind: 'none' } },
        { name: letterOf(1), differs: { kind: 'prompt', idea, message: -1, text: '' } },
      ],
  )
  const [repeats, setRepeats] = useState(template?.repeats ?? 1)
  const [busy, setBusy] = useState(false)
  const parsed = parseInputs(text)
  const inputs = parsed.ok ? parsed.inputs : []
  const fault = parsed.ok
    ? inputs.length === 0
      ? say('form.noInputs')
      : null
    : say('form.fault', { line: parsed.line, reason: parsed.reason })

  const addRuns = async (): Promise<void> => {
    try {
      const { items } = await listRuns(RECENT, { idea })
      const known = new Set(inputs.map((input) => JSON.stringify(input)))
      const more = items.map(({ input }) => input).filter((input) => !known.has(JSON.stringify(input)))
      const distinct = [...new Map(more.map((input) => [JSON.stringify(input), input])).values()]
      setText(linesOf([...inputs, ...distinct]))
    } catch (error) {
      notify.refusal(error)
    }
  }
  const start = async (): Promise<void> => {
    setBusy(true)
    try {
      const { id } = await startExperiment({
        ...{ title: title.trim(), idea, inputs, repeats },
        variants: variants.map((draft) => toVariant(draft, readIdea)),
      })
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
      <div className={css.row}>
        <Field label={say('form.idea')}>
          {(id) => (
            <select
              id={id}
              className={field.input}
              value={idea}
              onChange={(event) => {
                // Inputs that nobody wrote follow the Idea.
                if (text === linesOf([startInput(idea)])) setText(linesOf([startInput(event.target.value)]))
                setVariants(variants.map((draft) => follow(draft, event.target.value)))
                setIdea(event.target.value)
              }}
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
              value={title}
              onChange={(event) => setTitle(event.target.value)}
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
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <span className={css.actions}>
        <Button size="small" disabled={!parsed.ok} onClick={() => void addRuns()}>
          {say('form.addRuns')}
        </Button>
        {parsed.ok && <span className={css.facts}>{say('form.added', { count: inputs.length })}</span>}
      </span>
      <h3>{say('form.variants')}</h3>
      <p className={css.facts}>{say('form.variantsHint')}</p>
      {variants.map((draft, at) => (
        <VariantFields
          // Variants have no identity but their place.
          key={at}
          at={at}
          idea={idea}
          draft={draft}
          canRemove={variants.length > 2}
          onChange={(changed) => setVariants(variants.with(at, changed))}
          onRemove={() => setVariants(variants.filter((_, other) => other !== at))}
        />
      ))}
      <span className={css.actions}>
        <Button
          size="small"
          disabled={variants.length >= MOST_VARIANTS}
          onClick={() => setVariants([...variants, { name: letterOf(variants.length), differs: { kind: 'none' } }])}
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
            value={repeats}
            onChange={(event) => setRepeats(Math.min(20, Math.max(1, Math.trunc(event.target.valueAsNumber) || 1)))}
          />
        </label>
      </span>
      <span className={css.actions}>
        <Button look="primary" type="submit" disabled={busy || fault !== null || idea === ''}>
          {say('form.start', { count: inputs.length * variants.length * repeats })}
        </Button>
        <Button onClick={onCancel}>{say('form.cancel')}</Button>
      </span>
    </form>
  )
}
