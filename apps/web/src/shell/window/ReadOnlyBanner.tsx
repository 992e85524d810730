import { Lock } from 'lucide-react'
import { readOnlyTexts } from '../../platform/i18n/en/read-only.ts'
import { createTexts } from '../../platform/i18n/index.ts'
import styles from '../../platform/ui/banner.module.css'

const say = createTexts({ readOnlyTexts })

/** Says that the folder cannot be written, before an edit is refused. A default export, as `lazy` takes it. */
export default function ReadOnlyBanner() {
  return (
    <div className={styles.banner} role="status">
      <Lock size={15} aria-hidden />
      <span>
        <b>{say('title')}</b> {say('text')}
      </span>
    </div>
  )
}
