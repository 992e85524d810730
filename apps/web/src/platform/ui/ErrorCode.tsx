import { IS_SAVED } from '../api/client.ts'
import { t } from '../i18n/index.ts'
import { openDialog } from '../session/session.ts'
import { classes } from './classes.ts'
import styles from './error-code.module.css'

interface ErrorCodeProps {
  readonly code: string
  readonly className?: string
  /** This error's details, in place of the hint that the code opens. */
  readonly title?: string
}

/** A code of an error, which leads to what it means and what to do. A saved page has no such place. */
export function ErrorCode({ code, className, title }: ErrorCodeProps) {
  if (IS_SAVED)
    return (
      <code className={className} title={title}>
        {code}
      </code>
    )
  return (
    <button
      type="button"
      className={classes(styles.code, className)}
      aria-label={t('errorCode.open', { code })}
      title={title ?? t('errorCode.open', { code })}
      onClick={() => openDialog({ type: 'errorCode', code })}
    >
      {code}
    </button>
  )
}
