import { isObject, type JsonObject } from '@ensemble/core'
import type { FileEdit } from '../texts/document.ts'
import {
  freeName,
  freeTitle,
  ideaAddress,
  ideaFile,
  ideaId,
  LAYOUT_FILE,
  nameFault,
  nameOfIdeaNode,
  toolFile,
} from '../texts/files.ts'
import { messagesOf, parseObject } from '../texts/idea-view.ts'
import { ideaNames, ideaTitles, sharedTools, type Files } from './intents.ts'
import { replaceStrings, toText } from '../texts/json-edit.ts'
import { membersOf, nodesOf, outermost, withoutEmpty, type Group, type Groups } from '../layout/group-tree.ts'
import { autoPlaces, layoutText } from '../layout/layout-edits.ts'
import {
  freeGroupId,
  freeNoteId,
  groupsOf,
  isNoteId,
  layoutOf,
  type Note,
  type Place,
  type Point,
  type Positions,
} from '../layout/layout-file.ts'

/** Copy's clipboard: Ideas by name with their shared Tools, notes, their places, and the groups they make up. */
export interface Clip {
  readonly ideas: Readonly<Record<string, JsonObject>>
  readonly tools: Readonly<Record<string, JsonObject>>
  readonly notes: readonly Note[]
  /** Upper left corners of the Ideas by name; one without is laid out. */
  readonly places: Readonly<Record<string, Point>>
  /** By id; their members are Ideas and groups of the clip. */
  readonly groups: Groups
}

const FORMAT = 'ensemble-nodes'

function sharedNamesOf(idea: JsonObject): string[] {
  return messagesOf(idea).flatMap(({ type, message }) => {
    if (type !== 'tool' || !isObject(message.tool)) return []
    return Object.values(message.tool).flatMap((entry) => {
      const ref = isObject(entry) ? entry.$ref : undefined
      return typeof ref === 'string' && ref.startsWith('tool://') ? [ref.slice('tool://'.length)] : []
    })
  })
}

/** The groups that a clip of `ideas` has: chosen ones, and those of several Ideas that are all in it. */
function groupsIn(groups: Groups, chosen: ReadonlySet<string>, ideas: ReadonlySet<string>): Groups {
  const isWhole = (id: string): boolean => {
    const inside = nodesOf(id, groups).filter((node) => nameOfIdeaNode(node) !== null)
    return inside.length > 1 && inside.every((node) => ideas.has(node))
  }
  const kept = new Set([...groups.keys()].filter((id) => chosen.has(id) || isWhole(id)))
  const cut = [...groups].flatMap(([id, group]): [string, Group][] => {
    const nodes = group.nodes.filter((member) => ideas.has(member) || kept.has(member))
    return kept.has(id) ? [[id, { ...group, nodes }]] : []
  })
  return withoutEmpty(new Map(cut))
}

/** The nodes of `ids` with their `places`, and those in groups of `ids`; Ideas that aren't JSON are left out. */
export function clipOf(files: Files, ids: readonly string[], places: Positions): Clip {
  const shared = sharedTools(files)
  const { notes, groups } = layoutOf(files)
  const chosen = new Set(ids.flatMap((id) => [id, ...membersOf(id, groups)]))
  const ideas = Object.fromEntries(
    ideaNames(files).flatMap((name): [string, JsonObject][] => {
      if (!chosen.has(ideaId(name))) return []
      const idea = parseObject(files.get(ideaFile(name))?.text)
      return Object.keys(idea).length > 0 ? [[name, idea]] : []
    }),
  )
  const names = new Set(Object.values(ideas).flatMap(sharedNamesOf))
  return {
    ideas,
    tools: Object.fromEntries([...shared].filter(([name]) => names.has(name))),
    notes: ids.filter(isNoteId).flatMap((id) => notes.get(id) ?? []),
    places: Object.fromEntries(
      Object.keys(ideas).flatMap((name): [string, Point][] => {
        const at = places.get(ideaId(name))
        return at === undefined ? [] : [[name, { x: Math.round(at.x), y: Math.round(at.y) }]]
      }),
    ),
    groups: groupsIn(groups, chosen, new Set(Object.keys(ideas).map(ideaId))),
  }
}

export const isEmptyClip = ({ ideas, notes }: Clip): boolean => Object.keys(ideas).length === 0 && notes.length === 0

/** Without groups it reads as before there were any in it. */
export const clipText = ({ groups, ...clip }: Clip): string => {
  const named = groups.size > 0 ? { groups: Object.fromEntries(groups) } : {}
  return toText({ format: FORMAT, version: 1, ...clip, ...named } as unknown as JsonObject) // all of it is JSON
}

const objectsIn = (value: unknown): Record<string, JsonObject> =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).filter((entry): entry is [string, JsonObject] => isObject(entry[1])))
    : {}

const pointOf = (value: unknown): Point | null =>
  isObject(value) && typeof value.x === 'number' && typeof value.y === 'number' ? { x: value.x, y: value.y } : null

function noteOf(value: unknown): Note[] {
  const at = pointOf(value)
  if (at === null || !isObject(value) || typeof value.text !== 'string') return []
  const { width, height, text } = value
  return typeof width === 'number' && typeof height === 'number' ? [{ ...at, width, height, text }] : []
}

