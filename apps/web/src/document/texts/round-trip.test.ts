import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { Json, JsonObject } from '@ensemble/core'
import { deriveGraph } from '@ensemble/core/idea'
import { startAutosave } from '../saving/autosave.ts'
import type { SavePort } from '../saving/save-port.ts'
import { EMPTY_DOCUMENT, edit, type Document, type FileEdit } from './document.ts'
import { receive } from './receive.ts'
import { redo, undo } from './undo.ts'
import { LAYOUT_FILE, MANIFEST_FILE, ideaFile, toolFile } from './files.ts'
import { find, replaceHits } from '../edits/find.ts'
import { textsOf } from '../graph/graph.ts'
import { canUndo } from './history.ts'
import {
  addTool,
  delegate,
  deleteNodes,
  duplicateIdea,
  ideaNames,
  newIdea,
  plainTool,
  removeTool,
  retarget,
  toolsOfIdea,
  type Files,
} from '../edits/intents.ts'
import { insertAt, moveItem, removeAt, setAt } from './json-edit.ts'
import { forgetPlaces, placeNodes, writeGroups } from '../layout/layout-edits.ts'
import { pinResult } from '../edits/pins.ts'
import { bindTool } from '../edits/profile.ts'
import { renameField } from '../edits/rename-field.ts'
import { inputSchemaPaths, renameIdea, renameTool } from '../edits/rename.ts'

const NAMES = ['producer', 'composer', 'desk', 'Reader'] as const
const TOOLS = ['compose', 'search', 'write'] as const
const FIELDS = ['mood', 'brief', 'text'] as const

