import { lstatSync } from 'node:fs'
import { cp, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { EnsembleError } from '@ensemble/core'
import { shellWord } from './shell-word.ts'
import { makeFolder } from './make-folder.ts'
import { asStorageTrouble } from './storage-trouble.ts'
import { workspaceAbove } from './workspace-above.ts'

const isThere = async (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/**
 * A copy leaves behind what belongs to a machine: the database, keys, drafts, installed packages. A link to a folder of
 * them would lead the copy to the original's.
 */
export const isShared = (path: string): boolean => {
  if (/[\\/](node_modules|\.ensemble[\\/](?!layout\.json)[^\\/]+)$/.test(path)) return false
  return !/[\\/]\.ensemble$/.test(path) || lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

/** The folder that must be a workspace; `remedy` says how to name another. Throws EnsembleError `workspace.missing` with one sentence. */
export const checkWorkspace = async (
  folder: string,
  remedy = 'choose another folder with --workspace',
): Promise<string> => {
  const root = resolve(folder)
  if (!(await isThere(root)))
    throw new EnsembleError(
      'workspace.missing',
      `There is no folder ${root}. ensemble new ${shellWord(root)} makes it a workspace; or ${remedy}.`,
    )
  if ((await stat(root)).isFile())
    throw new EnsembleError(
      'workspace.missing',
      `${root} is a file: name the folder of the workspace, ${dirname(root)}.`,
    )
  if (!(await isThere(join(root, 'ensemble.json'))))
    throw new EnsembleError(
      'workspace.missing',
      `${root} is not a workspace: it has no ensemble.json. ensemble new ${shellWord(root)} makes one of an empty folder; or ${remedy}.`,
    )
  return root
}

/**
 * A copy of a workspace under the first name that is free in `home`, complete or not at all; `isCopied` leaves out more.
 * Resolves to its folder.
 */
export const copyWorkspace = async (
  from: string,
  home: string,
  name: string,
  isCopied: (path: string) => boolean = () => true,
): Promise<string> => {
  await checkWorkspace(from)
  await makeFolder(home)
  const partial = join(home, `.${name}.${process.pid}.${Date.now()}.partial`)
  try {
    const filter = (path: string): boolean => isShared(path) && isCopied(path)
    await cp(from, partial, { recursive: true, verbatimSymlinks: true, filter })
    return await putUnderFreeName(partial, home, name)
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw asStorageTrouble(error, home)
  }
}

const putUnderFreeName = async (partial: string, home: string, name: string): Promise<string> => {
  for (let index = 1; ; index++) {
    const root = join(home, index === 1 ? name : `${name}-${index}`)
    if (await isThere(root)) continue
    // Somebody may have taken the name meanwhile; then the next one is tried.
    const isTaken = await rename(partial, root).then(
      () => false,
      async (error: unknown) => {
        if (await isThere(root)) return true
        throw error
      },
    )
    if (!isTaken) return root
  }
}

export interface Chosen {
  readonly root: string
  /** The user's copy of the bundled workspace, not one that they named or are in. */
  readonly bundled: boolean
}

/** The bundled workspace, and where the user's own copy of it is kept. */
export interface Sample {
  readonly bundled: string
  readonly dataHome: string
}

/** The user's own copy of the sample, made the first time. */
const openSample = async ({ bundled, dataHome }: Sample): Promise<string> => {
  const root = join(dataHome, 'ensemble', 'workspaces', 'music')
  if (!(await isThere(join(root, 'ensemble.json')))) {
    await checkWorkspace(bundled)
    const partial = `${root}.${process.pid}.partial`
    await makeFolder(dirname(root))
    await cp(bundled, partial, { recursive: true, filter: isShared })
    await rename(partial, root).catch(async (error: unknown) => {
      await rm(partial, { recursive: true, force: true })
      // If another start was quicker, its copy is used.
      if (!(await isThere(join(root, 'ensemble.json')))) throw error
    })
  }
  return checkWorkspace(root)
}

const noneAbove = (cwd: string): EnsembleError =>
  new EnsembleError(
    'workspace.missing',
    `There is no workspace here: neither ${cwd} nor a parent folder contains an ensemble.json. Change to a workspace, name one with --workspace DIR, or create one with ensemble new DIR. Only serve and run open the sample instead, unless CI is set.`,
  )

/**
 * The named folder, or the nearest workspace from `cwd` upward, or the user's copy of the sample if allowed. Throws
 * EnsembleError `workspace.missing`.
 */
export const chooseWorkspace = async (named: string | undefined, cwd: string, sample?: Sample): Promise<Chosen> => {
  const root = named ?? workspaceAbove(cwd)
  if (root !== undefined) return { root: await checkWorkspace(root), bundled: false }
  if (sample === undefined) throw noneAbove(cwd)
  return { root: await openSample(sample), bundled: true }
}
