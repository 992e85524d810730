import type { JsonObject } from '@ensemble/core'
import { activityTool } from '../../document/commands/nodes/attach-activity.ts'
import { connect } from '../../document/commands/nodes/connect.ts'
import { freeBelow, freePlace } from '../../document/commands/nodes/free-place.ts'
import { withRoom } from '../../document/commands/nodes/make-room.ts'
import { putNote } from '../../document/commands/notes.ts'
import {
  addToolCopy,
  delegate,
  findTool,
  ideaNames,
  ideaTitles,
  newIdea,
  plainTool,
  retarget,
} from '../../document/edits/intents.ts'
import { ideaNameFor, titleOfName, toolNameFor } from '../../document/edits/names.ts'
import { Sequence } from '../../document/edits/sequence.ts'
import { canvasView, type CanvasView } from '../../document/graph/canvas-view.ts'
import { graphStore } from '../../document/graph/graph-store.ts'
import { editInPlace, toolInPlace } from '../../document/graph/in-place.ts'
import { INPUT_Y, ideaSize } from '../../document/layout/geometry.ts'
import { placeNodes } from '../../document/layout/layout-edits.ts'
import type { Place } from '../../document/layout/layout-file.ts'
import { applyEdits, documentStore } from '../../document/open/document-store.ts'
import { tellStep } from '../../document/open/step-notice.ts'
import type { FileEdit } from '../../document/texts/document.ts'
import { codeFile, freeName, ideaId, nameOfIdeaNode } from '../../document/texts/files.ts'
import { goTo } from '../../platform/session/location.ts'
import { selectNode, selectTool, sessionStore, type AddRequest } from '../../platform/session/session.ts'
import { firstRequest } from '../activities/add-request.ts'
import { codeTemplate } from '../activities/code-template.ts'
import type { Choice } from './choices.ts'
import { t } from './texts.ts'

/** Between a caller and the Idea that is made for it, in canvas units. */
const APART = 140
/** The input schema of a new HTTP request. */
const ITEM: JsonObject = {
  type: 'object',
  description: '',
  properties: { id: { type: 'string', description: '' } },
  required: ['id'],
}

/** The Tool of a port that is one's own; undefined for "+ tool". */
export const toolOfPort = ({ from }: AddRequest): string | undefined =>
  from?.handle.startsWith('tool:') === true ? from.handle.slice('tool:'.length) : undefined

/** A title that no Idea has: with a number where it is taken. */
function freeTitle(title: string, taken: readonly string[]): string {
  const known = new Set(taken.map((each) => each.toLowerCase()))
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? title : `${title} ${number}`
    if (!known.has(free.toLowerCase())) return free
  }
}

function placeFor({ place, from }: AddRequest, tools: number): Place {
  // The port that an edge leads to is where the hand is.
  if (place !== undefined) return { x: Math.round(place.x), y: Math.round(place.y - INPUT_Y) }
  const size = ideaSize(tools)
  const caller = from === undefined ? undefined : graphStore.getState().places.get(from.node)
  if (caller !== undefined)
    return { ...freeBelow({ x: caller.x + size.width + APART, y: caller.y }, size), isAuto: true }
  const middle = canvasView()?.centre() ?? { x: 0, y: 0 }
  return { ...freePlace({ x: middle.x - size.width / 2, y: middle.y - size.height / 2 }, size), isAuto: true }
}

interface FirstTool {
  readonly name: string
  readonly schema: JsonObject
  /** A change of ensemble.json in the same step. */
  readonly manifest?: FileEdit
  /** The code of its Activity, in the same step. */
  readonly code?: FileEdit
}

/** Whether `x`, in canvas units, is right of what shows once the inspector is open. */
const isCutOff = (x: number, view: CanvasView): boolean => x > view.centre().x + view.pane().width / 2 / view.zoom()

/** A new Idea where the hand is, connected to where the hand came from; with the Tools that were chosen. */
function addIdea(request: AddRequest, wanted: string, first: readonly FirstTool[] = []): void {
  const steps = new Sequence(documentStore.getState().files)
  const title = freeTitle(wanted === '' ? t('newIdea') : wanted, ideaTitles(steps.files))
  const name = ideaNameFor(title, ideaNames(steps.files))
  steps.add(newIdea(name, title))
  for (const { name: tool, schema, manifest } of first) {
    steps.add(addToolCopy(steps.files, name, tool, schema).edit)
    if (manifest !== undefined) steps.add(manifest)
  }
  const caller = request.from === undefined ? null : nameOfIdeaNode(request.from.node)
  const tool = toolOfPort(request)
  const place = caller === null || tool === undefined ? undefined : findTool(steps.files, caller, tool)
  if (place !== undefined) steps.add(retarget(steps.files, place, null, name))
  else if (caller !== null) {
    const { edit } = delegate(steps.files, caller, name)
    steps.add(...withRoom(edit, caller, 1, steps.files))
  }
  const at = placeFor(request, first.length)
  steps.add(placeNodes(steps.files, new Map([[ideaId(name), at]]), graphStore.getState().places))
  applyEdits('newIdea', [...steps.edits(), ...first.flatMap(({ code }) => code ?? [])], {
    about: { nodes: [ideaId(name)] },
  })
  selectNode(ideaId(name))
  // A node that is added at the pointer is visible already, so the view moves only if the inspector opens over it.
  const view = canvasView()
  if (request.place === undefined || (view !== null && isCutOff(at.x + ideaSize(0).width, view)))
    requestAnimationFrame(() => view?.reveal(ideaId(name)))
  if (wanted === '' || first.length > 0) editInPlace(ideaId(name))
}

