import { serverEvents, type ServerEvent, type Connection } from '../../platform/api/server-events.ts'
import { listActivities } from '../../platform/api/activity-client.ts'
import { readFile, readWorkspace, type ServerFile } from './file-client.ts'
import { dropDraft, readEtags, saveDraft, saveFile, saveFiles } from './save-client.ts'
import { readFacts } from '../../platform/api/facts.ts'
import { startAutosave, type Autosave } from './autosave.ts'
import { isDirty, type Document } from '../texts/document.ts'
import { receive, resolveConflict, type Choice } from '../texts/receive.ts'
import { LAYOUT_FILE, PINS_FILE, codeNameOf, ideaNameOf, isPageFile, toolNameOf } from '../texts/files.ts'
import { codesHeld } from './incoming.ts'
import { filesOfKept, keepHistory, resumeHistory } from './kept-history.ts'
import { keepEdits } from './mirror.ts'
import { say } from '../../platform/i18n/banners.ts'
import { t } from '../../platform/i18n/around.ts'
import { notify } from '../../platform/session/notify.ts'
import { documentStore, update } from '../open/document-store.ts'
import { readHistory, writeHistory } from './history-storage.ts'
import { mirrored, mirrorKey, readSurroundings } from './open-workspace.ts'
import { pageStorage } from './page-storage.ts'
import { claimTab, tabName } from '../../platform/session/tab.ts'
import { sessionStore } from '../../platform/session/session.ts'

const SAVE_DELAY_MS = 350
/** A crash takes no more than this away, and what its save takes. */
const LONGEST_UNSAVED_MS = 500
const RETRY_MS = 2000
const MIRROR_MS = 200
/** Keeping a long text costs milliseconds, so it waits until the server has it, unless the server is away. */
const MIRROR_LONG_MS = 1000
const LONG = 50_000
const HISTORY_MS = 300
const SURROUNDINGS_MS = 250

let autosave: Autosave | null = null

const mirror = (): void => {
  try {
    keepEdits(pageStorage, mirrorKey(), documentStore.getState(), mirrored)
  } catch {
    // A browser without storage cannot keep edits over a reload; they are still saved to the server.
  }
}

const hasLongEdit = ({ files }: Document): boolean =>
  [...files.values()].some((record) => isDirty(record) && (record.text?.length ?? 0) > LONG)

function startMirror(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  documentStore.subscribe((document, before) => {
    if (document.files === before.files) return
    // Not delayed by the next key: constant typing is saved too.
    timer ??= setTimeout(
      () => {
        timer = undefined
        mirror()
      },
      hasLongEdit(document) ? MIRROR_LONG_MS : MIRROR_MS,
    )
  })
  // A tab that closes within those milliseconds still keeps what was typed.
  addEventListener('pagehide', mirror)
}

function keepSteps(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = (): void => {
    timer = undefined
    void writeHistory(mirrorKey(), tabName(), keepHistory(documentStore.getState()))
  }
  documentStore.subscribe((document, before) => {
    if (document.history === before.history) return
    clearTimeout(timer)
    timer = setTimeout(write, HISTORY_MS)
  })
  addEventListener('pagehide', () => {
    if (timer === undefined) return
    clearTimeout(timer)
    write()
  })
}

const saveKey = (file: string): string => `save ${file}`

function startSaving(): Autosave {
  return startAutosave(documentStore, {
    port: { saveFile, saveFiles, saveDraft, dropDraft, readFile },
    delayMs: SAVE_DELAY_MS,
    longestMs: LONGEST_UNSAVED_MS,
    retryMs: RETRY_MS,
    onSaving: (saving) => sessionStore.setState({ saving }),
    onError(file, error) {
      sessionStore.setState({ saveError: error === null ? null : error.message })
      if (error === null) {
        notify.gone(saveKey(file))
        // A server that takes a save is there, whatever the last one that failed said.
        sessionStore.setState(({ connection }) => ({ connection: connection === 'away' ? 'connected' : connection }))
        return
      }
      if (error.isAway) sessionStore.setState({ connection: 'away' })
      else notify.refusal(error, t('status.saveFailed', { file }), saveKey(file), () => void flushEdits())
    },
  })
}

const isCode = (file: string): boolean => codeNameOf(file) !== null

