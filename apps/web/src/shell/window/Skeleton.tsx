import { t } from '../../platform/i18n/index.ts'
import styles from './skeleton.module.css'

/** The graph's placeholder, shown only after a moment. */
export function Skeleton() {
  return (
    <div className={styles.skeleton} role="status" aria-label={t('app.loading')}>
      <i />
      <i />
      <i />
    </div>
  )
}
