import { lstatSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { EnsembleError } from '@ensemble/core'
import { MANIFEST_FILE } from './names.ts'
import { shellWord } from './shell-word.ts'

/** Anyone who can put an ensemble.json above a folder, as in /tmp, would get code run by commands in it. */
const checkOwner = (root: string, from: string): void => {
  const own = process.getuid?.()
  if (own === undefined) return
  const { uid } = statSync(join(root, MANIFEST_FILE))
  if (uid !== own && uid !== statSync(from).uid)
    throw new EnsembleError(
      'workspace.missing',
      `The workspace ${root} belongs to another user, and its code would run with your rights. If you trust it, name it: --workspace ${shellWord(root)}`,
    )
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true

/**
 * The nearest workspace from a folder upward, as git finds its repository; undefined without one. Throws EnsembleError
 * `workspace.missing` if a stranger owns it.
 */
export const workspaceAbove = (folder: string): string | undefined => {
  const from = resolve(folder)
  for (let root = from; ; root = dirname(root)) {
    if (isFile(join(root, MANIFEST_FILE))) {
      checkOwner(root, from)
      return root
    }
    if (dirname(root) === root) return undefined
  }
}

/** The workspace that holds a file or folder. */
export const workspaceHolding = (path: string): string | undefined =>
  workspaceAbove(lstatSync(path).isDirectory() ? path : dirname(resolve(path)))
