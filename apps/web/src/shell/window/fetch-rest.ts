import { cachePageFile, listPageFiles } from '../../platform/api/page-files.ts'
import { language } from '../../platform/i18n/language.ts'
import { sessionStore } from '../../platform/session/session.ts'

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
