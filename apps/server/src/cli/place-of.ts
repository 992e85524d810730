import { existsSync, realpathSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { EnsembleError } from '@ensemble/core'
import { findWorkspace, readSettings } from '../main.ts'
import type { Flags } from '../settings/settings.ts'
import { workspaceHolding } from '../workspace/workspace-above.ts'
import { printableLine } from './printable.ts'

/** Files by the names that their workspace gives them, with `/`. */
export interface Placed {
  readonly root: string
  /** `""` for the whole workspace. */
  readonly names: readonly string[]
}

/** Whether a word is a path, and no name or address. */
export const isPath = (word: string): boolean =>
  !/^[a-z][a-z0-9+.-]*:\/\//i.test(word) && (/[\\/]/.test(word) || /\.json$/i.test(word))

const usage = (message: string): EnsembleError => new EnsembleError('usage', printableLine(message))

const isSame = (a: string | undefined, b: string): boolean =>
  a !== undefined && (a === b || realpathSync(a) === realpathSync(b))

/** As the shell means it. Throws EnsembleError `workspace.missing` where no workspace holds the file. */
const rootOf = (path: string): string => {
  const root = workspaceHolding(path)
  if (root !== undefined) return root
  throw new EnsembleError(
    'workspace.missing',
    printableLine(`${path} isn't in a workspace: neither its folder nor a parent of it contains ensemble.json.`),
  )
}

/** The one workspace that all the paths are in. Throws EnsembleError `usage` if they are in two. */
const commonRoot = (paths: readonly string[]): string | undefined => {
  const [root, second] = new Set(paths.map(rootOf))
  if (root !== undefined && second !== undefined && !isSame(root, second))
    throw usage(`These files are in two workspaces, ${root} and ${second}. Name the files of one workspace at a time.`)
  return root
}

/** A folder that the shell can't find is looked up in the workspace. Throws EnsembleError `usage`. */
const nameIn = (root: string, path: string): string => {
  // As the shell means it, or as a problem names it.
  const found = [resolve(path), resolve(root, path)].filter((each) => existsSync(each))
  const full = found.find((each) => isSame(workspaceHolding(each), root))
  if (full !== undefined) {
    const inside = relative(root, full)
    const name = inside.startsWith('..') ? relative(realpathSync(root), realpathSync(full)) : inside
    return name.split(sep).join('/')
  }
  const [other] = found
  if (other === undefined) throw usage(`The file ${path} does not exist.`)
  throw usage(`${path} belongs to the workspace ${rootOf(other)}, not to ${root}. Omit --workspace, or name that one.`)
}

/**
 * The workspace that holds these paths, with their names in it; without paths, the one that the flags mean. Throws
 * EnsembleError `usage` for paths outside one workspace, and `workspace.missing`.
 */
export const placeOf = async (flags: Pick<Flags, 'workspace'>, paths: readonly string[]): Promise<Placed> => {
  const here = paths.filter((path) => existsSync(path))
  const named = flags.workspace ?? commonRoot(here)
  const { root } = await findWorkspace(readSettings(named === undefined ? flags : { ...flags, workspace: named }))
  return { root, names: paths.map((path) => nameIn(root, path)) }
}

/** A word that may be a path: the workspace that it belongs to, and what a command calls it there. */
export const placeOfWord = async <F extends Flags>(
  flags: F,
  word: string,
  toWord: (name: string) => string,
): Promise<{ readonly flags: F; readonly word: string }> => {
  if (!isPath(word) || !existsSync(word)) return { flags, word: toWord(word) }
  const { root, names } = await placeOf(flags, [word])
  return { flags: { ...flags, workspace: root }, word: toWord(names[0] ?? word) }
}
