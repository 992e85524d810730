import { describe, expect, it } from 'vitest'
import { isObject, type Json, type JsonObject } from '@ensemble/core'
import type { GraphTool } from '@ensemble/core/idea'
import { readProfile } from '../open/read-profile.ts'
import type { FileRecord } from '../texts/document.ts'
import { parseObject } from '../texts/idea-view.ts'
import { findTool, type Files } from './intents.ts'
import {
  assignWork,
  movesOf,
  moveWork,
  savedInOf,
  workOf,
  type SavedIn,
  type Worker,
  type WorkPlace,
} from './worker.ts'

const ACTIVITIES = ['sing', 'choir', 'search__find']
const record = (file: string, value: Json): [string, FileRecord] => {
  const text = JSON.stringify(value, null, 2)
  return [file, { file, text, saved: text, inForce: text, etag: null, valid: text }]
}
/** A composer whose Tool has these meta fields, another Idea with the same Tool where `isShared`, and a profile. */
function workspace(meta: JsonObject, profile: JsonObject = {}, { tool = 'hum', isShared = false } = {}): Files {
  const idea = (properties: JsonObject): Json => ({
    context: [{ type: 'tool', tool: { [tool]: { type: 'object', properties } } }],
  })
  return new Map([
    record('ideas/composer.json', idea({ ...meta, key: { type: 'string' } })),
    ...(isShared ? [record('ideas/other.json', idea({}))] : []),
    record('ideas/singer.json', { context: [] }),
    record('ensemble.json', { profiles: { offline: profile } }),
  ])
}
function placeIn(files: Files, tool = 'hum'): WorkPlace {
  const place = findTool(files, 'composer', tool)
  if (place === undefined) throw new Error('no such Tool')
  const { _module: module } = isObject(place.schema.properties) ? place.schema.properties : {}
  const modules = isObject(module) && typeof module.const === 'string' ? [module.const] : []
  const graphTool: GraphTool = { name: tool, mode: modules.length > 0 ? 'module' : 'latent', modules, approval: false }
  const profile = readProfile(parseObject(files.get('ensemble.json')?.text), 'offline')
  return { idea: 'composer', place, tool: graphTool, profileName: 'offline', profile, activities: ACTIVITIES }
}
const MODEL: Worker = { type: 'model' }
const CHOIR: Worker = { type: 'activity', name: 'choir' }
const SINGER: Worker = { type: 'idea', address: 'idea://singer' }
const after = (files: Files, edits: readonly { readonly file: string; readonly text: string | null }[]): Files => {
  const next = new Map(files)
  for (const { file, text } of edits) {
    const before = next.get(file)
    if (before !== undefined) next.set(file, { ...before, text, valid: text })
  }
  return next
}
const assigned = (files: Files, worker: Worker, tool?: string) => {
  const edits = assignWork(files, placeIn(files, tool), worker)
  const now = after(files, edits)
  const work = workOf(placeIn(now, tool))
  return { worker: work.worker, savedIn: work.savedIn, files: edits.map(({ file }) => file), now }
}

describe('who does the work', () => {
  it('is an Activity with the name of the Tool, otherwise the model, and neither is written anywhere', () => {
    expect(workOf(placeIn(workspace({})))).toMatchObject({ worker: MODEL, savedIn: 'nowhere' })
    expect(workOf(placeIn(workspace({}, {}, { tool: 'sing' }), 'sing'))).toMatchObject({
      worker: { type: 'activity', name: 'sing' },
      savedIn: 'nowhere',
    })
  })

  it('is what the profile binds, what the Idea names, or the Idea it delegates to', () => {
    expect(workOf(placeIn(workspace({}, { tools: { hum: 'choir' } })))).toMatchObject({
      worker: CHOIR,
      savedIn: 'profile',
    })
    expect(workOf(placeIn(workspace({ _activity: { const: 'choir' } })))).toMatchObject({
      worker: CHOIR,
      savedIn: 'idea',
    })
    expect(workOf(placeIn(workspace({ _activity: { const: '' } })))).toMatchObject({ worker: MODEL, savedIn: 'idea' })
    const module = workspace({ _module: { const: 'idea://singer' } })
    expect(workOf(placeIn(module))).toMatchObject({ worker: SINGER, savedIn: 'idea' })
    const stood = workspace({ _module: { const: 'idea://singer' } }, { tools: { hum: 'choir' } })
    expect(workOf(placeIn(stood))).toMatchObject({ worker: CHOIR, savedIn: 'profile', module: 'idea://singer' })
  })

  it('is the heaviest arm of a split', () => {
    const split = [
      { to: '', weight: 1 },
      { to: 'choir', weight: 3 },
    ]
    expect(workOf(placeIn(workspace({}, { tools: { hum: split } })))).toMatchObject({ worker: CHOIR, split })
  })
})

