import { t } from '../../platform/i18n/index.ts'
import styles from './skeleton.module.css'

/** What stands for the graph until it is there; shows itself only when that takes a moment. */
export function Skeleton() {
  return (
    <div className={styles.skeleton} role="status" aria-label={t('app.loading')}>
      <i />
      <i />
      <i />
    </div>
  )
}
