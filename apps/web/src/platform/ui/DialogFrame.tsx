import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { t } from '../i18n/index.ts'
import { closeDialog } from '../session/session.ts'
import { takeTypedAhead } from '../session/typed-ahead.ts'
import { Button } from './Button.tsx'
import { classes } from './classes.ts'
import styles from './dialog.module.css'
import { IconButton } from './IconButton.tsx'

export interface DialogFrameProps {
  readonly title: string
  readonly text?: string
  readonly children: ReactNode
  /** The word on the main button; without one there are no buttons. */
  readonly submit?: string
  readonly canSubmit?: boolean
  readonly onSubmit?: () => void
  readonly footer?: ReactNode
  readonly wide?: boolean
  /** Opens below the top bar and keeps the rest of the page usable; a click there closes it. */
  readonly isAside?: boolean
}

/** The first field, with what it holds selected or what was typed for it already, rather than the button that closes. */
function focusFirstField(event: Event): void {
  const dialog = event.currentTarget
  if (!(dialog instanceof HTMLElement)) return
  const first = dialog.querySelector<HTMLElement>('textarea, input, select, ul button')
  if (first === null) return
  event.preventDefault()
  first.focus()
  const { text: early } = takeTypedAhead()
  if (!(first instanceof HTMLTextAreaElement || first instanceof HTMLInputElement)) return
  first.select()
  // Numbers and check boxes hold no text with a caret.
  if (early === '' || first.selectionStart === null) return
  first.setRangeText(early, 0, first.value.length, 'end')
  first.dispatchEvent(new Event('input', { bubbles: true }))
}

/** A dialog with a form in it: Escape leaves it, Ctrl/Cmd+Enter submits from anywhere in it. */
export function DialogFrame(props: DialogFrameProps) {
  const { title, text, children, submit, canSubmit = true, onSubmit, footer, wide, isAside = false } = props
  const send = (event: FormEvent): void => {
    event.preventDefault()
    if (canSubmit) onSubmit?.()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    if (canSubmit) onSubmit?.()
  }
  return (
    <Dialog.Root open modal={!isAside} onOpenChange={(open) => !open && closeDialog()}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.overlay} />
        <Dialog.Content
          className={classes(styles.dialog, wide && styles.wide, isAside && styles.aside)}
          onOpenAutoFocus={focusFirstField}
          {...(text === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <form className={styles.form} onSubmit={send} onKeyDown={onKeyDown}>
            <header className={styles.header}>
              <Dialog.Title className={styles.title}>{title}</Dialog.Title>
              <Dialog.Close asChild>
                <IconButton label={t('app.close')} Icon={X} />
              </Dialog.Close>
            </header>
            {text !== undefined && <Dialog.Description className={styles.text}>{text}</Dialog.Description>}
            <div className={styles.body}>{children}</div>
            {submit !== undefined && (
              <footer className={styles.footer}>
                {footer}
                <span className={styles.grow} />
                <Button onClick={closeDialog}>{t('app.cancel')}</Button>
                <Button type="submit" look="primary" disabled={!canSubmit}>
                  {submit}
                </Button>
              </footer>
            )}
          </form>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
