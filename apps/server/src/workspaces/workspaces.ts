import { isAbsolute, join } from 'node:path'
import { EnsembleError } from '@ensemble/core'
import { checkWorkspace } from '../workspace/choose-workspace.ts'
import { copyFolder } from './copy-folder.ts'
import { stateOf } from './folder-state.ts'
import type { OpenWorkspaces } from './open-workspaces.ts'
import { countIdeas, readOutline } from './outline.ts'
import { revealFolder } from './reveal-folder.ts'
import { type ListEntry, type WorkspaceList, ownName, unknownWorkspace } from './workspace-list.ts'
import type { ListedWorkspace, Workspaces } from './workspaces-types.ts'

export interface WorkspacesOptions {
  readonly list: WorkspaceList
  readonly open: Pick<OpenWorkspaces, 'rename' | 'close' | 'peek'>
  /** The person's own folder. */
  readonly home: string
  /** Where copies go whose original's parent folder cannot be written. */
  readonly copies: string
  /** Whether the person sits at this machine. */
  readonly canReveal: boolean
  /** Before every address of this server, as `/ensemble`; empty at the root. */
  readonly basePath: string
}

/** A folder as a person types it: `~` is their home. */
const toFolder = (typed: string, home: string): string => {
  const folder = typed.trim().replace(/^~(?=$|[\\/])/, () => home)
  if (isAbsolute(folder)) return folder
  throw new EnsembleError('workspace.missing', `Write the whole path of the folder, such as ${join(home, 'mine')}.`)
}

export const createWorkspaces = ({ list, open, home, copies, canReveal, basePath }: WorkspacesOptions): Workspaces => {
  const find = async (name: string): Promise<ListEntry> => {
    const entry = await list.find(name)
    if (entry === undefined) throw unknownWorkspace(name)
    return entry
  }
  const show = async (entry: ListEntry): Promise<ListedWorkspace> => {
    const served = open.peek(entry.folder)
    const unfinished = await served?.deps.journal.unfinished()
    const waiting = unfinished?.filter(({ status }) => status === 'waiting').length ?? 0
    return {
      ...entry,
      address: `${basePath}/w/${entry.name}/`,
      state: await stateOf(entry.folder),
      ideas: await countIdeas(entry.folder),
      isOpen: served !== undefined,
      ...(unfinished !== undefined && { runs: { running: unfinished.length - waiting, waiting } }),
    }
  }
  const add = async (typed: string, wanted?: string): Promise<ListedWorkspace> => {
    const folder = await checkWorkspace(toFolder(typed, home), 'enter the path of another folder')
    return show(await list.join(folder, wanted ?? (await ownName(folder))))
  }
  return {
    canReveal,
    list: async () => Promise.all((await list.all()).map(show)),
    add,
    rename: async (name, to) => {
      const entry = await find(name)
      const renamed = await list.rename(entry, to)
      await open.rename(entry, renamed)
      return show(renamed)
    },
    copy: async (name) => {
      const { folder } = await find(name)
      await checkWorkspace(folder)
      return add(await copyFolder(folder, copies), name)
    },
    remove: async (name) => {
      const entry = await find(name)
      await list.remove(entry)
      await open.close(entry.folder)
    },
    outline: async (name) => readOutline((await find(name)).folder),
    reveal: async (name) => {
      const { folder } = await find(name)
      return canReveal && (await stateOf(folder)) !== 'gone' && revealFolder(folder)
    },
    nameOf: async (root) => (await list.findFolder(root))?.name,
    touch: (root) => list.touch(root),
  }
}
