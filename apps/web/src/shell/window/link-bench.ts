import { closeEditor, editorPlace, openEditor, type EditorPart } from '../../platform/session/editor-place.ts'
import { dockStore, isDockTab } from '../../platform/session/dock-tab.ts'
import { amendPlace, goTo, placeStore, type Place } from '../../platform/session/location.ts'
import { NOTHING, sessionStore, type Selection } from '../../platform/session/session.ts'

const WRITE_MS = 200
/** The address's parameters of the workbench besides the Run: the selection, edited and shown in the dock. */
const OF_BENCH = ['node', 'tool', 'edit', 'dock'] as const
type Params = { readonly [Name in (typeof OF_BENCH)[number]]?: string }

/** `node=idea:producer`, with a Tool `tool=composeSong`; nothing for several nodes. */
const selectionIn = ({ nodes, tool }: Selection): Params => {
  if (tool !== null) return { node: tool.node, tool: tool.name }
  const [node] = nodes
  return node === undefined || nodes.length > 1 ? {} : { node }
}

/** `edit=producer/tool/composeSong`, `edit=producer/input`. */
const editIn = ({ place }: ReturnType<typeof editorPlace.getState>): Params => {
  if (place === null) return {}
  const { idea, part } = place
  return { edit: part.type === 'tool' ? `${idea}/tool/${part.name}` : `${idea}/${part.type}` }
}

/** The parameters of what the window shows now. */
const paramsNow = (): Params => {
  const { tab, chosen } = dockStore.getState()
  return {
    ...selectionIn(sessionStore.getState().selection),
    ...editIn(editorPlace.getState()),
    ...(chosen && tab !== 'waiting' && { dock: tab }),
  }
}

/** The schema that an address names; undefined for one that is not understood. */
export function readEdit(text: string): { readonly idea: string; readonly part: EditorPart } | undefined {
  const [idea = '', type, ...rest] = text.split('/')
  const name = rest.join('/')
  if (idea === '') return undefined
  if (type === 'input' || type === 'output') return name === '' ? { idea, part: { type } } : undefined
  return type === 'tool' && name !== '' ? { idea, part: { type, name } } : undefined
}

/** Shows what the address names: a node or a Tool, a schema in its editor, a view of the dock. */
function show({ params }: Place, before: Place['params']): void {
  const { node, tool, edit, dock } = params
  const now = paramsNow()
  // The inspector shows one thing, and a span comes first.
  if (node !== undefined && params['span'] === undefined && (node !== now.node || tool !== now.tool))
    sessionStore.setState({
      selection: tool === undefined ? { nodes: [node], tool: null } : { nodes: [], tool: { node, name: tool } },
    })
  else if (node === undefined && before['node'] !== undefined && before['node'] === now.node)
    sessionStore.setState({ selection: NOTHING })
  const place = edit === undefined || edit === now.edit ? undefined : readEdit(edit)
  if (place !== undefined) openEditor(place)
  else if (edit === undefined && before['edit'] !== undefined) closeEditor()
  if (isDockTab(dock) && dock !== now.dock) dockStore.setState({ tab: dock, chosen: true })
}

/** Keeps the address and the workbench in step. Call when the workspace is open. Returns how to stop. */
export function linkBench(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isWriting = false
  /** A page over the workbench was closed: the address of the workbench is completed, not left. */
  let isBack = false
  const write = (): void => {
    const { page, params } = placeStore.getState()
    if (page !== 'bench') return
    const now = paramsNow()
    if (OF_BENCH.every((name) => params[name] === now[name])) {
      isBack = false
      return
    }
    const others = Object.entries(params).filter(([name]) => !OF_BENCH.some((own) => own === name))
    const next: Place['params'] = { ...Object.fromEntries(others), ...now }
    isWriting = true
    // A schema that opens or closes is a step back and forth; a selection is not.
    if (isBack || params['edit'] === now.edit) amendPlace(next)
    else goTo('bench', next)
    isWriting = false
    isBack = false
  }
  const soon = (): void => {
    clearTimeout(timer)
    timer = setTimeout(write, WRITE_MS)
  }
  const stops = [
    sessionStore.subscribe(({ selection }, before) => selection !== before.selection && soon()),
    editorPlace.subscribe(soon),
    dockStore.subscribe(soon),
    placeStore.subscribe((place, before) => {
      if (isWriting || place.page !== 'bench') return
      // Another page was over the workbench, which stayed as it was.
      if (before.page !== 'bench') {
        isBack = true
        soon()
      }
      // Others write their part of the address while a change of the window is not in it yet.
      else if (OF_BENCH.some((name) => place.params[name] !== before.params[name])) show(place, before.params)
    }),
  ]
  const first = placeStore.getState()
  if (first.page === 'bench') {
    show(first, {})
    // The selection from before this code was loaded.
    if (OF_BENCH.every((name) => first.params[name] === undefined)) soon()
  }
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}
