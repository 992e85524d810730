import { isObject } from '@ensemble/core'
import { pageStorage } from '../../document/saving/page-storage.ts'
import { sessionStore } from '../../platform/session/session.ts'
import { paramsOf, viewOf, type RunsView } from './runs-view.ts'

/** Views of the runs list under their names, in this browser, for this workspace. */
export type SavedViews = Readonly<Record<string, RunsView>>

const keyNow = (): string => `ensemble:views:${sessionStore.getState().facts?.root ?? ''}`

const isParams = (value: unknown): value is Readonly<Record<string, string>> =>
  isObject(value) && Object.values(value).every((each) => typeof each === 'string')

export function readViews(): SavedViews {
  try {
    const stored: unknown = JSON.parse(pageStorage.getItem(keyNow()) ?? '{}')
    const entries = isObject(stored) ? Object.entries(stored) : []
    return Object.fromEntries(entries.flatMap(([name, params]) => (isParams(params) ? [[name, viewOf(params)]] : [])))
  } catch {
    return {}
  }
}

/** Throws where the browser has no room. */
export function writeViews(views: SavedViews): void {
  const params = Object.entries(views).map(([name, view]) => [name, paramsOf(view)])
  pageStorage.setItem(keyNow(), JSON.stringify(Object.fromEntries(params)))
}
