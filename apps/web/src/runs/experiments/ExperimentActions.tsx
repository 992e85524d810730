import { useState } from 'react'
import {
  cancelExperiment,
  continueExperiment,
  deleteExperiment,
  experimentPageUrl,
  readVariantEdits,
  type ShownExperiment,
} from '../../platform/api/experiment-client.ts'
import { notify } from '../../platform/session/notify.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { applyEdits } from '../../document/open/document-store.ts'
import css from './experiments.module.css'
import { say } from './say.ts'
import { letterOf } from './variant-draft.ts'

interface ExperimentActionsProps {
  readonly experiment: ShownExperiment
  readonly reload: () => void
  readonly onTemplate: (experiment: ShownExperiment) => void
  readonly onDeleted: () => void
}

/** Everything that can be done with an experiment. */
export function ExperimentActions({ experiment, reload, onTemplate, onDeleted }: ExperimentActionsProps) {
  const { id, variants, endedAt, cancelled, isOverBudget, budget } = experiment
  const [sure, setSure] = useState(false)
  const attempt = (work: Promise<void>, then: () => void): void => {
    work.then(then, (error: unknown) => notify.refusal(error))
  }
  const apply = async (variant: number): Promise<void> => {
    const edits = await readVariantEdits(id, variant)
    const letter = letterOf(variant)
    if (edits.length === 0) return notify.done(say('appliedNothing', { letter }))
    // One step of undo, whatever the variant changes.
    applyEdits(
      'variant',
      edits.map(({ file, text }) => ({ file, text })),
    )
    notify.done(say('applied', { letter, count: edits.length }))
  }
  return (
    <span className={css.actions}>
      {endedAt === undefined && <Button onClick={() => attempt(cancelExperiment(id), reload)}>{say('cancel')}</Button>}
      {endedAt !== undefined && (cancelled === true || isOverBudget === true) && (
        <Button
          title={say('continueHint')}
          // The same budget again, on top of what it has cost.
          onClick={() => attempt(continueExperiment(id, isOverBudget ? 2 * (budget ?? 0) : undefined), reload)}
        >
          {say('continue')}
        </Button>
      )}
      {endedAt !== undefined && (
        <select
          aria-label={say('apply')}
          title={say('applyHint')}
          value=""
          onChange={({ target }) => attempt(apply(Number(target.value)), reload)}
        >
          <option value="">{say('apply')}</option>
          {variants.map(({ name }, at) => (
            // Variants stay in their places.
            <option key={at} value={at}>{`${letterOf(at)} ${name}`}</option>
          ))}
        </select>
      )}
      {endedAt !== undefined && (
        <a className={css.page} href={experimentPageUrl(id)} download title={say('shareHint')}>
          {say('share')}
        </a>
      )}
      <Button onClick={() => onTemplate(experiment)}>{say('again')}</Button>
      <Button
        look="danger"
        title={say('deleteHint')}
        onBlur={() => setSure(false)}
        onClick={() => (sure ? attempt(deleteExperiment(id), onDeleted) : setSure(true))}
      >
        {say(sure ? 'deleteSure' : 'delete')}
      </Button>
    </span>
  )
}
