import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The files of a workspace, as another program on the machine sees them. */
export const readText = (workspace: string, file: string): Promise<string> => readFile(join(workspace, file), 'utf8')

/** A new file's: empty until the first save. */
export const savedText = async (workspace: string, file: string): Promise<string> =>
  isThere(workspace, file) ? readText(workspace, file) : ''

export const writeText = (workspace: string, file: string, text: string): Promise<void> =>
  writeFile(join(workspace, file), text)

export const isThere = (workspace: string, file: string): boolean => existsSync(join(workspace, file))
