import { isObject, type Json, type JsonObject } from '@ensemble/core'
import { parseAddress } from '@ensemble/core/host'
import type { FileEdit } from '../texts/document.ts'
import { MANIFEST_FILE, ideaAddress, ideaFile, ideaId, ideaNameOf, titleFor, toolFile } from '../texts/files.ts'
import { MODULE_NAMES, messagesOf, metaField, parseObject, type ToolPlace } from '../texts/idea-view.ts'
import { ideaNames, sharedTools, toolsOfIdea, type Files } from './intents.ts'
import { nodeAt, removeAt, renameKey, replaceStrings, setAt } from '../texts/json-edit.ts'
import { ideaNameFor } from './names.ts'
import { renameNode } from '../layout/layout-edits.ts'
import { renamePins } from './pins.ts'

/** Texts that change one after the other; what differs in the end is one list of edits, one step of undo. */
export class Changes {
  readonly #texts = new Map<string, string | null>()
  constructor(readonly files: Files) {}

  text(file: string): string | null {
    const changed = this.#texts.get(file)
    return changed === undefined ? (this.files.get(file)?.text ?? null) : changed
  }
  set(file: string, text: string | null): void {
    this.#texts.set(file, text)
  }
  change(file: string, change: (text: string) => string): void {
    const text = this.text(file)
    if (text !== null) this.set(file, change(text))
  }
  edits(): readonly FileEdit[] {
    return [...this.#texts]
      .filter(([file, text]) => text !== (this.files.get(file)?.text ?? null))
      .map(([file, text]) => ({ file, text }))
  }
}

const profileNames = (manifest: JsonObject): string[] =>
  isObject(manifest.profiles) ? Object.keys(manifest.profiles) : []
const memberOf = (value: Json | undefined, name: string): Json | undefined =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined

/** Modules that are named by a path to the Idea's file keep their way of naming it. */
function renamePaths(text: string, from: string, idea: string, to: string): string {
  const places = toolsOfText(text)
  return places.reduce((current, value) => {
    const address = parseAddress(value, ideaAddress(from))
    if (value.startsWith('idea://') || address.type !== 'idea' || address.name !== idea) return current
    return replaceStrings(current, value, value.replace(/[^/]+$/u, `${to}.json`)).text
  }, text)
}

/** Every address of a module in an Idea or Tool, in any form. */
function toolsOfText(text: string): readonly string[] {
  const found = new Set<string>()
  const visit = (value: Json | undefined): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (!isObject(value)) return
    for (const [key, member] of Object.entries(value)) {
      if (MODULE_NAMES.some((name) => name === key)) addStrings(member)
      visit(member)
    }
  }
  const addStrings = (value: Json | undefined): void => {
    if (typeof value === 'string') found.add(value)
    else if (Array.isArray(value)) value.forEach(addStrings)
    else if (isObject(value)) Object.values(value).forEach(addStrings)
  }
  visit(parseObject(text))
  return [...found]
}

const fold = (text: string): string => text.toLowerCase().replaceAll(/[\s_-]+/gu, ' ')

/** An Idea's title that differs from its name; null otherwise. */
export function ownTitle(files: Files, idea: string): string | null {
  const { title } = parseObject(files.get(ideaFile(idea))?.text)
  return typeof title === 'string' && title !== '' && fold(title) !== fold(idea) ? title : null
}

/**
 * Gives an Idea the title that was typed. Its file follows, and everything that names it, unless the title was
 * another than the name before: then only the title changes. Answers with the Idea's name after that.
 */
export function retitleIdea(
  files: Files,
  idea: string,
  title: string,
): { readonly edits: readonly FileEdit[]; readonly name: string } {
  const others = ideaNames(files).filter((name) => name !== idea)
  const name = ownTitle(files, idea) === null ? ideaNameFor(title, others) : idea
  // A file cannot take the name that differs from its own only in case.
  if (name.toLowerCase() !== idea.toLowerCase()) return { edits: renameIdea(files, idea, name, title), name }
  const file = ideaFile(idea)
  return { edits: [{ file, text: setAt(files.get(file)?.text ?? '', ['title'], title) }], name: idea }
}

/**
 * Renames an Idea: its file, its title where that was its name or where a title is `wanted`, its place, every `idea://` and path that leads to it, its own bindings and its pins, in
 * all files.
 */
export function renameIdea(files: Files, from: string, to: string, wanted?: string): readonly FileEdit[] {
  const changes = new Changes(files)
  for (const { file, text } of files.values()) {
    if (text === null || file.startsWith('.ensemble/')) continue
    const name = ideaNameOf(file)
    changes.change(file, (now) => replaceStrings(now, ideaAddress(from), ideaAddress(to)).text)
    changes.change(file, (now) =>
      name === null && file === MANIFEST_FILE ? now : renamePaths(now, name ?? from, from, to),
    )
  }
  changes.change(MANIFEST_FILE, (text) => renameIdeaBindings(text, from, to))
  const follows = typeof parseObject(changes.text(ideaFile(from))).title === 'string' && ownTitle(files, from) === null
  const title = wanted ?? (follows ? titleFor(to) : undefined)
  if (title !== undefined) changes.change(ideaFile(from), (text) => setAt(text, ['title'], title))
  const renamed = changes.text(ideaFile(from))
  changes.set(ideaFile(from), null)
  changes.set(ideaFile(to), renamed)
  const others = [
    renameNode(files, ideaId(from), ideaId(to)),
    renamePins(files, (pin) => (pin.idea === from ? { ...pin, idea: to } : pin)),
  ]
  return [...changes.edits(), ...others.filter((edit) => edit !== null)]
}