/** A clipboard text as a clip, or one Idea as in its file; null if neither. */
export function readClip(text: string): Clip | null {
  const value = parseObject(text)
  if (Array.isArray(value.context)) {
    const title = typeof value.title === 'string' ? value.title : ''
    const name = title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^[^a-z]+|-$/g, '')
    return { ideas: { [name.slice(0, 60) || 'idea']: value }, tools: {}, notes: [], places: {}, groups: new Map() }
  }
  if (value.format !== FORMAT) return null
  const places = Object.entries(objectsIn(value.places)).flatMap(([name, place]): [string, Point][] => {
    const at = pointOf(place)
    return at === null ? [] : [[name, at]]
  })
  return {
    ideas: objectsIn(value.ideas),
    tools: objectsIn(value.tools),
    notes: Array.isArray(value.notes) ? value.notes.flatMap(noteOf) : [],
    places: Object.fromEntries(places),
    groups: groupsOf(text),
  }
}

export interface Pasted {
  readonly edits: readonly FileEdit[]
  /** Ids of the new nodes. */
  readonly ids: readonly string[]
  /** To select afterwards: new groups, and new nodes outside them. */
  readonly selected: readonly string[]
}

/** New names for the Ideas of a clip: their own where those are free. */
function namesFor(files: Files, clip: Clip): ReadonlyMap<string, string> {
  const taken = ideaNames(files)
  const names = new Map<string, string>()
  for (const name of Object.keys(clip.ideas)) {
    const base = nameFault(name, []) === null ? name : 'idea'
    const free = taken.some((other) => other.toLowerCase() === base.toLowerCase())
      ? freeName(`${base}-copy`, taken)
      : base
    names.set(name, free)
    taken.push(free)
  }
  return names
}

/** `text` with the addresses of all of `names` replaced at once, so that a new name is not taken for an old one. */
function readdress(text: string, names: ReadonlyMap<string, string>): string {
  const moved = [...names].filter(([from, to]) => from !== to)
  const marked = moved.reduce(
    (now, [from], index) => replaceStrings(now, ideaAddress(from), `\u0000${index}`).text,
    text,
  )
  return moved.reduce((now, [, to], index) => replaceStrings(now, `\u0000${index}`, ideaAddress(to)).text, marked)
}

/**
 * Edits that paste a clip, moved `by`: taken names change, and delegations follow. Existing shared Tools stay.
 * `standing`: the other nodes' places.
 */
export function pasteClip(files: Files, clip: Clip, by: Point, standing: Positions): Pasted {
  const names = namesFor(files, clip)
  const { nodes, notes, groups } = layoutOf(files)
  const places = new Map<string, Place>([...autoPlaces(standing), ...nodes])
  const written = new Map(notes)
  const ids: string[] = []
  const edits: FileEdit[] = []
  const titles = ideaTitles(files)
  for (const [name, idea] of Object.entries(clip.ideas)) {
    const free = names.get(name) ?? name
    const place = clip.places[name]
    const { title } = idea
    const copied = typeof title === 'string' ? { ...idea, title: freeTitle(title, titles) } : idea
    if (typeof copied.title === 'string') titles.push(copied.title)
    edits.push({ file: ideaFile(free), text: readdress(toText(copied), names) })
    if (place !== undefined) places.set(ideaId(free), { x: place.x + by.x, y: place.y + by.y, isAuto: true })
    ids.push(ideaId(free))
  }
  for (const [name, schema] of Object.entries(clip.tools))
    if (nameFault(name, []) === null && !files.get(toolFile(name))?.text)
      edits.push({ file: toolFile(name), text: readdress(toText(schema), names) })
  for (const note of clip.notes) {
    const id = freeNoteId(written)
    written.set(id, { ...note, x: note.x + by.x, y: note.y + by.y })
    ids.push(id)
  }
  const grown = withCopies(groups, clip.groups, names)
  if (Object.keys(clip.places).length > 0 || clip.notes.length > 0 || clip.groups.size > 0)
    edits.push({ file: LAYOUT_FILE, text: layoutText({ nodes: places, notes: written, groups: grown }) })
  const made = [...grown.keys()].filter((id) => !groups.has(id))
  return { edits, ids, selected: outermost([...made, ...ids], grown) }
}

/** The workspace's groups with copies of those of a clip, whose Ideas are called by `names`. */
function withCopies(groups: Groups, copied: Groups, names: ReadonlyMap<string, string>): Groups {
  const ids = new Map([...names].map(([name, free]) => [ideaId(name), ideaId(free)]))
  const grown = new Map(groups)
  const titles = [...groups.values()].map(({ title }) => title)
  for (const [id, group] of copied) {
    const free = freeGroupId(grown)
    ids.set(id, free)
    const title = freeTitle(group.title, titles)
    titles.push(title)
    grown.set(free, { ...group, title })
  }
  for (const id of copied.keys()) {
    const free = ids.get(id) ?? id
    const group = grown.get(free)
    if (group !== undefined)
      grown.set(free, { ...group, nodes: group.nodes.flatMap((member) => ids.get(member) ?? []) })
  }
  return withoutEmpty(grown)
}
