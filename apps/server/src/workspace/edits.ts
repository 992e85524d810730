import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { EnsembleError, isObject } from '@ensemble/core'
import { type PreparedWrite, atomicWrite, syncFolder } from './atomic-write.ts'
import { etagOf } from './etag.ts'
import { parseFileName } from './names.ts'
import type { StoredFile } from './folder-files.ts'
import { readIfThere } from './missing-file.ts'
import type { WorkspaceFiles } from './workspace-files.ts'

/** One file's new text; null deletes it. */
export interface FileEdit {
  readonly file: string
  readonly text: string | null
}

/** As the intent keeps it: with the ETag of what it replaces. Versions before wrote none. */
interface IntendedEdit extends FileEdit {
  readonly before?: string | null
}

interface Prepared extends PreparedWrite {
  readonly edit: IntendedEdit
  readonly before: StoredFile | undefined
}

const intentOf = (root: string): string => join(root, '.ensemble', 'edits.intent.json')

const toBytes = (text: string | null): Uint8Array | null => (text === null ? null : new TextEncoder().encode(text))

const prepare = async (files: WorkspaceFiles, { file, text }: FileEdit): Promise<Prepared | undefined> => {
  const name = parseFileName(file)
  if (name === undefined) return undefined
  const before = await files.read(name)
  return { ...(await files.prepare(name, toBytes(text))), before, edit: { file, text, before: before?.etag ?? null } }
}

/** Files that are written at a time: a disk takes several as fast as one. */
const AT_ONCE = 16

const prepareAll = async (files: WorkspaceFiles, edits: readonly FileEdit[]): Promise<readonly Prepared[]> => {
  const prepared: Prepared[] = []
  for (let start = 0; start < edits.length; start += AT_ONCE) {
    const some = await Promise.allSettled(edits.slice(start, start + AT_ONCE).map((edit) => prepare(files, edit)))
    prepared.push(...some.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : [])))
    const failed = some.find((one) => one.status === 'rejected')
    if (failed === undefined) continue
    await discardAll(prepared)
    throw failed.reason
  }
  return prepared
}

/** Each folder once, however many of its files were touched. */
const syncFolders = async (prepared: readonly Prepared[]): Promise<void> => {
  for (const folder of new Set(prepared.map((one) => one.folder))) await syncFolder(folder)
}

const discardAll = async (prepared: readonly Prepared[]): Promise<void> => {
  for (const { discard } of prepared) await discard()
}

const putBack = async (files: WorkspaceFiles, written: readonly Prepared[]): Promise<void> => {
  for (const { edit, before } of written.toReversed()) {
    const name = parseFileName(edit.file)
    if (name === undefined) continue
    if (before === undefined) await files.remove(name)
    else await files.write(name, before.bytes)
  }
}

/**
 * Writes all edits or none. All that can fail comes before the intent is on the disk; a crash after that is finished at
 * the next start. `look` runs last before it and throws if a file changed meanwhile.
 */
export const applyEdits = async (
  files: WorkspaceFiles,
  edits: readonly FileEdit[],
  look?: () => Promise<void>,
): Promise<void> => {
  const intent = intentOf(files.root)
  const prepared = await prepareAll(files, edits)
  const written: Prepared[] = []
  try {
    await atomicWrite(intent, JSON.stringify({ version: 1, edits: prepared.map(({ edit }) => edit) }))
    await look?.()
    for (const each of prepared) {
      await each.commit()
      written.push(each)
    }
    await syncFolders(prepared)
  } catch (error) {
    await discardAll(prepared)
    // Where the disk takes nothing any more, the intent stays, and the next start finishes what was begun.
    await putBack(files, written).then(
      () => rm(intent, { force: true }),
      () => undefined,
    )
    throw error
  }
  await rm(intent, { force: true })
  await syncFolder(join(files.root, '.ensemble'))
}

const isEdit = (value: unknown): value is IntendedEdit =>
  isObject(value) && typeof value['file'] === 'string' && (typeof value['text'] === 'string' || value['text'] === null)

/**
 * Whether the edit is not made yet. A file that is neither the old nor the new one has since been changed by someone.
 */
const isDue = (edit: IntendedEdit, now: StoredFile | undefined): boolean => {
  const etag = now?.etag ?? null
  return etag !== (edit.text === null ? null : etagOf(edit.text)) && (edit.before === undefined || etag === edit.before)
}

/** Finishes edits that a crash cut short. Returns the files that it wrote. */
export const finishEdits = async (files: WorkspaceFiles): Promise<readonly string[]> => {
  const intent = intentOf(files.root)
  const bytes = await readIfThere(intent)
  if (bytes === undefined) return []
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    value = undefined // the intent itself was never complete, so nothing was begun
  }
  const edits = isObject(value) && Array.isArray(value['edits']) ? value['edits'].filter(isEdit) : []
  const finished: string[] = []
  for (const edit of edits) {
    const name = parseFileName(edit.file)
    if (name === undefined || !isDue(edit, await files.read(name))) continue
    try {
      const { commit, folder } = await files.prepare(name, toBytes(edit.text))
      await commit()
      await syncFolder(folder)
      finished.push(edit.file)
    } catch (error) {
      // A link or a folder that came into its place since: it keeps no workspace from being served.
      if (!(error instanceof EnsembleError && error.code === 'name.invalid')) throw error
    }
  }
  await rm(intent, { force: true })
  return finished
}
