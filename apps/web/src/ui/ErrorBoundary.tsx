import { Component, type ReactNode } from 'react'
import { t } from '../i18n/index.ts'
import { Button } from './Button.tsx'
import styles from './error-boundary.module.css'

interface State {
  readonly reason: string | null
}

/** How browsers and the loader say that code did not come; they remember it until the page is loaded anew. */
const NOT_FETCHED = /dynamically imported module|module script failed|Unable to preload CSS/i

/** Holds a part of the window: when drawing it fails, the others go on, and it can be shown again. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { reason: null }

  static getDerivedStateFromError(error: unknown): State {
    return { reason: error instanceof Error ? error.message : String(error) }
  }

  override render(): ReactNode {
    const { reason } = this.state
    if (reason === null) return this.props.children
    if (NOT_FETCHED.test(reason))
      return (
        <div role="alert" className={styles.failed}>
          <p>{t('app.partNotFetched')}</p>
          <p className={styles.hint}>{t('app.partNotFetchedHint')}</p>
          <Button onClick={() => location.reload()}>{t('app.reload')}</Button>
        </div>
      )
    return (
      <div role="alert" className={styles.failed}>
        <p>{t('app.partFailed', { reason })}</p>
        <p className={styles.hint}>{t('app.partFailedHint')}</p>
        <Button onClick={() => this.setState({ reason: null })}>{t('app.showAgain')}</Button>
      </div>
    )
  }
}
