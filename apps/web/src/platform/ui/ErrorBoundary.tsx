import { Component, type ReactNode } from 'react'
import { t } from '../i18n/index.ts'
import { isNotFetched } from '../session/lost-parts.ts'
import { Button } from './Button.tsx'
import { classes } from './classes.ts'
import { PartNotFetched } from './PartNotFetched.tsx'
import styles from './error-boundary.module.css'

interface State {
  readonly reason: string | null
}

interface ErrorBoundaryProps {
  readonly children: ReactNode
  /** For a part over the window: how to do without it. */
  readonly onClose?: () => void
}

/** Isolates a part of the window: if it fails, the others continue, and it can be shown again. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { reason: null }

  static getDerivedStateFromError(error: unknown): State {
    return { reason: error instanceof Error ? error.message : String(error) }
  }

  readonly #showAgain = (): void => this.setState({ reason: null })

  override render(): ReactNode {
    const { reason } = this.state
    const { children, onClose } = this.props
    if (reason === null) return children
    const look = classes(styles.failed, onClose !== undefined && styles.over)
    const close = onClose !== undefined && <Button onClick={onClose}>{t('app.close')}</Button>
    if (isNotFetched(reason))
      return (
        <div role="alert" className={look}>
          <PartNotFetched onBack={this.#showAgain} />
          {close}
        </div>
      )
    return (
      <div role="alert" className={look}>
        <p>{t('app.partFailed', { reason })}</p>
        <p className={styles.hint}>{t('app.partFailedHint')}</p>
        <Button onClick={this.#showAgain}>{t('app.showAgain')}</Button>
        {close}
      </div>
    )
  }
}
