import type { Mode } from '@ensemble/core/tool'
import { CircleHelp } from 'lucide-react'
import { useState } from 'react'
import { classes } from '../../platform/ui/classes.ts'
import { ModeIcon } from '../../platform/ui/ModeIcon.tsx'
import styles from './first-look.module.css'
import { say } from './say.ts'

const MODES: readonly Mode[] = ['latent', 'explicit', 'module']

/** The meaning of the signs on the rows; a narrow canvas or a graph of many nodes folds it to "?". */
export function Legend({ isFolded }: { readonly isFolded: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={classes(styles.legendPlace, isFolded && styles.folded)}>
      <button
        type="button"
        className={styles.fold}
        aria-label={say('legend')}
        aria-expanded={isOpen}
        title={say('legend')}
        onClick={() => setOpen(!isOpen)}
      >
        <CircleHelp size={15} aria-hidden />
      </button>
      <ul className={classes(styles.legend, isOpen && styles.open)} aria-label={say('legend')}>
        {MODES.map((mode) => (
          <li key={mode}>
            <button type="button" className={styles.sign} data-term={mode}>
              <ModeIcon mode={mode} />
              {say(mode)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
