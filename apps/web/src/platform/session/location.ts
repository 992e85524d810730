import { createStore } from 'zustand/vanilla'

/** Pages that lie over the workbench; `shell/Pages.tsx` loads each. */
const PAGES = [
  'readiness',
  'runs',
  'compare',
  'cases',
  'experiments',
  'settings',
  'gallery',
  'ask',
  'activities',
  'trace',
] as const

/** The window's content: the workbench, or a page over it. */
export type PageName = 'bench' | (typeof PAGES)[number]

/** Where one is, as the address says it: `#run=…&seq=…` on the workbench, `#/compare?a=…&b=…` elsewhere. */
export interface Place {
  readonly page: PageName
  readonly params: Readonly<Record<string, string>>
}

const isPage = (name: string): name is (typeof PAGES)[number] => PAGES.some((page) => page === name)

/** An address that is not understood is the workbench. */
export function readHash(hash: string): Place {
  const text = hash.replace(/^#/, '')
  const [path = '', query = ''] = text.startsWith('/') ? text.slice(1).split('?', 2) : ['', text]
  const page = isPage(path) ? path : 'bench'
  return { page, params: Object.fromEntries(new URLSearchParams(query)) }
}

export function writeHash({ page, params }: Place): string {
  const query = new URLSearchParams(params).toString()
  if (page === 'bench') return query === '' ? '' : `#${query}`
  return query === '' ? `#/${page}` : `#/${page}?${query}`
}

export const placeStore = createStore<Place>(() => readHash(globalThis.location?.hash ?? ''))

/** Goes somewhere; the browser's way back leads here again. */
export function goTo(page: PageName, params: Place['params'] = {}): void {
  const place = { page, params }
  history.pushState(null, '', addressOf(place))
  placeStore.setState(place, true)
}

/** Makes the address more exact, without a new history entry. */
export function amendPlace(params: Place['params']): void {
  const place = { page: placeStore.getState().page, params }
  history.replaceState(null, '', addressOf(place))
  placeStore.setState(place, true)
}

/** Keeps the place in step with the browser's back and forward. Returns how to stop. */
export function watchLocation(): () => void {
  const onChange = (): void => placeStore.setState(readHash(location.hash), true)
  addEventListener('popstate', onChange)
  addEventListener('hashchange', onChange)
  return () => {
    removeEventListener('popstate', onChange)
    removeEventListener('hashchange', onChange)
  }
}

const addressOf = (place: Place): string => location.pathname + location.search + writeHash(place)
