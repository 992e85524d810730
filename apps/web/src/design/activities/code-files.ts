import type { StoreApi } from 'zustand/vanilla'
import { edit, type Document, type FileRecord } from '../../document/texts/document.ts'
import { codeFile } from '../../document/texts/files.ts'
import type { StepLabel } from '../../document/texts/history.ts'
import { resolveConflict, saved } from '../../document/texts/receive.ts'
import type { StoredCode } from '../../platform/api/activity-client.ts'

export interface CodePort {
  read(name: string): Promise<StoredCode>
  /** Throws ApiError 412 when the file changed meanwhile. */
  write(name: string, code: string, etag: string | null): Promise<string>
  remove(name: string, etag: string): Promise<unknown>
  /** Saves what the document has not saved. */
  flush(): Promise<void>
  /** The name of this tab, which its steps have. */
  tab(): string
}

/** The text that an edit began from; null for a new file. */
export interface CodeBase {
  readonly text: string | null
  readonly etag: string | null
}

export type CodeOutcome =
  /** With the etag that the next edit begins from. What the server does not have yet, the document keeps and saves. */
  | { readonly type: 'stored'; readonly etag: string | null }
  /** Someone else changed the file meanwhile. */
  | { readonly type: 'stale' }

export interface CodeFiles {
  /** Whether the document holds the file, so that it is there for the page before the server lists it. */
  isHeld(name: string): boolean
  read(name: string): Promise<StoredCode>
  /** Ends the conflict of a file that the document holds, if it has one, with the other text. */
  takeTheirs(name: string): void
  /** The text that a person who keeps their own code writes over. */
  now(name: string): Promise<CodeBase>
  store(name: string, code: string | null, base: CodeBase): Promise<CodeOutcome>
}

/**
 * The text that an editor without unsaved code takes over: undo, redo or someone else put it in place of the one that it
 * began from. Null if there is none.
 */
export const textToFollow = (
  record: Pick<FileRecord, 'text' | 'theirs'> | undefined,
  { code, saved }: { readonly code: string; readonly saved: string | null },
): string | null => {
  if (record === undefined || record.theirs !== undefined || code !== saved) return null
  return record.text === saved ? null : record.text
}

/**
 * The code files as the Activities editor writes them. Code that the document holds is edited as a step of this page:
 * undo takes the edit back before the step that made the file. Other code is written by its route alone.
 */
export function codeFiles(store: StoreApi<Document>, port: CodePort): CodeFiles {
  const heldOf = (name: string): FileRecord | undefined => {
    const record = store.getState().files.get(codeFile(name))
    return record?.text === null ? undefined : record
  }
  const step = (label: StepLabel, file: string, text: string | null): void =>
    store.setState((document) => edit(document, [{ file, text }], { label, at: Date.now(), tab: port.tab() }))

  async function storeHeld(name: string, code: string | null, base: CodeBase): Promise<CodeOutcome> {
    const file = codeFile(name)
    const { theirs, text } = heldOf(name) ?? {}
    if (theirs !== undefined) {
      if (theirs.text !== base.text) return { type: 'stale' }
      // The person saw the other text, and keeps their own.
      store.setState((document) => resolveConflict(document, file, 'mine', { label: 'conflict', at: Date.now() }))
    } else if (text !== base.text) return { type: 'stale' }
    step(code === null ? 'delete' : 'edit', file, code)
    await port.flush()
    const record = store.getState().files.get(file)
    if (record?.theirs !== undefined) return { type: 'stale' }
    return { type: 'stored', etag: record?.etag ?? null }
  }

  async function storeOther(name: string, code: string | null, base: CodeBase): Promise<CodeOutcome> {
    if (code === null) {
      if (base.etag !== null) await port.remove(name, base.etag)
      return { type: 'stored', etag: null }
    }
    const etag = await port.write(name, code, base.etag)
    if (base.etag === null) {
      // A file that this page made is a step, as one that is made with its Tool.
      const file = codeFile(name)
      store.setState((document) => {
        const made = edit(document, [{ file, text: code }], { label: 'newActivity', at: Date.now(), tab: port.tab() })
        return saved(made, [{ file, text: code, etag }])
      })
    }
    return { type: 'stored', etag }
  }

  return {
    isHeld: (name) => heldOf(name) !== undefined,
    async read(name) {
      if (heldOf(name) !== undefined) await port.flush()
      const held = heldOf(name)
      if (held?.text != null && held.theirs === undefined) return { code: held.text, etag: held.etag ?? '' }
      return port.read(name)
    },
    takeTheirs(name) {
      const options = { label: 'conflict', at: Date.now(), tab: port.tab() }
      store.setState((document) => resolveConflict(document, codeFile(name), 'theirs', options))
    },
    async now(name) {
      const held = heldOf(name)
      if (held !== undefined) return held.theirs ?? { text: held.text, etag: held.etag }
      const found = await port.read(name).catch(() => null)
      return { text: found?.code ?? null, etag: found?.etag ?? null }
    },
    store: (name, code, base) =>
      heldOf(name) === undefined ? storeOther(name, code, base) : storeHeld(name, code, base),
  }
}
