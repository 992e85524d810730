import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushEdits } from '../../document/saving/keep-workspace.ts'
import { documentStore } from '../../document/open/document-store.ts'
import { useRecord } from '../../document/open/use-file.ts'
import { isDirty as isUnsaved } from '../../document/texts/document.ts'
import { codeFile } from '../../document/texts/files.ts'
import { readCode, removeCode, writeCode } from '../../platform/api/activity-client.ts'
import { ApiError } from '../../platform/api/client.ts'
import { notify } from '../../platform/session/notify.ts'
import { tabName } from '../../platform/session/tab.ts'
import { keepCodeDraft, readCodeDraft } from './code-drafts.ts'
import { codeFiles, textToFollow, type CodeBase } from './code-files.ts'
import { say } from './say.ts'

const files = codeFiles(documentStore, {
  read: readCode,
  write: writeCode,
  remove: removeCode,
  flush: flushEdits,
  tab: tabName,
})

interface Loaded {
  /** The initial text; `version` changes when the editor must restart. */
  readonly start: string
  readonly version: number
  /** The file's text and ETag; null before the first save. */
  readonly saved: string | null
  readonly etag: string | null
}

export interface ActivityFile {
  /** Null while it is being read. */
  readonly version: number | null
  /** Why it cannot be read. */
  readonly problem: string | null
  readonly code: string
  readonly isDirty: boolean
  /** Somebody else saved another code meanwhile. */
  readonly isStale: boolean
  type(code: string): void
  save(): Promise<void>
  takeTheirs(): Promise<void>
  keepMine(): Promise<void>
  remove(): Promise<void>
}

const readStart = async (name: string, isNew: boolean, template: string): Promise<Loaded> => {
  const stored = isNew && !files.isHeld(name) ? null : await files.read(name)
  const draft = readCodeDraft(name)
  const start = draft?.code ?? stored?.code ?? template
  const etag = draft?.etag ?? stored?.etag ?? null
  // A draft of an older file began from a text that is not known any more.
  return { start, version: 0, saved: etag === stored?.etag ? stored.code : null, etag }
}

interface ActivityFileOptions {
  /** There is no file yet: none is asked for. */
  readonly isNew: boolean
  /** The text of a new one. */
  readonly template: () => string
  readonly onSaved: () => Promise<void>
}

/** A pause in typing: every other file of the page is saved after one, too. */
const SAVE_DELAY_MS = 700

/** The code of one Activity: as it was read, as it is typed, and as it saves itself over what was read. */
export function useActivityCode(name: string, { isNew, template, onSaved }: ActivityFileOptions): ActivityFile {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isStale, setStale] = useState(false)

  const begin = useEffectEvent(() => readStart(name, isNew, template()))
  useEffect(() => {
    let current = true
    begin().then(
      (found) => {
        if (!current) return
        setLoaded(found)
        setCode(found.start)
      },
      (error: unknown) => current && setProblem(error instanceof Error ? error.message : String(error)),
    )
    return () => {
      current = false
    }
  }, [name])

  const { saved, etag, version } = loaded ?? { saved: null, etag: null, version: null }
  // The save under way; what is typed meanwhile is saved after it.
  const saving = useRef<Promise<void> | null>(null)
  const isGone = useRef(false)
  const [refused, setRefused] = useState<string | null>(null)
  const save = async (over: CodeBase): Promise<void> => {
    try {
      const outcome = await files.store(name, code, over)
      if (outcome.type === 'stale') return setStale(true)
      if (readCodeDraft(name)?.code === code) keepCodeDraft(name, null)
      setStale(false)
      setRefused(null)
      // The list names the fault of the saved text: both show together.
      await onSaved()
      setLoaded((before) => before && { ...before, saved: code, etag: outcome.etag })
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) return setStale(true)
      setRefused(code)
      notify.refusal(error, undefined, `save ${name}`)
    }
  }
  const saveOver = (over: CodeBase): Promise<void> => {
    saving.current ??= save(over).finally(() => (saving.current = null))
    return saving.current
  }
  const record = useRecord(codeFile(name))
  const isDirty = code !== saved
  const followed = version === null ? null : textToFollow(record, { code, saved })
  if (followed !== null) {
    setLoaded({ start: followed, version: (version ?? 0) + 1, saved: followed, etag: record?.etag ?? etag })
    setCode(followed)
    setStale(false)
  }
  // The same refusal again says nothing new.
  const isWaiting = isDirty && !isStale && version !== null && code !== refused
  const saveSoon = useEffectEvent(() => {
    if (isWaiting && !isGone.current) void saveOver({ text: saved, etag })
  })
  useEffect(() => {
    const timer = setTimeout(() => saveSoon(), SAVE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [code, isWaiting, etag])
  // Leaving the editor saves what the pause has not.
  useEffect(() => () => saveSoon(), [])

  return {
    version,
    problem,
    code,
    isStale,
    isDirty: isDirty || (record !== undefined && isUnsaved(record)),
    type(next) {
      setCode(next)
      keepCodeDraft(name, next === saved ? null : { code: next, etag })
    },
    save: () => saveOver({ text: saved, etag }),
    async takeTheirs() {
      keepCodeDraft(name, null)
      files.takeTheirs(name)
      const found = await readStart(name, false, '')
      setLoaded({ ...found, version: (version ?? 0) + 1 })
      setCode(found.start)
      setStale(false)
    },
    async keepMine() {
      await saveOver(await files.now(name))
    },
    async remove() {
      isGone.current = true
      keepCodeDraft(name, null)
      const outcome = await files
        .store(name, null, { text: saved, etag })
        .catch((error: unknown) => notify.refusal(error))
      if (outcome?.type === 'stale') notify.error(name, say('changed'))
    },
  }
}
