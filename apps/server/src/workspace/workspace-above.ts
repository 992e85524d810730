import { lstatSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { EnsembleError } from '@ensemble/core'
import { MANIFEST_FILE } from './names.ts'
import { shellWord } from './shell-word.ts'

/** Whoever can put an ensemble.json above a folder, as in /tmp, would have code of theirs run by commands called in it. */
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
 * The nearest workspace from a folder upward, as git looks for its repository; undefined where there is none. Throws
 * EnsembleError `workspace.missing` for one that belongs neither to this user nor to whoever owns the folder.
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
