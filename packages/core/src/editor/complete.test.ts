import { describe, expect, it } from 'vitest'
import type { WorkspaceFiles } from '../idea/workspace.ts'
import { applyTextEdits } from '../schema/json-document.ts'
import { completeAt } from './complete.ts'
import { definitionAt } from './definition.ts'
import { hoverAt } from './hover.ts'
import { breadcrumbsAt } from './place.ts'
import { renameAt, renameTargetAt } from './rename.ts'
import { worldOf } from './world.ts'

const MAIN = `{
  "context": [
    { "type": "input", "schema": { "type": "object", "properties": { "mood": { "enum": ["sad", "bold"] }, "brief": { "type": "string" } }, "required": ["mood"] }, "input": { "mood": "sad" } },
    { "type": "state", "schema": { "properties": { "song": { "properties": { "melody": {} } } } } },
    { "type": "data", "kind": "chart", "data": 1 },
    { "type": "tool", "tool": { "ask": {
      "type": "object",
      "properties": {
        "_module": { "const": "idea://composer" },
        "_activity": "fetchWeather",
        "_imports": ["state:song.melody"],
        "_approval": { "const": { "when": { "properties": { "city": { "const": "Oslo" } }, "required": ["city"] } } },
        "city": { "type": "string", "description": "As †input.mood, †input.moods" },
        "near": { "$ref": "#/properties/city" }
      },
      "required": ["city"]
    } } }
  ]
}
`
const filesOf = (main: string): WorkspaceFiles => ({
  ideas: new Map([
    ['main', main],
    ['composer', '{ "description": "Writes songs.", "context": [] }'],
  ]),
  tools: new Map([['render', '{ "type": "object", "description": "Renders a part." }']]),
  activities: ['fetchWeather', 'renderPart'],
})
const world = worldOf(filesOf(MAIN), 'idea', 'main')

/** A text with `|` at the cursor. */
const at = (marked: string) => {
  const offset = marked.indexOf('|')
  return { text: marked.replace('|', ''), offset }
}
const complete = (marked: string, file: 'idea' | 'tool' | 'schema' | 'ensemble' = 'idea') => {
  const { text, offset } = at(marked)
  return completeAt(text, offset, { ...world, file })
}
const labels = (marked: string, file?: 'idea' | 'tool' | 'schema' | 'ensemble') =>
  complete(marked, file).map(({ label }) => label)
const accept = (marked: string, label: string, file?: 'idea' | 'tool' | 'schema') => {
  const found = complete(marked, file).find((one) => one.label === label)
  if (found === undefined) return undefined
  const [offset, length] = found.range
  return applyTextEdits(at(marked).text, [{ offset, length, text: found.insert }])
}
const offsetOf = (text: string, word: string, nth = 0): number => {
  let found = -1
  for (let index = 0; index <= nth; index++) found = text.indexOf(word, found + 1)
  return found + 1
}