/** Those of the files that there are: the browser would report a missing one as a fault. */
async function readCodes(files: readonly string[]): Promise<readonly ServerFile[]> {
  if (files.length === 0) return []
  const listed = await listActivities().catch(() => [])
  return Promise.all(listed.flatMap(({ file }) => (file !== undefined && files.includes(file) ? [readFile(file)] : [])))
}

/** Everything as the server has it now, after a time without its events. */
async function catchUp(): Promise<void> {
  const { build, version } = await readFacts()
  const { facts } = sessionStore.getState()
  if (facts !== null && (build !== facts.build || version !== facts.version)) sessionStore.setState({ outdated: true })
  await autosave?.takeAll(readWorkspace)
  await readSurroundings()
  await flushEdits()
}

/** The first picture goes before. */
const AFTER_OPENING_MS = 1000

/** Changes after the page read it and before the first event. */
async function followMissed(): Promise<void> {
  await readSurroundings()
  await autosave?.followAll(readEtags)
}

let surroundingsTimer: ReturnType<typeof setTimeout> | undefined

/** Which Activities, servers and models there are follows from code and settings; Ideas and Tools only name them. */
const shapesSurroundings = (file: string): boolean =>
  file !== LAYOUT_FILE && file !== PINS_FILE && ideaNameOf(file) === null && toolNameOf(file) === null

/** A burst of changes is read once. */
function rereadSurroundings(): void {
  clearTimeout(surroundingsTimer)
  surroundingsTimer = setTimeout(() => void readSurroundings().catch(() => undefined), SURROUNDINGS_MS)
}

/** A burst of Calls to one host is one notice. */
const REFUSAL_QUIET_MS = 10_000
const toldRefused = new Map<string, number>()

/** The refused requests, and the line of ensemble.json that would allow them. */
function tellRefused({ host, message, allow }: ServerEvent): void {
  const key = String(allow ?? host)
  if (Date.now() - (toldRefused.get(key) ?? -Infinity) < REFUSAL_QUIET_MS) return
  toldRefused.set(key, Date.now())
  const remedy =
    allow === undefined ? '' : say('refused.allow', { snippet: `"egress": { "hosts": [${JSON.stringify(allow)}] }` })
  notify.error(say('refused.title', { host: String(host) }), `${String(message)} ${remedy}`.trim())
}

async function onServerEvent(event: ServerEvent): Promise<void> {
  if (event.type === 'activities.changed' || event.type === 'mcp.changed') rereadSurroundings()
  if (event.type === 'egress.refused') tellRefused(event)
  if (event.type === 'file.changed' && typeof event.file === 'string') {
    if (shapesSurroundings(event.file)) rereadSurroundings()
    if (!isPageFile(event.file) && !codesHeld(documentStore.getState()).includes(event.file)) return
    await autosave?.follow(event.file, typeof event.etag === 'string' ? event.etag : null)
  }
}

function listen(): void {
  // For the events alone: a save may reach the server before them, but their news is still missing.
  let before: Connection = 'connecting'
  serverEvents.onConnection((connection) => {
    const wereAway = before === 'away' || before === 'resting'
    const isFirst = before === 'connecting'
    before = connection
    sessionStore.setState({ connection })
    if (connection !== 'connected') return
    if (wereAway) void catchUp().catch(() => undefined)
    else if (isFirst) setTimeout(() => void followMissed().catch(() => undefined), AFTER_OPENING_MS)
  })
  serverEvents.onEvent((event) => void onServerEvent(event).catch(() => undefined))
  serverEvents.start()
}

/**
 * Saves, mirrors and follows changes for the page's life. Call once, after the workspace opened. Resolves when the steps
 * of an earlier visit can be undone.
 */
export async function keepWorkspace(): Promise<void> {
  autosave ??= startSaving()
  startMirror()
  listen()
  await claimTab()
  const history = await readHistory(mirrorKey(), tabName())
  // The code that its steps are about is in no list of the workspace's files.
  const codes = await readCodes(filesOfKept(history).filter(isCode))
  update((document) => codes.reduce((now, { file, text, etag }) => receive(now, file, text, etag), document))
  update((document) => resumeHistory(document, history, Date.now()))
  keepSteps()
}

/** Saves what can be saved now. */
export const flushEdits = (): Promise<void> => autosave?.flush() ?? Promise.resolve()

/** Ends the conflict of a file the way the user chose, and saves. */
export function chooseVersion(file: string, choice: Choice): void {
  update((document) => resolveConflict(document, file, choice, { label: 'conflict', at: Date.now() }))
  void flushEdits()
}
