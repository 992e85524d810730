import type { JsonObject } from '@ensemble/core'
import { changedFields } from '@ensemble/core/trace'
import { t } from '../../../platform/i18n/run.ts'
import { FieldChanges } from '../FieldChanges.tsx'
import { JsonTree } from '../JsonTree.tsx'
import { say } from './say.ts'
import css from './SideBySide.module.css'

interface StateChangeProps {
  readonly run: string
  readonly before: JsonObject
  readonly after: JsonObject
}

/** A Call's change of its Loop's state, with the state before and after it. */
export const StateChange = ({ run, before, after }: StateChangeProps) => (
  <>
    <h4 className={css.title}>{say('changed')}</h4>
    <FieldChanges changes={changedFields(before, after)} />
    <div className={css.sides}>
      <div>
        <h4>{t('detail.before')}</h4>
        <JsonTree run={run} value={before} open={1} />
      </div>
      <div>
        <h4>{t('detail.after')}</h4>
        <JsonTree run={run} value={after} open={1} />
      </div>
    </div>
  </>
)
