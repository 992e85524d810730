import { carryAlong } from '../../document/edits/carry-along.ts'
import { findTool } from '../../document/edits/intents.ts'
import { renameTool, retitleIdea } from '../../document/edits/rename.ts'
import { applyEdits, documentStore } from '../../document/open/document-store.ts'
import { activeProfile } from '../../document/open/profile.ts'
import { ideaFile, ideaId } from '../../document/texts/files.ts'
import { parseObject } from '../../document/texts/idea-view.ts'
import { tellStep } from '../../document/open/step-notice.ts'
import { selectNode, selectTool, sessionStore } from '../../platform/session/session.ts'
import { t } from './texts.ts'

/** Gives an Idea another title; its file and all that names it follow. One step of undo. */
export function nameIdea(idea: string, title: string): void {
  const { files } = documentStore.getState()
  const before = parseObject(files.get(ideaFile(idea))?.text).title
  const { edits, name } = retitleIdea(files, idea, title)
  applyEdits('rename', edits, { about: { nodes: [ideaId(name)] } })
  selectNode(ideaId(name))
  offerToCarry(typeof before === 'string' ? before : idea, title)
}

/** Other uses of the old name change only if a person accepts this offer. */
function offerToCarry(from: string, to: string): void {
  const carry = () => {
    const session = sessionStore.getState()
    const { activities } = session.surroundings
    return carryAlong(documentStore.getState().files, { from, to, activities, profile: activeProfile(session) })
  }
  const { tools, mentions } = carry()
  if (tools + mentions === 0) return
  const said = [
    ...(tools === 0 ? [] : [t('tools', { count: tools })]),
    ...(mentions === 0 ? [] : [t('mentions', { count: mentions })]),
  ]
  const action = { label: t('carry'), onClick: () => applyEdits('rename', carry().edits) }
  tellStep(t('stillSaid', { name: from }), said.join(', '), action)
}

/** Gives a Tool another name; its bindings and pins follow. One step of undo. */
export function nameTool(idea: string, tool: string, to: string): void {
  const { files } = documentStore.getState()
  const place = findTool(files, idea, tool)
  if (place === undefined || to === tool) return
  const session = sessionStore.getState()
  const { activities } = session.surroundings
  const edits = renameTool(files, { idea, place, to, activities, profile: activeProfile(session) })
  applyEdits('rename', edits, { about: { nodes: [ideaId(idea)], tool: to } })
  selectTool(ideaId(idea), to)
}