describe('completion', () => {
  it('offers the keys of an Idea, what is missing first', () => {
    expect(labels('{ | }')).toEqual(['context', '$schema', 'title', 'description', 'config', 'schema'])
    expect(labels('{ "context": [], "config": { "limits": { "tu|" } } }')).toContain('turns')
  })

  it('offers Messages and what each may hold', () => {
    expect(labels('{ "context": [ | ] }')).toEqual(['text', 'input', 'tool', 'state', 'data'])
    expect(labels('{ "context": [{ "type": "data", | }] }')).toEqual([
      'kind',
      'data',
      'schema',
      'description',
      '_instance',
    ])
    expect(labels('{ "context": [{ "type": "text", "role": | }] }')).toEqual(['system', 'user', 'assistant'])
  })

  it('offers keywords, those of the written type first, those that are there no more', () => {
    const found = labels('{ "type": "string", | }', 'schema')
    expect(found.slice(0, 3)).toEqual(['minLength', 'maxLength', 'pattern'])
    expect(found).not.toContain('type')
    expect(found.indexOf('minimum')).toBeGreaterThan(found.indexOf('description'))
    expect(labels('{ "type": "|" }', 'schema')).toEqual([
      'null',
      'boolean',
      'object',
      'array',
      'number',
      'integer',
      'string',
    ])
    expect(labels('{ "format": "da|" }', 'schema')).toContain('date-time')
  })

  it('replaces the word under the cursor, and adds a comma before what follows', () => {
    expect(accept('{ "minL|", "type": "string" }', 'minLength', 'schema')).toBe('{ "minLength": 1, "type": "string" }')
    expect(accept('{ min| "type": "string" }', 'minLength', 'schema')).toBe('{ "minLength": 1, "type": "string" }')
    expect(accept('{ "mi|": 3 }', 'minLength', 'schema')).toBe('{ "minLength": 3 }')
    expect(accept('{ "type": "str|" }', 'string', 'schema')).toBe('{ "type": "string" }')
  })

  it('offers meta fields with their documented examples, each once whatever its spelling', () => {
    const found = labels('{ "properties": { "_delegate": "idea://x", | } }', 'tool')
    expect(found).toContain('_approval')
    expect(found).not.toContain('_module')
    expect(accept('{ "properties": { | } }', '_approval', 'tool')).toBe(
      '{ "properties": { "_approval": { "const": "required" } } }',
    )
    expect(accept('{ | }', '_resolve', 'tool')).toBe('{ "_resolve": "upfront" }')
  })

  it('offers names of Ideas, Activities, shared Tools, imports and state paths', () => {
    const meta = (field: string) => labels(`{ "properties": { "${field}": { "const": | } } }`, 'tool')
    expect(meta('_module')).toEqual(['idea://main', 'idea://composer', 'anonymous'])
    expect(meta('_activity')).toEqual(['fetchWeather', 'renderPart', '""'])
    expect(meta('_outputPath')).toEqual(['†state.song', '†state.song.melody'])
    expect(labels('{ "properties": { "_imports": { "const": ["|"] } } }', 'tool')).toEqual([
      'input',
      'state',
      'state:song',
      'state:song.melody',
      'data:chart',
      'text',
    ])
    expect(labels('{ "context": [{ "type": "tool", "tool": { | } }] }')).toEqual(['render', 'new tool', 'new module'])
    expect(labels('{ "context": [{ "type": "tool", "tool": { "render": { "$ref": | } } }] }')).toContain(
      'tool://render',
    )
  })

  it('offers definitions, names to require, and values that the author’s schema allows', () => {
    expect(labels('{ "$defs": { "note": {} }, "items": { "$ref": | } }', 'schema')).toEqual(['#/$defs/note'])
    expect(labels('{ "properties": { "a": {}, "b": {} }, "required": ["a", |] }', 'schema')).toEqual(['b'])
    expect(
      labels(
        '{ "context": [{ "type": "input", "schema": { "properties": { "mood": { "enum": ["sad", "bold"] } } }, "input": { "mood": | } }] }',
      ),
    ).toEqual(['sad', 'bold'])
    expect(
      labels('{ "context": [{ "type": "input", "schema": { "properties": { "mood": {} } }, "input": { | } }] }'),
    ).toEqual(['mood'])
  })

  it('offers the settings of a workspace', () => {
    expect(labels('{ "version": 1, "lint": { "|" } }', 'ensemble')).toContain('lint.approvalMissing')
    expect(labels('{ "version": 1, "lint": { "lint.noRequired": | } }', 'ensemble')).toEqual([
      'error',
      'warning',
      'info',
      'off',
    ])
  })

  it('never throws, at any cursor', () => {
    for (let offset = 0; offset <= MAIN.length; offset++) {
      completeAt(MAIN.slice(0, offset), offset, world)
      completeAt(MAIN, offset, world)
      hoverAt(MAIN, offset, world)
      definitionAt(MAIN, offset, world)
      breadcrumbsAt(MAIN, offset)
    }
  })
})

