import { ideaId } from '../texts/files.ts'
import { findTool, toolsOfIdea } from '../edits/intents.ts'
import { moveTool } from '../edits/move-tool.ts'
import { fixedValue, withFixed } from '../edits/tool-fields.ts'
import { applyEdits, documentStore } from '../open/document-store.ts'
import { selectTool } from '../../platform/session/session.ts'
import type { Command } from './command.ts'
import { selectedTool } from './targets.ts'

const indexOf = (): {
  readonly idea: string
  readonly tool: string
  readonly index: number
  readonly count: number
} | null => {
  const selected = selectedTool()
  if (selected === null) return null
  const tools = toolsOfIdea(documentStore.getState().files, selected.idea)
  const index = tools.findIndex(({ name }) => name === selected.tool)
  return index < 0 ? null : { ...selected, index, count: tools.length }
}

/** Puts a Tool at another place among those of its Idea: what a model reads first, and the order of the rows. */
export function orderTool(idea: string, tool: string, index: number): void {
  const edit = moveTool(documentStore.getState().files, idea, tool, index)
  if (edit !== null) applyEdits('moveTool', [edit], { about: { nodes: [ideaId(idea)], tool } })
}

/** The same, and selects it. */
function putTool(idea: string, tool: string, index: number): void {
  orderTool(idea, tool, index)
  selectTool(ideaId(idea), tool)
}

const move = (id: 'moveToolUp' | 'moveToolDown', key: string, by: 1 | -1): Command => ({
  id,
  label: `command.${id}`,
  group: 'edit',
  keys: [key],
  isOfCanvas: true,
  isEnabled() {
    const at = indexOf()
    return at !== null && at.index + by >= 0 && at.index + by < at.count
  },
  run() {
    const at = indexOf()
    if (at !== null) putTool(at.idea, at.tool, at.index + by)
  },
})

export const moveToolUp = move('moveToolUp', 'Alt+ArrowUp', -1)
export const moveToolDown = move('moveToolDown', 'Alt+ArrowDown', 1)

const APPROVAL = ['_approval'] as const

/** Has each Call of the selected Tool wait for a person, or no longer. */
export const needApproval: Command = {
  id: 'needApproval',
  label: 'command.needApproval',
  group: 'edit',
  isEnabled: () => selectedTool() !== null,
  run() {
    const selected = selectedTool()
    const { files } = documentStore.getState()
    const place = selected === null ? undefined : findTool(files, selected.idea, selected.tool)
    if (selected === null || place === undefined) return
    const wanted = fixedValue(place, APPROVAL) === undefined ? 'required' : undefined
    const text = files.get(place.file)?.text ?? ''
    applyEdits('approval', [{ file: place.file, text: withFixed(text, place, APPROVAL, wanted) }], {
      about: { nodes: [ideaId(selected.idea)], tool: selected.tool },
    })
  },
}
