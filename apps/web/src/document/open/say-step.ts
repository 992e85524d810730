import { history } from '../../platform/i18n/en/history.ts'
import { createTexts } from '../../platform/i18n/index.ts'
import { language } from '../../platform/i18n/language.ts'
import { codeNameOf, ideaFile, LAYOUT_FILE, nameOfIdeaNode, PINS_FILE } from '../texts/files.ts'
import type { HistoryEntry, StepLabel } from '../texts/history.ts'
import { parseObject } from '../texts/idea-view.ts'
import { fileTitle, stepPlace } from '../texts/step-place.ts'
import { ideaTitle } from './idea-title.ts'

export const say = createTexts({ history })

const isLabel = (label: string): label is StepLabel => label in history.step

/** The title of a node; a deleted Idea's is in the step that deleted it. */
function nodeTitle(id: string, { diffs }: HistoryEntry): string {
  const name = nameOfIdeaNode(id)
  if (name === null) return id.replace(/^\w+:/, '')
  const own = diffs.find((diff) => diff.file === ideaFile(name) && diff.type !== 'splice')
  const title = own?.type === 'splice' ? undefined : parseObject(own?.text).title
  return typeof title === 'string' && title !== '' ? title : ideaTitle(name)
}

function nameOfFile(file: string): string {
  if (file === LAYOUT_FILE) return say('layout')
  if (file === PINS_FILE) return say('pins')
  return fileTitle(file)
}

/** Where a step was made, for people: `Composer › planForm`, `2 nodes`, `ensemble.json`. */
export function whereOf(entry: HistoryEntry): string {
  const { nodes, tool, files } = stepPlace(entry)
  const [node] = nodes
  if (node !== undefined) {
    if (nodes.length > 1) return say('nodes', { count: nodes.length })
    const idea = nodeTitle(node, entry)
    return tool === undefined ? idea : say('inTool', { idea, tool })
  }
  const [file = ''] = files
  return files.length > 1 ? say('files', { count: files.length }) : nameOfFile(file)
}

/** A step as a sentence: `Deleted Composer`. */
export function sayStep(entry: HistoryEntry): string {
  const label = isLabel(entry.label) ? entry.label : 'edit'
  const written = entry.diffs.map(({ file }) => codeNameOf(file)).find((name) => name !== null)
  const where = label === 'newActivity' && written !== undefined ? written : whereOf(entry)
  return say(`step.${label}`, { where })
}

const dayOf = (at: number): string => new Date(at).toDateString()
const times = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' })
const days = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })

/** The time of a step, with its day if that isn't today's. */
export const timeOf = (at: number, now: number): string => (dayOf(at) === dayOf(now) ? times : days).format(at)

/** Why a step is not taken back without asking: it was made elsewhere, or on another day. */
export function strangenessOf({ at, tab }: HistoryEntry, thisTab: string, now: number): 'tab' | 'day' | null {
  if (tab !== undefined && tab !== thisTab) return 'tab'
  return dayOf(at) === dayOf(now) ? null : 'day'
}
