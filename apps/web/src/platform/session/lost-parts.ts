import { t } from '../i18n/index.ts'
import { notify } from './notify.ts'

/** How browsers and the loader say that code did not come. */
const NOT_FETCHED = /dynamically imported module|module script failed|Unable to preload CSS/i

export const isNotFetched = (error: unknown): boolean =>
  NOT_FETCHED.test(error instanceof Error ? error.message : String(error))

/** Says so when something that was asked for cannot be done because its code did not come. Listens for the page's life. */
export function tellLostParts(): void {
  addEventListener('unhandledrejection', (event) => {
    if (!isNotFetched(event.reason)) return
    event.preventDefault()
    notify.error(t('app.partNotFetched'), t('app.actionNotFetchedHint'))
  })
}
