import { readFile, realpath, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { readAtMost } from '../egress/read-at-most.ts'
import { EnsembleError, type IdeaSource, type LoadedIdea } from '@ensemble/core'
import { parseAddress, readForeignIdea } from '@ensemble/core/host'

export interface ModuleSourceOptions {
  /** The Ideas of the workspace. */
  readonly workspace: IdeaSource
  /** The workspace's folder. */
  readonly root: string
  /** The server's one way out: it holds the allow-list. */
  readonly egress: typeof globalThis.fetch
}

/** An Idea is text that a person or a model reads; nothing honest is larger. */
const MOST_BYTES = 1024 * 1024
const FETCH_MS = 15_000

const unresolved = (message: string, cause?: unknown): EnsembleError =>
  new EnsembleError('module.unresolved', message, { cause })

/**
 * The Ideas that a Run may enter (docs/contract/protocol.md#modules): the workspace's, other JSON files in its folder,
 * and allow-listed URLs. Only a Run fetches.
 */
export const createModuleSource = ({ workspace, root, egress }: ModuleSourceOptions): IdeaSource => ({
  ...workspace,
  resolve: async (text, from): Promise<LoadedIdea> => {
    const address = parseAddress(text, from)
    if (address.type === 'invalid') throw new EnsembleError(address.code, address.message)
    if (address.type === 'file') return readForeignIdea(await readInside(root, address.path), address.path)
    if (address.type === 'url') return readForeignIdea(await readAt(address.url, egress), address.url)
    return await workspace.resolve(text, from)
  },
})

/** The text of a file that is in the folder once every link is followed. */
const readInside = async (root: string, path: string): Promise<string> => {
  const [folder, file] = await Promise.all([realpath(root), realpath(join(root, path)).catch(() => undefined)])
  if (file === undefined) throw unresolved(`The workspace has no file ${path}.`)
  if (!file.startsWith(folder + sep) || file.startsWith(join(folder, '.ensemble') + sep))
    throw new EnsembleError('module.outside', `${path} leads out of the workspace; a module must stay inside it.`)
  if (extname(file) !== '.json') throw unresolved(`${path} isn't a .json file, so it holds no Idea.`)
  const stats = await stat(file)
  if (!stats.isFile()) throw unresolved(`${path} isn't a file, so it holds no Idea.`)
  if (stats.size > MOST_BYTES) throw tooLarge(path)
  return await readFile(file, 'utf8')
}

const readAt = async (url: string, egress: typeof globalThis.fetch): Promise<string> => {
  try {
    const response = await egress(url, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(FETCH_MS),
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw unresolved(`${url} answered with status ${response.status}.`)
    }
    return await textOf(response, url)
  } catch (thrown) {
    if (thrown instanceof EnsembleError) throw thrown
    throw unresolved(
      `${url} could not be fetched: ${thrown instanceof Error ? thrown.message : 'unknown reason'}.`,
      thrown,
    )
  }
}

const textOf = async (response: Response, url: string): Promise<string> => {
  const bytes = await readAtMost(response, MOST_BYTES)
  if (bytes === undefined) throw tooLarge(url)
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

const tooLarge = (what: string): EnsembleError => unresolved(`${what} is larger than ${MOST_BYTES} bytes.`)
