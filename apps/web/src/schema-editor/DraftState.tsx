import type { Problem } from '@ensemble/core'
import { useRecord } from '../inspector/use-file.ts'
import { classes } from '../ui/classes.ts'
import { say } from './say.ts'
import styles from './schema-editor.module.css'

interface DraftStateProps {
  readonly file: string
  readonly problems: readonly Problem[]
  readonly onCompare: () => void
}

/** Whether runs use what is shown: in force, being saved, or a draft beside the last valid version. */
export function DraftState({ file, problems, onCompare }: DraftStateProps) {
  const record = useRecord(file)
  if (record === undefined) return null
  const isBroken = record.text !== record.valid
  const errors = problems.filter(({ severity }) => severity === 'error').length
  if (!isBroken && errors === 0)
    return (
      <span className={styles.state} role="status">
        {say(record.text === record.saved ? 'draft.saved' : 'draft.saving')}
      </span>
    )
  return (
    <button type="button" className={classes(styles.state, styles.draft)} title={say('draft.show')} onClick={onCompare}>
      <span role="status">{isBroken ? say('draft.broken') : say('draft.invalid', { count: errors })}</span>
    </button>
  )
}
