import type { FileEdit, FileRecord } from '../texts/document.ts'
import type { Files } from './intents.ts'

const NEW: Omit<FileRecord, 'file'> = { text: null, saved: null, inForce: null, etag: null, valid: null }

/** Edits that build on each other: each sees the files as those before it left them. */
export class Sequence {
  #files: Files
  readonly #changed = new Set<string>()
  constructor(files: Files) {
    this.#files = files
  }

  get files(): Files {
    return this.#files
  }
  add(...edits: readonly FileEdit[]): void {
    const next = new Map(this.#files)
    for (const { file, text } of edits) {
      next.set(file, { ...(next.get(file) ?? { ...NEW, file }), text, valid: text })
      this.#changed.add(file)
    }
    this.#files = next
  }
  /** One edit a file. */
  edits(): readonly FileEdit[] {
    return [...this.#changed].map((file) => ({ file, text: this.#files.get(file)?.text ?? null }))
  }
}
