import type { Json } from '@ensemble/core'
import { createStore } from 'zustand/vanilla'
import type { Connection } from '../api/server-events.ts'
import type { Refused, Surroundings, WorkspaceFacts } from '../api/facts.ts'

/** The selection: nodes by id, or one Tool of a node. */
export interface Selection {
  readonly nodes: readonly string[]
  readonly tool: { readonly node: string; readonly name: string; readonly to?: string } | null
}
export type Theme = 'system' | 'light' | 'dark'
export type PanelName = 'explorer' | 'inspector' | 'dock' | 'minimap' | 'activities'
export type InspectorTab = 'form' | 'json'

interface Spot {
  readonly x: number
  readonly y: number
}
/** The place and target of the add picker. */
export interface AddRequest {
  /** Where it opens, in pixels of the window. */
  readonly at: Spot
  /** Where the new node goes, in canvas units; without one it gets a free place. */
  readonly place?: Spot
  /** The node and port of the Idea that gets what is added, or of its Tool that is given someone to do its work. */
  readonly from?: { readonly node: string; readonly handle: string }
  /** The part of the list that is shown first. */
  readonly section?: 'templates'
}

export type Dialog =
  /** `input` is what an earlier Run was given; without it the Idea's own. */
  | {
      readonly type: 'run'
      readonly idea: string
      readonly simulate: boolean
      readonly input?: Json
      /** The Tool that it is for, where the Idea is not the one that the person looked at. */
      readonly forTool?: string
    }
  | ({ readonly type: 'add' } & AddRequest)
  | { readonly type: 'palette'; readonly find: boolean }
  | { readonly type: 'help' }
  | { readonly type: 'export' }
  /** `files` are taken at once, or those in `entries` where a folder was dropped; `ofLast` shows the report of the last import. */
  | {
      readonly type: 'import'
      readonly files?: readonly File[]
      readonly entries?: readonly FileSystemEntry[]
      readonly ofLast?: true
    }
  | { readonly type: 'errorCode'; readonly code: string }
  | { readonly type: 'findReplace' }
  | { readonly type: 'keepCase'; readonly run: string }
  | { readonly type: 'extract'; readonly run: string; readonly calls: readonly string[] }
  | { readonly type: 'diff'; readonly file: string }
  /** An older or foreign step: a person confirms it first. */
  | { readonly type: 'askStep'; readonly way: 'undo' | 'redo' }
  | { readonly type: 'history' }
  /** `tool` is what may be replaced; null where only new ones can be added. */
  | { readonly type: 'importTools'; readonly idea: string; readonly tool: string | null; readonly text?: string }
  | { readonly type: 'exportTool'; readonly idea: string; readonly tool: string }
  | { readonly type: 'versions'; readonly idea: string }

/** Whether a model runs Ideas, as far as it was tried. */
export type Verdict = 'works' | 'limited' | 'fails'

/** This window: gone when it closes, except for what preferences.ts remembers. */
export interface Session {
  readonly phase: 'opening' | 'open' | 'failed'
  readonly failure: string | null
  /** The server is there and does not open this workspace. */
  readonly refused: Refused | null
  readonly facts: WorkspaceFacts | null
  readonly connection: Connection
  /** The server came back with another page than this one. */
  readonly outdated: boolean
  readonly saving: boolean
  /** Why the last save was refused, for the status bar; null when it was not. */
  readonly saveError: string | null
  /** Server facts that are in no file: they shape the graph. */
  readonly surroundings: Surroundings
  /** Something in mcp.json cannot be used. */
  readonly hasMcpProblems: boolean
  readonly models: readonly string[]
  /** The results of tried endpoints. */
  readonly verdicts: Readonly<Record<string, Verdict>>
  readonly profiles: readonly string[]
  /** Chosen for new runs; null is the workspace's own. */
  readonly model: string | null
  readonly profile: string | null
  readonly theme: Theme
  /** The effect of a drag on empty canvas. */
  readonly dragging: 'pan' | 'select'
  readonly panels: Readonly<Record<PanelName, boolean>>
  /** Explorer sections that were opened or closed by hand. */
  readonly sections: Readonly<Record<string, boolean>>
  readonly selection: Selection
  readonly inspectorTab: InspectorTab
  readonly dialog: Dialog | null
  /** Read out by the live region. */
  readonly announcement: string
}

export const NOTHING: Selection = { nodes: [], tool: null }

export const INITIAL_SESSION: Session = {
  phase: 'opening',
  failure: null,
  refused: null,
  facts: null,
  connection: 'connecting',
  outdated: false,
  saving: false,
  saveError: null,
  surroundings: { activities: [], activityProblems: [], mcpServers: [], profile: {}, lint: {} },
  hasMcpProblems: false,
  models: [],
  verdicts: {},
  profiles: [],
  model: null,
  profile: null,
  theme: 'system',
  dragging: 'pan',
  panels: { explorer: true, inspector: true, dock: true, minimap: true, activities: false },
  sections: {},
  selection: NOTHING,
  inspectorTab: 'form',
  dialog: null,
  announcement: '',
}

export const sessionStore = createStore<Session>(() => INITIAL_SESSION)

export const selectNode = (id: string): void => sessionStore.setState({ selection: { nodes: [id], tool: null } })
export const selectTool = (node: string, name: string, to?: string): void =>
  sessionStore.setState({ selection: { nodes: [], tool: to === undefined ? { node, name } : { node, name, to } } })
export const openDialog = (dialog: Dialog): void => sessionStore.setState({ dialog })
export const closeDialog = (): void => sessionStore.setState({ dialog: null })
export const togglePanel = (panel: PanelName): void =>
  sessionStore.setState(({ panels }) => ({ panels: { ...panels, [panel]: !panels[panel] } }))
export const announce = (announcement: string): void => sessionStore.setState({ announcement })

/** The node that commands are about: the selected one, or the one whose Tool is selected. */
export const focusedNode = ({ selection }: Session): string | null => selection.tool?.node ?? selection.nodes[0] ?? null
