import type { FolderState } from './folder-state.ts'
import type { Outline } from './outline.ts'
import type { ListEntry } from './workspace-list.ts'

/** A workspace of the list, as the page shows it. */
export interface ListedWorkspace extends ListEntry {
  /** The address of its page on this server. */
  readonly address: string
  readonly state: FolderState
  readonly ideas: number
  /** This server has it open. */
  readonly isOpen: boolean
  /** Runs that neither ended nor were ended, where it is open. */
  readonly runs?: { readonly running: number; readonly waiting: number }
}

/** The workspaces of a person, and what can be done with the list; no operation deletes a folder. */
export interface Workspaces {
  list(): Promise<readonly ListedWorkspace[]>
  /** Puts a folder on the list. Throws EnsembleError `workspace.missing` if it isn't a workspace. */
  add(folder: string, wanted?: string): Promise<ListedWorkspace>
  /** Changes the name in the list and the address. Throws EnsembleError `workspace.unknown`, `name.taken`, `name.invalid`. */
  rename(name: string, to: string): Promise<ListedWorkspace>
  /** Copies the folder without its runs and keys, and puts the copy on the list. */
  copy(name: string): Promise<ListedWorkspace>
  /** Takes it off the list; its files stay, and Runs continue when it is opened again. */
  remove(name: string): Promise<void>
  outline(name: string): Promise<Outline>
  /** Whether a file manager of this machine can show a folder to the person. */
  readonly canReveal: boolean
  /** Resolves to false where no file manager started. */
  reveal(name: string): Promise<boolean>
  /** The name of a folder in the list, which its page shows. */
  nameOf(root: string): Promise<string | undefined>
  /** Its page was opened: it is the most recent one now. */
  touch(root: string): Promise<void>
}
