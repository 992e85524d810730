import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../platform/i18n/run.ts'
import { removeRun } from '../open/run-list.ts'
import { classes } from '../../platform/ui/classes.ts'
import { notify } from '../../platform/session/notify.ts'

interface DeleteButtonProps {
  readonly run: string
  readonly title: string
  readonly className: string | undefined
  /** Joins `className` while it asks. */
  readonly sureClassName: string | undefined
  readonly onDeleted?: () => void
}

/** Asks once more before a Run is gone for good. */
export function DeleteButton({ run, title, className, sureClassName, onDeleted }: DeleteButtonProps) {
  const [asked, setAsked] = useState(false)
  const name = t(asked ? 'runs.deleteSure' : 'runs.delete', { title })
  return (
    <button
      type="button"
      className={classes(className, asked && sureClassName)}
      aria-label={name}
      title={name}
      onBlur={() => setAsked(false)}
      onClick={() => {
        if (!asked) setAsked(true)
        else
          removeRun(run)
            .then(onDeleted)
            .catch((error: unknown) => notify.refusal(error))
      }}
    >
      {asked ? t('runs.sure') : <Trash2 size={13} aria-hidden />}
    </button>
  )
}