/** Tools that come together, in an Idea that is there or in a new one named after the first: one step of undo. */
export function addTools(idea: string | null, tools: readonly [FirstTool, ...FirstTool[]]): void {
  if (idea === null) {
    addIdea({ at: { x: 0, y: 0 } }, titleOfName(tools[0].name), tools)
    return
  }
  const steps = new Sequence(documentStore.getState().files)
  const names = tools.map(({ name, schema }) => {
    const { edit, tool } = addToolCopy(steps.files, idea, name, schema)
    steps.add(...withRoom(edit, idea, 1, steps.files))
    return tool
  })
  const [first = tools[0].name] = names
  applyEdits('paste', steps.edits(), { about: { nodes: [ideaId(idea)], tool: first } })
  selectTool(ideaId(idea), first)
}

/** A new Tool in an Idea, or in a new one where the hand is on empty canvas. */
function addTool(request: AddRequest, first: FirstTool, isNamed: boolean): void {
  const idea = request.from === undefined ? null : nameOfIdeaNode(request.from.node)
  if (idea === null) {
    addIdea(request, titleOfName(first.name), [first])
    return
  }
  const { edit, tool } = addToolCopy(documentStore.getState().files, idea, first.name, first.schema)
  const others = [first.manifest, first.code].filter((one) => one !== undefined)
  applyEdits('newTool', [...withRoom(edit, idea), ...others], { about: { nodes: [ideaId(idea)], tool } })
  selectTool(ideaId(idea), tool)
  requestAnimationFrame(() => canvasView()?.reveal(ideaId(idea)))
  if (!isNamed) editInPlace(toolInPlace(ideaId(idea), tool))
}

/** A Tool with an Activity of its name that is written for it; the Tool that the hand came from is given one. */
function addWork(request: AddRequest, choice: Extract<Choice, { type: 'code' | 'http' }>): void {
  const own = toolOfPort(request)
  const typed = toolNameFor(choice.name)
  const base = choice.type === 'code' ? 'newTool' : 'httpRequest'
  const { activities } = sessionStore.getState().surroundings
  const name = own ?? freeName(typed === '' ? base : typed, activities)
  const isCode = choice.type === 'code'
  const [label, edit] = isCode
    ? (['newActivity', { file: codeFile(name), text: codeTemplate(null) }] as const)
    : (['newRequest', firstRequest(name)] as const)
  if (own !== undefined) applyEdits(label, [edit])
  else if (isCode) addTool(request, { name, schema: plainTool(''), code: edit }, typed !== '')
  else addTool(request, { name, schema: ITEM, manifest: edit }, typed !== '')
  if (!isCode) return
  // Code that answers as it is called, until a person writes it.
  const open = { label: t('openCode'), onClick: () => goTo('activities', { name }) }
  tellStep(t('writtenTitle', { name }), t('written'), open)
}

/** Does what was chosen, for what the picker was opened for. */
export async function take(choice: Choice, request: AddRequest): Promise<void> {
  const { from } = request
  switch (choice.type) {
    case 'newIdea':
      return addIdea(request, choice.name)
    case 'model': {
      const name = toolNameFor(choice.name)
      return addTool(request, { name: name === '' ? 'newTool' : name, schema: plainTool('') }, name !== '')
    }
    case 'code':
    case 'http':
      return addWork(request, choice)
    case 'note':
      return putNote(request.place, choice.name)
    case 'idea':
      if (from === undefined) {
        selectNode(ideaId(choice.name))
        return canvasView()?.reveal(ideaId(choice.name))
      }
      return connect(from, ideaId(choice.name))
    case 'activity': {
      const tool = toolOfPort(request)
      if (from !== undefined && tool !== undefined) return connect(from, `activity:${choice.name}`)
      return addTool(request, { name: choice.name, schema: activityTool(choice.name) }, true)
    }
    case 'tool':
      return addTool(request, { name: choice.name, schema: { $ref: `tool://${choice.name}` } }, true)
    case 'mcp':
      return addTool(request, choice.tool, true)
    case 'template': {
      const { addTemplate } = await import('./template.ts')
      return addTemplate(choice.name, request)
    }
    case 'section':
      return undefined
  }
}