function renameIdeaBindings(text: string, from: string, to: string): string {
  const manifest = parseObject(text)
  return profileNames(manifest).reduce((current, profile) => {
    const tools = memberOf(memberOf(manifest.profiles, profile), 'tools')
    return Object.keys(isObject(tools) ? tools : {}).reduce((now, tool) => {
      const path = ['profiles', profile, 'tools', tool, 'ideas']
      if (nodeAt(now, [...path, from]) === undefined || nodeAt(now, [...path, to]) !== undefined) return now
      return renameKey(now, [...path, from], to)
    }, current)
  }, text)
}

export interface RenamedTool {
  readonly idea: string
  readonly place: ToolPlace
  readonly to: string
  /** Activities by name: one registered under the Tool's own name keeps working for it. */
  readonly activities: readonly string[]
  /** The active profile, which may be declared nowhere. */
  readonly profile: string
}

/**
 * Renames a Tool: key, `_tool`, bindings and pins. A shared Tool with its file's name renames the file and all uses.
 */
export function renameTool(files: Files, { idea, place, to, activities, profile }: RenamedTool): readonly FileEdit[] {
  const from = place.name
  const changes = new Changes(files)
  // Files whose names differ only in case cannot coexist, nor replace each other.
  const isTaken = [...sharedTools(files).keys()].some((name) => name.toLowerCase() === to.toLowerCase())
  const isFileName = place.shared && place.file === toolFile(from) && !isTaken
  const holders = isFileName ? ideaNames(files).filter((name) => holds(files, name, place.file)) : [idea]
  for (const holder of holders) {
    const own = toolsOfIdea(files, holder).find((tool) => tool.name === from)
    if (own === undefined) continue
    changes.change(ideaFile(holder), (text) => renameKey(text, own.entryPath, to))
  }
  const named = metaField(place.schema, ['_tool'])
  if (named !== null && (!place.shared || isFileName)) {
    const path = place.shared ? place.path : [...place.path.slice(0, -1), to]
    changes.change(place.file, (text) => setAt(text, [...path, ...named.path], to))
  }
  if (isFileName) {
    for (const name of ideaNames(files))
      changes.change(ideaFile(name), (text) => replaceStrings(text, `tool://${from}`, `tool://${to}`).text)
    const text = changes.text(place.file)
    changes.set(place.file, null)
    changes.set(toolFile(to), text)
  }
  const isUsedElsewhere = ideaNames(files).some(
    (other) => !holders.includes(other) && toolsOfIdea(files, other).some(({ name }) => name === from),
  )
  changes.change(MANIFEST_FILE, (text) => renameToolBindings(text, { from, to, holders, isUsedElsewhere }))
  if (activities.includes(from) && !activities.includes(to) && metaField(place.schema, ['_activity']) === null)
    changes.change(MANIFEST_FILE, (text) => keepActivity(text, profile, from, to))
  const pins = renamePins(files, (pin) =>
    pin.tool === from && holders.includes(pin.idea) ? { ...pin, tool: to } : pin,
  )
  return [...changes.edits(), ...(pins === null ? [] : [pins])]
}

const holds = (files: Files, idea: string, file: string): boolean =>
  toolsOfIdea(files, idea).some((tool) => tool.shared && tool.file === file)

interface RenamedBindings {
  readonly from: string
  readonly to: string
  readonly holders: readonly string[]
  readonly isUsedElsewhere: boolean
}

/** A binding by the old name moves; where other Ideas have a Tool of that name, they keep theirs. */
function renameToolBindings(text: string, { from, to, holders, isUsedElsewhere }: RenamedBindings): string {
  const manifest = parseObject(text)
  return profileNames(manifest).reduce((current, profile) => {
    const tools = memberOf(memberOf(manifest.profiles, profile), 'tools')
    const binding = memberOf(tools, from)
    if (binding === undefined || memberOf(tools, to) !== undefined) return current
    const path = ['profiles', profile, 'tools']
    if (!isUsedElsewhere) return renameKey(current, [...path, from], to)
    const without = holders.reduce((now, holder) => removeAt(now, [...path, from, 'ideas', holder]), current)
    return setAt(without, [...path, to], binding)
  }, text)
}

/** The Activity behind the Tool by its name alone, bound explicitly where no other binding is. */
function keepActivity(text: string, active: string, activity: string, tool: string): string {
  const manifest = parseObject(text)
  return [...new Set([...profileNames(manifest), active])].reduce((current, profile) => {
    const path = ['profiles', profile, 'tools', tool]
    return nodeAt(current, path) === undefined ? setAt(current, path, activity) : current
  }, text)
}

/** The Messages of an Idea that hold its input, as paths of their schemas. */
export const inputSchemaPaths = (files: Files, idea: string): readonly (readonly (string | number)[])[] =>
  messagesOf(parseObject(files.get(ideaFile(idea))?.valid))
    .filter(({ type, message }) => type === 'input' && isObject(message.schema))
    .map(({ index }) => ['context', index, 'schema'])