describe('choosing who does the work', () => {
  const STATES: readonly (readonly [string, JsonObject, JsonObject])[] = [
    ['nothing', {}, {}],
    ['a binding', {}, { tools: { hum: 'sing' } }],
    ['a binding to the model', {}, { tools: { hum: '' } }],
    ['a binding for this Idea', {}, { tools: { hum: { default: 'sing', ideas: { composer: '' } } } }],
    ['an authored Activity', { _activity: { const: 'sing' } }, {}],
    ['a swapped Activity', { _activity: { const: 'sing' } }, { activities: { sing: 'search__find' } }],
    ['a latent Tool', { _activity: { const: '' } }, {}],
    ['a module', { _module: { const: 'idea://other' } }, {}],
    ['a module that also names an Activity', { _module: { const: 'idea://other' }, _activity: { const: 'sing' } }, {}],
    ['a module that an Activity replaces', { _module: { const: 'idea://other' } }, { tools: { hum: 'sing' } }],
    [
      'a split',
      {},
      {
        tools: {
          hum: [
            { to: '', weight: 1 },
            { to: 'sing', weight: 1 },
          ],
        },
      },
    ],
  ]
  it.each(STATES)('makes the chosen one do it, whatever was chosen before: %s', (_, meta, profile) => {
    for (const worker of [MODEL, CHOIR, SINGER]) {
      const files = workspace(meta, profile)
      expect(assigned(files, worker).worker, JSON.stringify(worker)).toEqual(worker)
      expect(assigned(workspace(meta, profile, { isShared: true }), worker).worker).toEqual(worker)
    }
  })

  it.each(STATES)('changes the file that it says it will: %s', (_, meta, profile) => {
    for (const worker of [MODEL, CHOIR, SINGER]) {
      const files = workspace(meta, profile)
      const at = placeIn(files)
      const { files: changed } = assigned(files, worker)
      if (changed.length > 0)
        expect(changed).toContain(savedInOf(workOf(at), worker.type) === 'idea' ? at.place.file : 'ensemble.json')
    }
  })

  it('leaves the Idea alone where the profile can decide', () => {
    expect(assigned(workspace({}), CHOIR).files).toEqual(['ensemble.json'])
    expect(assigned(workspace({ _activity: { const: 'sing' } }), CHOIR).files).toEqual(['ensemble.json'])
    expect(assigned(workspace({ _module: { const: 'idea://singer' } }), CHOIR).files).toEqual(['ensemble.json'])
  })

  it('writes nothing about what the name of the Tool already says', () => {
    const { savedIn, now } = assigned(workspace({}, { tools: { hum: 'choir' } }), MODEL)
    expect(savedIn).toBe('nowhere')
    expect(now.get('ensemble.json')?.text).not.toContain('hum')
  })

  it('keeps the binding of other Ideas with a Tool of the same name', () => {
    const files = workspace({}, { tools: { hum: 'choir' } }, { isShared: true })
    const { now } = assigned(files, SINGER)
    const { tools } = readProfile(parseObject(now.get('ensemble.json')?.text), 'offline')
    expect(tools?.['hum']).toEqual({ default: 'choir', ideas: { composer: '' } })
  })
})

describe('moving the choice', () => {
  it.each([
    ['nothing', {}, {}, 'hum'],
    ['an Activity of its own name', {}, {}, 'sing'],
    ['a binding', {}, { tools: { hum: 'choir' } }, 'hum'],
    ['an authored Activity', { _activity: { const: 'choir' } }, {}, 'hum'],
    ['a swap', { _activity: { const: 'sing' } }, { activities: { sing: 'choir' } }, 'hum'],
    ['a latent Tool', { _activity: { const: '' } }, {}, 'hum'],
  ] as const)('leaves the work to the same one and writes it there: %s', (_, meta, profile, tool) => {
    const files = workspace(meta, profile, { tool })
    const at = placeIn(files, tool)
    const { worker } = workOf(at)
    const moves = movesOf(at, workOf(at))
    expect(moves).toContain('idea')
    for (const to of moves) {
      const now = after(files, moveWork(files, at, to))
      expect(workOf(placeIn(now, tool)), to).toMatchObject({ worker, savedIn: to satisfies SavedIn })
    }
  })

  it('is not offered for a module, which only the Idea can name', () => {
    const at = placeIn(workspace({ _module: { const: 'idea://singer' } }))
    expect(movesOf(at, workOf(at))).toEqual(['idea'])
  })
})
