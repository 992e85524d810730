import type { Problem } from '@ensemble/core'
import { isBroken } from '../../document/texts/document.ts'
import { useRecord } from '../../document/open/use-file.ts'
import { applyEdits } from '../../document/open/document-store.ts'
import { announce } from '../../platform/session/session.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { classes } from '../../platform/ui/classes.ts'
import { say } from './say.ts'
import styles from './schema-editor.module.css'

interface DraftStateProps {
  readonly file: string
  readonly problems: readonly Problem[]
  readonly onCompare: () => void
}

/** Whether runs use the shown text: saved, even with errors; being saved; or a draft. */
export function DraftState({ file, problems, onCompare }: DraftStateProps) {
  const record = useRecord(file)
  if (record === undefined) return null
  const { text, saved, inForce, theirs } = record
  if (theirs !== undefined)
    return (
      <span className={classes(styles.state, styles.draft)} role="status">
        {say('draft.conflict')}
      </span>
    )
  const errors = problems.filter(({ severity }) => severity === 'error').length
  if (!isBroken(record) && errors === 0 && (text === inForce || text !== saved))
    return (
      <span className={styles.state} role="status">
        {say(text === inForce ? 'draft.saved' : 'draft.saving')}
      </span>
    )
  const goBack = (): void => {
    applyEdits('lastValid', [{ file, text: inForce }])
    announce(say('draft.isBack', { file }))
  }
  return (
    <>
      <button
        type="button"
        className={classes(styles.state, styles.draft)}
        title={say('draft.show')}
        onClick={onCompare}
      >
        <span role="status">
          {text === inForce
            ? say('draft.inForce', { count: errors })
            : isBroken(record)
              ? say(inForce === null ? 'draft.brokenOnly' : 'draft.broken')
              : say(inForce === null ? 'draft.invalidOnly' : 'draft.invalid', { count: errors })}
        </span>
      </button>
      {inForce !== null && text !== inForce && (
        <Button size="small" title={say('draft.backHint', { file })} onClick={goBack}>
          {say('draft.back')}
        </Button>
      )}
    </>
  )
}
