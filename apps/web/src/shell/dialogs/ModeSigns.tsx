import type { Mode } from '@ensemble/core/tool'
import { ModeIcon, modeHint } from '../../platform/ui/ModeIcon.tsx'
import { t } from '../../platform/i18n/dialogs.ts'
import styles from './lists.module.css'

const MODES: readonly Mode[] = ['latent', 'explicit', 'module']

/** The meaning of the signs on a node's rows. */
export function ModeSigns() {
  return (
    <section aria-label={t('help.signs')}>
      <h3 className={styles.heading}>{t('help.signs')}</h3>
      <dl className={styles.keys}>
        {MODES.map((mode) => (
          <div key={mode}>
            <dt>{modeHint(mode)}</dt>
            <dd>
              <ModeIcon mode={mode} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
