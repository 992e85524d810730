import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject } from '@ensemble/core'
import { atomicWrite, syncFolder } from './atomic-write.ts'
import { parseFileName } from './names.ts'
import type { WorkspaceFiles } from './workspace-files.ts'
import { readIfThere } from './workspace-files.ts'

/** One file's new text; null deletes it. */
export interface FileEdit {
  readonly file: string
  readonly text: string | null
}

const intentOf = (root: string): string => join(root, '.ensemble', 'edits.intent.json')

const applyAll = async (files: WorkspaceFiles, edits: readonly FileEdit[]): Promise<void> => {
  for (const { file, text } of edits) {
    const name = parseFileName(file)
    if (name === undefined) continue
    if (text === null) await files.remove(name)
    else await files.write(name, new TextEncoder().encode(text))
  }
}

/** Writes all edits or, after a crash in between, finishes them at the next start: the intent is on the disk first. */
export const applyEdits = async (files: WorkspaceFiles, edits: readonly FileEdit[]): Promise<void> => {
  const intent = intentOf(files.root)
  await atomicWrite(intent, JSON.stringify({ version: 1, edits }))
  await applyAll(files, edits)
  await rm(intent, { force: true })
  await syncFolder(join(files.root, '.ensemble'))
}

const isEdit = (value: unknown): value is FileEdit =>
  isObject(value) && typeof value['file'] === 'string' && (typeof value['text'] === 'string' || value['text'] === null)

/** Finishes edits that a crash cut short. Returns their files. */
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
  await applyAll(files, edits)
  await rm(intent, { force: true })
  return edits.map(({ file }) => file)
}
