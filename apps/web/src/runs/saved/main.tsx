import { createRoot } from 'react-dom/client'
import { ideaFile } from '../../document/texts/files.ts'
import { language } from '../../platform/i18n/language.ts'
import { whenTranslated } from '../../platform/i18n/translated.ts'
import { receive } from '../../document/texts/receive.ts'
import { update } from '../../document/open/document-store.ts'
import { runStore } from '../open/run-view.ts'
import { openRun, selectSpan } from '../open/run.ts'
import { leafError } from '../trace/rows.ts'
import { readSavedRun } from './saved-run.ts'
import { SavedPage } from './SavedPage.tsx'
import '../../platform/styles/tokens.css'
import '../../platform/styles/base.css'

/** Ideas as the Run pinned them: their titles are shown. */
function receiveIdeas(): void {
  const { lines, bodies } = readSavedRun()
  for (const line of lines) {
    const found = /"(?:pins|address)":.*?idea:\/\//.test(line) ? (JSON.parse(line) as PinningEvent).data : undefined // a line of the Journal
    const pins = { ...found?.pins, ...(found?.address !== undefined && { [found.address]: found.hash ?? '' }) }
    for (const [address, hash] of Object.entries(pins)) {
      const text = bodies[hash]
      const name = /^idea:\/\/([\w-]+)$/.exec(address)?.[1]
      if (text === undefined || name === undefined) continue
      const { idea } = JSON.parse(text) as { readonly idea: object } // what a Run pins of an Idea
      update((document) => receive(document, ideaFile(name), JSON.stringify(idea), null))
    }
  }
}

interface PinningEvent {
  readonly data: {
    readonly pins?: Readonly<Record<string, string>>
    readonly address?: string
    readonly hash?: string
  }
}

/** A Run that failed opens on what explains it. */
function revealFailure(): void {
  const stop = runStore.subscribe(({ status, log }) => {
    const leaf = status === 'failed' && log !== null ? leafError(log) : null
    if (leaf === null || leaf === '') return
    stop()
    selectSpan(leaf)
  })
}

function start(): void {
  receiveIdeas()
  revealFailure()
  openRun(readSavedRun().run)
  const root = document.getElementById('root')
  if (root === null) throw new Error('the page has no #root')
  createRoot(root).render(<SavedPage />)
}

document.documentElement.lang = language
whenTranslated(start)
