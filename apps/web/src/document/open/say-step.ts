import { history } from '../../platform/i18n/en/history.ts'
import { createTexts } from '../../platform/i18n/index.ts'
import { language } from '../../platform/i18n/language.ts'
import { codeNameOf, ideaFile, ideaNameOf, LAYOUT_FILE, nameOfIdeaNode, PINS_FILE } from '../texts/files.ts'
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

/** Where in its JSON file a step was made, as keys and indices. */
type Path = readonly (string | number)[]

/** Keys of a schema that only lead on to the next name. */
const STEPS_OF_SCHEMA = new Set<string | number>(['properties', 'items', '$defs'])

/** A path below `ideas/NAME.json` for people: the Tool or the Message, then the field. */
function partsOf(path: Path): readonly string[] {
  const [first, index, key, tool, ...rest] = path
  if (first !== 'context' || typeof index !== 'number')
    return path.filter((each) => !STEPS_OF_SCHEMA.has(each)).map(String)
  if (key === 'tool' && typeof tool === 'string')
    return [tool, ...rest.filter((each) => !STEPS_OF_SCHEMA.has(each)).map(String)]
  return [say('message', { number: index + 1 }), ...(key === undefined || key === 'text' ? [] : [String(key)])]
}

/** Where a step was made, for people: `Composer › planForm › count`, `2 nodes`, `ensemble.json`. */
function whereOf(entry: HistoryEntry, path: Path = []): string {
  const { nodes, tool, files } = stepPlace(entry)
  const [node] = nodes
  if (nodes.length > 1) return say('nodes', { count: nodes.length })
  const [file = ''] = files
  if (node === undefined && files.length > 1) return say('files', { count: files.length })
  const name = node === undefined ? nameOfFile(file) : nodeTitle(node, entry)
  const isFile =
    node === undefined
      ? ideaNameOf(file) === null && file !== LAYOUT_FILE
      : file === ideaFile(nameOfIdeaNode(node) ?? '')
  const parts = isFile ? partsOf(path) : []
  if (parts.length === 0 && tool !== undefined) return [name, tool].join(' › ')
  return [name, ...parts].join(' › ')
}

/** Steps whose label tells nothing of what was changed. */
const VAGUE: ReadonlySet<string> = new Set(['edit', 'fix', 'replace', 'disk'] satisfies readonly StepLabel[])

/** A step as a sentence: `Deleted Composer`, `Edited Composer › planForm › count`. */
export function sayStep(entry: HistoryEntry, path?: Path): string {
  const label = isLabel(entry.label) ? entry.label : 'edit'
  const written = entry.diffs.map(({ file }) => codeNameOf(file)).find((name) => name !== null)
  const where =
    label === 'newActivity' && written !== undefined ? written : whereOf(entry, VAGUE.has(label) ? path : undefined)
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