/** JSON layouts of people and programs. */
const layout = fc.constantFrom<(value: Json) => string>(
  (value) => JSON.stringify(value),
  (value) => `${JSON.stringify(value, null, 2)}\n`,
  (value) => JSON.stringify(value, null, '\t'),
  (value) => `${JSON.stringify(value, null, 4).replaceAll('\n', '\r\n')}\r\n`,
  (value) => JSON.stringify(value).replaceAll(/([{,:[])/g, '$1  '),
  (value) =>
    JSON.stringify(value, null, 2).replaceAll(
      /[^\x20-\x7e\n]/g,
      (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
)
const words = fc.string({ unit: fc.constantFrom('sea ', 'song', 'мир', '"', '†input.mood', '{', '\n'), maxLength: 4 })
const schema: fc.Arbitrary<JsonObject> = fc.uniqueArray(fc.constantFrom(...FIELDS), { maxLength: 3 }).chain((fields) =>
  words.map((description) => ({
    type: 'object',
    properties: Object.fromEntries(fields.map((name) => [name, { type: 'string', description }])),
    required: fields.slice(0, 1),
  })),
)
const tool: fc.Arbitrary<JsonObject> = fc
  .tuple(schema, words, fc.option(fc.constantFrom(...NAMES)), fc.boolean())
  .map(([object, description, target, atRoot]) => {
    const meta: JsonObject = target === null ? {} : { _imports: { const: ['input'] } }
    const module: JsonObject = target === null || atRoot ? {} : { _module: { const: `idea://${target}` } }
    const properties = object.properties as JsonObject // as `schema` makes it
    return {
      ...object,
      description,
      ...(target !== null && atRoot && { _module: `idea://${target}` }),
      properties: { ...module, ...meta, ...properties, _output: { type: 'object', properties: { text: {} } } },
    }
  })
const entry = fc.oneof(
  { weight: 3, arbitrary: tool },
  fc.constantFrom(...TOOLS).map((name): JsonObject => ({ $ref: `tool://${name}` })),
)
const message: fc.Arbitrary<JsonObject> = fc.oneof(
  words.map((text) => ({ type: 'text', text })),
  words.map((content) => ({ role: 'system', content })),
  schema.map((input) => ({ type: 'input', schema: input })),
  words.map((data) => ({ type: 'data', kind: 'notes', data })),
  fc
    .dictionary(fc.constantFrom(...TOOLS), entry, { maxKeys: 3, noNullPrototype: true })
    .map((tools) => ({ type: 'tool', tool: tools })),
)
const idea = fc
  .record({ title: words, context: fc.array(message, { maxLength: 4 }), schema: fc.option(schema) })
  .map(({ schema: output, ...rest }): JsonObject => ({ ...rest, ...(output !== null && { schema: output }) }))
const texts = <T extends string>(names: readonly T[], value: fc.Arbitrary<JsonObject>, file: (name: T) => string) =>
  fc
    .dictionary(fc.constantFrom(...names), fc.tuple(value, layout), { maxKeys: 4, noNullPrototype: true })
    .map((all) => Object.entries(all).map(([name, [json, write]]): [string, string] => [file(name as T), write(json)])) // a key of `names`
const manifest = fc
  .tuple(fc.constantFrom('', 'fast'), layout)
  .map(([target, write]) => write({ version: 1, profiles: { offline: { tools: { compose: target } } } }))
const workspace = fc
  .tuple(texts(NAMES, idea, ideaFile), texts(TOOLS, tool, toolFile), manifest)
  .map(([ideas, tools, settings]) => new Map([...ideas, ...tools, [MANIFEST_FILE, settings]]))

const open = (files: ReadonlyMap<string, string>): Document =>
  [...files].reduce((document, [file, text]) => receive(document, file, text, `"${file}"`), EMPTY_DOCUMENT)
const textsNow = (document: Document): ReadonlyMap<string, string> =>
  new Map([...document.files].flatMap(([file, { text }]) => (text === null ? [] : [[file, text]])))

/** A person's edits: drawing, forms, JSON, names, bindings, pins, words, places. `n` picks among the targets. */
type Act = (files: Files, n: number) => readonly FileEdit[]
const pick = <T>(items: readonly T[], n: number): T | undefined => items[n % Math.max(1, items.length)]
const onIdea =
  (act: (files: Files, idea: string, n: number) => readonly FileEdit[]): Act =>
  (files, n) => {
    const name = pick(ideaNames(files), n)
    return name === undefined ? [] : act(files, name, n)
  }
const onTool = (
  act: (files: Files, idea: string, place: ReturnType<typeof toolsOfIdea>[number], n: number) => readonly FileEdit[],
): Act =>
  onIdea((files, name, n) => {
    const place = pick(toolsOfIdea(files, name), n)
    return place === undefined || files.get(place.file)?.text == null ? [] : act(files, name, place, n)
  })
const inText = (change: (text: string, n: number) => string): Act =>
  onIdea((files, name, n) => [{ file: ideaFile(name), text: change(files.get(ideaFile(name))?.text ?? '', n) }])

const ACTS: readonly Act[] = [
  (_, n) => [newIdea(`new${n}`, 'New')],
  onIdea((files, name) => [duplicateIdea(files, name).edit]),
  onIdea((files, name) => deleteNodes(files, [name])),
  onIdea((files, name, n) => renameIdea(files, name, `renamed${n}`)),
  onIdea((files, name, n) => [addTool(files, name, `tool${n}`, plainTool(''))]),
  onIdea((files, name, n) => [delegate(files, name, pick(ideaNames(files), n + 1) ?? name).edit]),
  onIdea((files, name, n) => {
    const path = inputSchemaPaths(files, name)[0]
    return path === undefined
      ? []
      : renameField(files, { file: ideaFile(name), path: [...path] }, FIELDS[n % 3] ?? '', `field${n}`)
  }),
  onTool((files, name, place) => [removeTool(files, place, name)]),
  onTool((files, name, place, n) =>
    renameTool(files, { idea: name, place, to: `other${n}`, activities: TOOLS, profile: 'offline' }),
  ),
  onTool((files, _, place, n) => [retarget(files, place, null, n % 2 === 0 ? null : 'desk')]),
  onTool((files, name, place, n) => [
    bindTool(
      files,
      { profile: 'offline', tool: place.name, idea: name, scope: n % 2 === 0 ? 'all' : 'idea' },
      n % 3 === 0 ? undefined : 'fast',
    ),
  ]),
  onTool((files, name, place, n) => [pinResult(files, { idea: name, tool: place.name, result: n })]),
  onTool((files, _, place, n) => [
    { file: place.file, text: setAt(files.get(place.file)?.text ?? '', [...place.path, 'description'], `said ${n}`) },
  ]),
  (files, n) =>
    replaceHits(
      files,
      find(files, 'sea', { matchCase: false, wholeWords: false, kinds: new Set(['prompt', 'description', 'value']) }),
      `lake${n}`,
    ),
  inText((text, n) => setAt(text, ['title'], `Title ${n}`)),
  inText((text) => insertAt(text, ['context'], 0, { type: 'text', text: 'first' })),
  inText((text) => removeAt(text, ['context', 0])),
  inText((text) => moveItem(text, ['context'], 0, 1)),
  inText((text, n) => text.slice(0, n % (text.length + 1)) + '{"' + text.slice(n % (text.length + 1))),
  inText((text) => text.replace('{"', '')),
  onIdea((files, name, n) => [placeNodes(files, new Map([[`idea:${name}`, { x: n, y: n }]]))]),
  (files, n) => [forgetPlaces(files, n % 2 === 0 ? 'all' : 'auto')],
  onIdea((files, name, n) => [
    writeGroups(
      files,
      new Map([
        [`group:${n % 3}`, n % 5 === 0 ? null : { title: `Group ${n}`, nodes: [`idea:${name}`], folded: n % 2 === 0 }],
      ]),
    ),
  ]),
]

const step = fc.record({ act: fc.nat(ACTS.length - 1), n: fc.nat(1000), back: fc.nat(9) })

describe('a workspace', () => {
  it('that is opened, drawn and saved keeps every byte of every file: 200 of them, however they are laid out', async () => {
    await fc.assert(
      fc.asyncProperty(workspace, async (files) => {
        const store = createStore(() => open(files))
        const refuse = (): never => {
          throw new Error('something was written')
        }
        const port: SavePort = {
          saveFile: refuse,
          saveFiles: refuse,
          saveDraft: refuse,
          dropDraft: refuse,
          readFile: refuse,
        }
        const autosave = startAutosave(store, {
          port,
          delayMs: 0,
          longestMs: 0,
          retryMs: 0,
          onSaving: () => undefined,
          onError: refuse,
        })
        deriveGraph({ ...textsOf(store.getState().files, 'valid'), activities: [...TOOLS] })
        await autosave.flush()
        autosave.stop()
        expect(textsNow(store.getState())).toEqual(files)
      }),
      { numRuns: 200 },
    )
  })

  it('has its first bytes back after any sequence of gestures and as many undos', () => {
    fc.assert(
      fc.property(workspace, fc.array(step, { minLength: 1, maxLength: 15 }), (files, steps) => {
        let document = open(files)
        const go = (next: ReturnType<typeof undo>): void => {
          if (!next.ok) throw new Error(`refused at ${next.file}`)
          document = next.document
        }
        steps.forEach(({ act, n, back }, index) => {
          const edits = ACTS[act]?.(document.files, n) ?? []
          document = edit(document, edits, { label: 'act', at: index * 1000 })
          if (back === 0) go(undo(document))
          if (back === 1) go(redo(document))
        })
        const last = textsNow(document)
        const wasRedoable = document.history.future.length
        while (canUndo(document.history)) go(undo(document))
        expect(textsNow(document)).toEqual(files)
        while (document.history.future.length > wasRedoable) go(redo(document))
        expect(textsNow(document)).toEqual(last)
      }),
      { numRuns: 200 },
    )
  })

  it('is touched in its layout file alone by moving nodes', () => {
    fc.assert(
      fc.property(workspace, fc.nat(500), (files, x) => {
        const document = open(files)
        const moved = edit(document, [placeNodes(document.files, new Map([['idea:desk', { x, y: 0 }]]))], {
          label: 'move',
          at: 0,
        })
        const changed = [...textsNow(moved)].filter(([file, text]) => files.get(file) !== text).map(([file]) => file)
        expect(changed).toEqual([LAYOUT_FILE])
      }),
    )
  })
})
