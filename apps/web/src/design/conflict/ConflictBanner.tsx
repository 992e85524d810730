import { GitCompareArrows } from 'lucide-react'
import type { FileRecord } from '../../document/texts/document.ts'
import { chooseVersion } from '../../document/saving/keep-workspace.ts'
import { say } from '../../platform/i18n/banners.ts'
import { openDialog } from '../../platform/session/session.ts'
import styles from '../../platform/ui/banner.module.css'
import { Button } from '../../platform/ui/Button.tsx'

/** A file that changed on disk while it was edited here: none of it is saved until a person chooses. */
export function ConflictBanner({ file, theirs }: Pick<FileRecord, 'file' | 'theirs'>) {
  return (
    <div className={styles.banner} role="alert">
      <GitCompareArrows size={15} aria-hidden />
      <span>
        <b>{say(theirs?.text === null ? 'conflict.gone' : 'conflict.title', { file })}.</b> {say('conflict.text')}
      </span>
      <span className={styles.choices}>
        <Button size="small" onClick={() => openDialog({ type: 'diff', file })}>
          {say('conflict.seeDiff')}
        </Button>
        <Button size="small" onClick={() => chooseVersion(file, 'theirs')}>
          {say('conflict.takeTheirs')}
        </Button>
        <Button size="small" look="primary" onClick={() => chooseVersion(file, 'mine')}>
          {say('conflict.keepMine')}
        </Button>
      </span>
    </div>
  )
}
