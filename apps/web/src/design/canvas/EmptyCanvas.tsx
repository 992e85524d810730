import { t } from '../../platform/i18n/canvas-notices.ts'
import { carryOut } from '../../document/commands/command.ts'
import { newIdea } from '../../document/commands/add.ts'
import { Button } from '../../platform/ui/Button.tsx'
import styles from './controls.module.css'

/** A workspace without Ideas: one sentence, one button. */
export function EmptyCanvas() {
  return (
    <div className={styles.empty}>
      <p>{t('emptyTitle')}</p>
      <Button look="primary" onClick={() => carryOut(newIdea)}>
        {t('emptyButton')}
      </Button>
    </div>
  )
}