describe('hover', () => {
  it('explains keywords and meta fields with a documented example', () => {
    expect(hoverAt('{ "minLength": 1 }', 4, { ...world, file: 'schema' })).toEqual({
      range: [2, 11],
      title: 'minLength',
      docs: 'The fewest characters.',
      example: '"minLength": 1',
    })
    const text = '{ "properties": { "_scopes": { "const": ["input"] } } }'
    expect(hoverAt(text, 20, { ...world, file: 'tool' })).toMatchObject({
      title: '_scopes',
      example: expect.stringContaining('"_scopes"'),
    })
  })

  it('tells of an Idea, an Activity, a setting and a parameter what is known', () => {
    expect(hoverAt(MAIN, offsetOf(MAIN, '"idea://composer"'), world)).toMatchObject({ docs: 'Writes songs.' })
    expect(hoverAt(MAIN, offsetOf(MAIN, '"fetchWeather"'), world)).toMatchObject({ title: 'Activity fetchWeather' })
    const config = '{ "config": { "limits": { "turns": 3 } }, "context": [] }'
    expect(hoverAt(config, offsetOf(config, '"turns"'), world)).toMatchObject({ docs: 'Requests of one Loop.' })
  })
})

describe('go to definition', () => {
  it('follows $ref inside its own schema, required names, modules, Activities and shared Tools', () => {
    const target = definitionAt(MAIN, offsetOf(MAIN, '"#/properties/city"'), world)
    const [offset, length] = target?.type === 'range' ? target.range : [0, 0]
    expect(MAIN.slice(offset, offset + length)).toContain('As †input.mood')
    expect(definitionAt(MAIN, offsetOf(MAIN, '"idea://composer"'), world)).toEqual({
      type: 'file',
      file: 'ideas/composer.json',
    })
    expect(definitionAt(MAIN, offsetOf(MAIN, '"fetchWeather"'), world)).toEqual({
      type: 'activity',
      name: 'fetchWeather',
    })
    const shared = '{ "context": [{ "type": "tool", "tool": { "render": { "$ref": "tool://render" } } }] }'
    expect(definitionAt(shared, offsetOf(shared, '"tool://'), world)).toEqual({
      type: 'file',
      file: 'tools/render.json',
    })
  })
})

describe('renaming a property', () => {
  it('follows required, conditions, approvals and references', () => {
    const edits = renameAt(MAIN, offsetOf(MAIN, '"city"', 2), 'town', world)
    const renamed = applyTextEdits(MAIN, edits)
    expect(renamed).toBe(MAIN.replaceAll('"city"', '"town"').replace('#/properties/city', '#/properties/town'))
  })

  it('follows an input’s example and references to it, whole names only', () => {
    expect(renameTargetAt(MAIN, offsetOf(MAIN, '"mood"'))).toMatchObject({ name: 'mood' })
    const renamed = applyTextEdits(MAIN, renameAt(MAIN, offsetOf(MAIN, '"mood"'), 'feeling', world))
    expect(renamed).toBe(MAIN.replaceAll('"mood"', '"feeling"').replace('†input.mood,', '†input.feeling,'))
  })

  it('follows the state into imports', () => {
    const renamed = applyTextEdits(MAIN, renameAt(MAIN, offsetOf(MAIN, '"melody"'), 'tune', world))
    expect(renamed).toBe(MAIN.replace('"melody"', '"tune"').replace('state:song.melody', 'state:song.tune'))
  })

  it('does nothing if the name is taken or isn’t a property', () => {
    expect(renameAt(MAIN, offsetOf(MAIN, '"mood"'), 'brief', world)).toEqual([])
    expect(renameTargetAt(MAIN, offsetOf(MAIN, '"context"'))).toBeUndefined()
  })
})

it('shows the way from the root as breadcrumbs', () => {
  expect(breadcrumbsAt(MAIN, offsetOf(MAIN, '"fetchWeather"')).map(({ label }) => label)).toEqual([
    'context',
    '3 tool',
    'tool',
    'ask',
    'properties',
    '_activity',
  ])
})
