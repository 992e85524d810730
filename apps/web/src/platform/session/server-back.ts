import { readFacts } from '../api/facts.ts'
import { sessionStore } from './session.ts'

const ASK_MS = 2000

/** Style sheets that did not come: the loader asks for each only once. */
const lostStyles = new Set<HTMLLinkElement>()
if (typeof document === 'object')
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lostStyles.add(target)
    },
    { capture: true },
  )

function fetchLostStyles(): void {
  for (const link of lostStyles) link.replaceWith(link.cloneNode())
  lostStyles.clear()
}

/**
 * Calls back once the server answers again, and notes whether it has another page than this one by then: parts of this
 * page may be gone.
 */
export function whenServerIsBack(callback: () => void, signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const ask = async (): Promise<void> => {
    try {
      const { build } = await readFacts()
      const known = sessionStore.getState().facts?.build
      if (known !== undefined && build !== known) sessionStore.setState({ outdated: true })
      if (signal.aborted) return
      fetchLostStyles()
      callback()
    } catch {
      wait()
    }
  }
  const wait = (): void => {
    if (signal.aborted) return
    timer = setTimeout(() => void ask(), ASK_MS)
  }
  const askNow = (): void => {
    clearTimeout(timer)
    if (!signal.aborted) void ask()
  }
  addEventListener('online', askNow, { signal })
  signal.addEventListener('abort', () => clearTimeout(timer))
  wait()
}
