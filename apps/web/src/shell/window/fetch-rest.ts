import { cachePageFile, listPageFiles } from '../../platform/api/page-files.ts'
import { language } from '../../platform/i18n/language.ts'
import { sessionStore } from '../../platform/session/session.ts'

/** Chromium's; others tell the page nothing of it. */
interface Connection {
  readonly saveData?: boolean
  readonly effectiveType?: string
}

/** Whether a person pays for each byte, or waits for it. */
export function isSparing(): boolean {
  const { connection } = navigator as { readonly connection?: Connection } // not in the types: not every browser has it
  return connection?.saveData === true || /(^|-)2g$/.test(connection?.effectiveType ?? '')
}

/** Texts in a language that the page doesn't show stay on the server. */
const isWanted = (file: string): boolean => language === 'ru' || !/\/ru-[^/]+$/.test(file)

const loaded = (): ReadonlySet<string> =>
  new Set(performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))

/**
 * Brings all the page's code into the browser's cache, one file at a time, so that no part waits for the network
 * later. Stops while the server is away.
 */
export async function fetchRest(idle: () => Promise<void>): Promise<void> {
  const files = await listPageFiles()
  for (const file of files.filter(isWanted)) {
    await idle()
    if (sessionStore.getState().connection !== 'connected') return
    if (loaded().has(`/${file}`)) continue
    await cachePageFile(file)
  }
}
