import { documentStore } from '../../document/open/document-store.ts'
import { sessionStore } from '../../platform/session/session.ts'
import { showSchemaProblems } from '../../document/graph/graph-store.ts'
import { latest } from './ask.ts'

/** A pause in typing after which the schemas are looked at. */
const PAUSE_MS = 600
/** More are left to `ensemble validate`: looking at all would keep the worker from what is being edited. */
const MOST_FILES = 500

let isWatching = false

/**
 * Keeps the compile findings of every file among the problems, as `ensemble validate` does. Without an answer, the last
 * ones stay.
 */
export function watchSchemas(): void {
  if (isWatching) return
  isWatching = true
  const ask = latest('schemas', showSchemaProblems, () => undefined)
  let timer: ReturnType<typeof setTimeout> | undefined
  const askSoon = (): void => {
    clearTimeout(timer)
    if (documentStore.getState().files.size > MOST_FILES) return
    timer = setTimeout(() => ask({ all: true }), PAUSE_MS)
  }
  documentStore.subscribe(({ files }, before) => {
    if (files !== before.files) askSoon()
  })
  sessionStore.subscribe(({ surroundings }, before) => {
    if (surroundings !== before.surroundings) askSoon()
  })
  askSoon()
}
