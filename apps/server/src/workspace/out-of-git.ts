import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Problem } from '@ensemble/core'
import { askGit } from './ask-git.ts'
import { atomicWrite } from './atomic-write.ts'
import { readIfThere } from './missing-file.ts'

const FOLDER = '.ensemble'
const IGNORE = `# Written by Ensemble. This folder holds API keys and recorded runs; only the layout belongs in git.
*
!.gitignore
!layout.json
`
/** The files that a person may commit. */
const SHARED: readonly string[] = [`${FOLDER}/.gitignore`, `${FOLDER}/layout.json`]
/** Files that hold a key or a token. */
const KEYS: readonly string[] = [`${FOLDER}/secrets.json`, `${FOLDER}/server.json`]

/**
 * Keeps git away from keys and runs: writes `.ensemble/.gitignore` if missing. `problemsInGit` reports gaps in a
 * person's own.
 */
export const keepOutOfGit = async (root: string): Promise<void> => {
  // Files behind a link belong to others; `problemsInGit` names keys there.
  if (await isLink(root)) return
  const path = join(root, FOLDER, '.gitignore')
  if ((await readIfThere(path)) === undefined) await atomicWrite(path, IGNORE)
}

/** `H` for a file that git tracks, `?` for one that the next `git add` would take. Empty without git or a repository. */
const listInGit = async (root: string, what: string): Promise<readonly (readonly [tag: string, file: string])[]> => {
  const list = ['ls-files', '-z', '-t', '--cached', '--others', '--exclude-standard', '--', what]
  const entries = (await askGit(root, list))?.split('\0').filter((entry) => entry !== '') ?? []
  return entries.map((entry) => [entry.slice(0, 1), entry.slice(2)] as const)
}

/** Whether git tracks recorded runs or experiments, behind a link as well: a clone then begins with those of someone else. */
export const tracksRecords = async (root: string): Promise<boolean> =>
  ((await askGit(join(root, FOLDER), ['ls-files', '-z', '--', 'ensemble.db', 'experiments'])) ?? '') !== ''

/** Keys that don't exist yet, and that a person's .gitignore would let through. */
const keysLetThrough = async (root: string, known: readonly string[]): Promise<readonly Problem[]> => {
  const file = `${FOLDER}/.gitignore`
  const rules = await readIfThere(join(root, file))
  if (rules === undefined || Buffer.from(rules).toString('utf8') === IGNORE || (await isLink(root))) return []
  if ((await askGit(root, ['rev-parse', '--is-inside-work-tree']))?.trim() !== 'true') return []
  const ignored = (await askGit(root, ['check-ignore', '--no-index', '--', ...KEYS])) ?? ''
  const through = KEYS.filter((key) => !known.includes(key) && !ignored.split('\n').includes(key))
  if (through.length === 0) return []
  const message = `${file} lets git take ${through.join(' and ')}, which will hold keys. Remove ${file}: the next start of Ensemble writes one that ignores them.`
  return [{ code: 'git.unignored', severity: 'error', message, path: '', file }]
}

const isLink = async (root: string): Promise<boolean> =>
  (await lstat(join(root, FOLDER)).catch(() => undefined))?.isSymbolicLink() === true

/** Keys behind a link: git has the target under another name if that is in a repository, too. */
const linkedKeyProblems = async (root: string): Promise<readonly Problem[]> => {
  if (!(await isLink(root))) return []
  const found = await listInGit(join(root, FOLDER), '.')
  return found.flatMap(([tag, name]) => {
    const file = `${FOLDER}/${name}`
    if (!KEYS.includes(file)) return []
    const isTracked = tag !== '?'
    const code = isTracked ? 'git.tracked' : 'git.unignored'
    const message = isTracked
      ? `git tracks ${file}, which holds API keys, in the folder that the link ${FOLDER} leads to. In the workspace's folder, run \`git -C ${FOLDER} rm --cached ${name}\` and commit.${REPLACE_KEYS}`
      : `git does not ignore ${file}, which holds API keys, in the folder that the link ${FOLDER} leads to. Write a .gitignore that holds * into that folder.`
    return [{ code, severity: 'error' as const, message, path: '', file }]
  })
}

const REPLACE_KEYS = ' The history of git keeps the keys: replace them where they were issued.'

/** A file of the folder by its name, deeper ones by their folder: one Problem for all artifacts. */
const entryOf = (file: string): string => file.split('/').slice(0, 2).join('/')

const trackedProblem = (file: string): Problem => {
  const isKey = KEYS.includes(file)
  const holds = isKey ? 'holds API keys' : 'belongs to this machine and can hold private data'
  const after = isKey ? REPLACE_KEYS : ''
  return {
    code: 'git.tracked',
    severity: isKey ? 'error' : 'warning',
    message: `git tracks ${file}, which ${holds}. In the workspace's folder, run \`git rm -rf --cached ${file}\` and commit.${after}`,
    path: '',
    file,
  }
}

const unignoredProblem = (file: string): Problem => ({
  code: 'git.unignored',
  severity: KEYS.includes(file) ? 'error' : 'warning',
  message: `git does not ignore ${file}, so the next \`git add\` takes it. Remove ${FOLDER}/.gitignore: the next start of Ensemble writes one that ignores it.`,
  path: '',
  file,
})

/**
 * Files of `.ensemble` that git tracks or would take next, each with the remedy. Asks git, which runs nothing of the
 * repository.
 */
export const problemsInGit = async (root: string): Promise<readonly Problem[]> => {
  const found = new Map<string, Problem>()
  for (const [tag, file] of await listInGit(root, FOLDER)) {
    const entry = entryOf(file)
    if (SHARED.includes(entry)) continue
    if (tag !== '?') found.set(entry, trackedProblem(entry))
    else if (!found.has(entry)) found.set(entry, unignoredProblem(entry))
  }
  return [...found.values(), ...(await keysLetThrough(root, [...found.keys()])), ...(await linkedKeyProblems(root))]
}
