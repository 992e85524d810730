import { isObject, type Json } from '@ensemble/core'
import type { ReactNode } from 'react'
import { weightsOf } from '../../document/edits/profile.ts'
import { bindTool } from '../../document/edits/profile.ts'
import { fixedValue, type FieldNames } from '../../document/edits/tool-fields.ts'
import type { Work, WorkPlace } from '../../document/edits/worker.ts'
import { applyEdits, documentStore } from '../../document/open/document-store.ts'
import { MODULE_NAMES, type ToolPlace } from '../../document/texts/idea-view.ts'
import { t } from '../../platform/i18n/inspector.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import field from '../../platform/ui/field.module.css'
import { TextInput } from '../../platform/ui/TextInput.tsx'
import { ApprovalField } from './ApprovalField.tsx'
import styles from './inspector.module.css'
import { say } from './say.ts'
import css from './work.module.css'

interface AdvancedSectionProps {
  readonly at: WorkPlace
  readonly work: Work
  readonly onSet: (names: FieldNames, value: Json | undefined) => void
  /** The imports of a Tool that delegates nothing; an Activity can read them. */
  readonly children?: ReactNode
}

/** Everything about a Tool that most Tools leave alone; folded, with what is set in the line that opens it. */
export function AdvancedSection({ at, work, onSet, children }: AdvancedSectionProps) {
  const { place } = at
  const outputPath = fixedValue(place, ['_outputPath'])
  const isRepeatable = fixedValue(place, ['_idempotent']) !== false
  const set = settingsOf(place)
  return (
    <details className={css.advanced} onToggle={({ currentTarget }) => showOpened(currentTarget)}>
      <summary>
        <h3>{say('advanced.title')}</h3>
        <span className={css.set}>{set.length === 0 ? say('advanced.allDefault') : set.join(' · ')}</span>
      </summary>
      <div className={css.advancedBody}>
        <ApprovalField approval={fixedValue(place, ['_approval'])} onChange={(value) => onSet(['_approval'], value)} />
        <label className={field.check}>
          <input
            type="checkbox"
            checked={isRepeatable}
            onChange={(event) => onSet(['_idempotent'], event.currentTarget.checked ? undefined : false)}
          />
          {t('inspector.idempotent')}
        </label>
        <p className={styles.quiet}>{t('inspector.idempotentHint')}</p>
        <label className={field.check}>
          <input
            type="checkbox"
            checked={fixedValue(place, ['_polls']) === true}
            onChange={(event) => onSet(['_polls'], event.currentTarget.checked || undefined)}
          />
          {t('inspector.polls')}
        </label>
        <p className={styles.quiet}>{t('inspector.pollsHint')}</p>
        <Field label={t('inspector.outputPath')} hint={t('inspector.outputPathHint')}>
          {(id) => (
            <TextInput
              id={id}
              isCode
              commit="leaving"
              value={typeof outputPath === 'string' ? outputPath : ''}
              onChange={(value) => onSet(['_outputPath'], value === '' ? undefined : value)}
            />
          )}
        </Field>
        {work.module !== undefined && <ResolveField place={place} onSet={onSet} />}
        {fixedValue(place, MODULE_NAMES) === 'anonymous' && (
          <label className={field.check}>
            <input type="checkbox" checked onChange={() => onSet(MODULE_NAMES, undefined)} />
            {say('advanced.anonymous')}
          </label>
        )}
        {work.split === undefined && !work.isAuthored && <SplitButton at={at} work={work} />}
        {children}
      </div>
    </details>
  )
}

/** The part opens below what is in view: its line goes to the top of the form, which alone scrolls. */
const showOpened = (details: HTMLDetailsElement): void => {
  const form = details.closest(`.${styles.form}`)
  if (!details.open || form === null) return
  form.scrollTop += details.getBoundingClientRect().top - form.getBoundingClientRect().top
}

/** The settings that are not the default, in a few words each. */
function settingsOf(place: ToolPlace): readonly string[] {
  const approval = fixedValue(place, ['_approval'])
  const outputPath = fixedValue(place, ['_outputPath'])
  const resolve = fixedValue(place, ['_resolve'])
  return [
    ...(approval === undefined ? [] : [say(isObject(approval) ? 'advanced.approvalWhen' : 'advanced.approvalAlways')]),
    ...(typeof outputPath === 'string' ? [say('advanced.writes', { path: outputPath })] : []),
    ...(fixedValue(place, ['_idempotent']) === false ? [say('advanced.once')] : []),
    ...(fixedValue(place, ['_polls']) === true ? [say('advanced.polls')] : []),
    ...(typeof resolve === 'string' && resolve !== 'runtime' ? [say('advanced.upfront')] : []),
  ]
}

const resolveKey = (resolve: Json | undefined): 'runtime' | 'upfront' | 'both' =>
  resolve === 'upfront' ? 'upfront' : resolve === 'upfront+output' ? 'both' : 'runtime'

/** When a module's schemas are merged into the Tool. */
function ResolveField({ place, onSet }: Pick<AdvancedSectionProps, 'onSet'> & { readonly place: ToolPlace }) {
  const resolve = fixedValue(place, ['_resolve'])
  return (
    <Field label={say('resolve.label')} hint={say(`resolve.${resolveKey(resolve)}Hint`)}>
      {(id) => (
        <select
          id={id}
          className={field.input}
          value={typeof resolve === 'string' ? resolve : 'runtime'}
          onChange={({ currentTarget: { value } }) => onSet(['_resolve'], value === 'runtime' ? undefined : value)}
        >
          <option value="runtime">{say('resolve.runtime')}</option>
          <option value="upfront">{say('resolve.upfront')}</option>
          <option value="upfront+output">{say('resolve.both')}</option>
        </select>
      )}
    </Field>
  )
}

/** Begins to split the Calls: half stays as it is, half goes to the first other one. */
function SplitButton({ at, work }: Pick<AdvancedSectionProps, 'at' | 'work'>) {
  const current = work.worker.type === 'activity' ? work.worker.name : ''
  const other = current === '' ? at.activities[0] : ''
  if (other === undefined) return null
  const split = (): void => {
    const place = { profile: at.profileName, tool: at.place.name, idea: at.idea, scope: work.scope }
    const weights = [current, other].flatMap((to) => weightsOf(to))
    applyEdits('mode', [bindTool(documentStore.getState().files, place, weights)])
  }
  return (
    <Button size="small" className={styles.addButton} onClick={split}>
      {say('mode.split')}
    </Button>
  )
}
