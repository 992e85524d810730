import type { Problem } from '@ensemble/core'
import type { FileRecord } from '../document/document.ts'
import { useRecord } from '../inspector/use-file.ts'
import { classes } from '../ui/classes.ts'
import { say } from './say.ts'
import styles from './schema-editor.module.css'
import { readInForce } from './tool-client.ts'
import { useLoaded } from './use-loaded.ts'

interface DraftStateProps {
  readonly file: string
  readonly problems: readonly Problem[]
  readonly onCompare: () => void
}

/** Whether runs use what is shown: in force, even with errors that somebody wrote into the file; being saved; or a draft. */
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
      <span role="status">{isBroken ? say('draft.broken') : <WithErrors record={record} count={errors} />}</span>
    </button>
  )
}

/** A text with errors is a draft, unless it stands so in the file: then it is in force, and no run starts. */
function WithErrors({ record, count }: { readonly record: FileRecord; readonly count: number }) {
  const { file, etag, text, saved } = record
  const { value: inForce } = useLoaded(`${file} ${etag} ${text === saved}`, () => readInForce(file))
  return say(text === inForce ? 'draft.inForce' : 'draft.invalid', { count })
}
