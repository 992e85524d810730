import type { ReactNode } from 'react'
import { t } from '../../../platform/i18n/run.ts'
import { say } from '../say.ts'
import css from './Timeline.module.css'

interface Columns {
  readonly isPriced: boolean
  readonly isWaited: boolean
}

/** The titles of the columns after the bars. */
export const ColumnTitles = ({ isPriced, isWaited }: Columns) => (
  <>
    <span className={css.time} title={say('lasted')}>
      {say(isWaited ? 'worked' : 'time')}
    </span>
    {isWaited && (
      <span className={css.waited} title={say('waitedHint')}>
        {say('waitedColumn')}
      </span>
    )}
    <span className={css.tokens}>{t('timeline.tokens')}</span>
    {isPriced && <span className={css.cost}>{say('cost')}</span>}
  </>
)

/** The columns of a line with something in the one of the bars. */
export const Lanes = ({ isPriced, isWaited, children }: Columns & { readonly children: ReactNode }) => (
  <span className={css.lanes}>
    <span className={css.name} />
    <span className={css.lane}>{children}</span>
    <span className={css.time} />
    {isWaited && <span className={css.waited} />}
    <span className={css.tokens} />
    {isPriced && <span className={css.cost} />}
  </span>
)
