import type { Json, JsonObject } from '@ensemble/core'
import { createValidator } from '@ensemble/core/validate'
import { describe, expect, it } from 'vitest'
import { EMPTY_DOCUMENT, type FileEdit } from '../texts/document.ts'
import { receive } from '../texts/receive.ts'
import { addTool, delegate, deleteNodes, duplicateIdea, findTool, newIdea, retarget, type Files } from './intents.ts'

const files = (texts: Readonly<Record<string, string>>): Files =>
  Object.entries(texts).reduce((document, [file, text]) => receive(document, file, text, null), EMPTY_DOCUMENT).files

const parsed = (edit: FileEdit | undefined): unknown => JSON.parse(edit?.text ?? 'null')

const PRODUCER = `{
    "title": "Producer",
    "context": [
        { "type": "text",   "text": "idea://composer is not a reference in here" },
        { "type": "tool", "tool": {
            "composeSong": { "type": "object", "properties": { "_module": { "const": "idea://composer" }, "_imports": { "const": ["input"] }, "mood": { "type": "string" } } }
        } }
    ]
}
`
const COMPOSER = `{
  "description": "Writes a song",
  "context": [{ "type": "input", "schema": { "type": "object", "properties": { "mood": { "type": "string" } }, "required": ["mood"] } }]
}
`
const WORKSPACE = files({ 'ideas/producer.json': PRODUCER, 'ideas/composer.json': COMPOSER })

const place = (all: Files, idea: string, tool: string) => {
  const found = findTool(all, idea, tool)
  if (found === undefined) throw new Error(`no tool ${tool}`)
  return found
}

describe('delegating', () => {
  it('creates a Tool with the parameters of the target and its address, which imports nothing', () => {
    const { edit, tool } = delegate(WORKSPACE, 'producer', 'composer')
    expect(tool).toBe('askComposer')
    expect(edit.text?.split('askComposer')[1]).not.toContain('_imports')
    expect(parsed(edit)).toMatchObject({
      context: [
        {},
        {
          tool: {
            askComposer: {
              description: 'Writes a song',
              properties: { _module: { const: 'idea://composer' }, mood: {} },
              required: ['mood'],
            },
          },
        },
      ],
    })
  })

  it('keeps every byte of the file that it does not concern', () => {
    const { text } = delegate(WORKSPACE, 'producer', 'composer').edit
    expect(text).toContain('{ "type": "text",   "text": "idea://composer is not a reference in here" }')
    expect(text?.startsWith('{\n    "title": "Producer",\n    "context": [\n')).toBe(true)
  })

  it('points the edge at another Idea by changing one value', () => {
    const edit = retarget(WORKSPACE, place(WORKSPACE, 'producer', 'composeSong'), 'composer', 'other')
    expect(edit.text).toBe(PRODUCER.replace('"const": "idea://composer"', '"const": "idea://other"'))
  })

  it('ends by taking the module and its imports away, and the Tool stays', () => {
    const edit = retarget(WORKSPACE, place(WORKSPACE, 'producer', 'composeSong'), 'composer', null)
    expect(parsed(edit)).toMatchObject({ context: [{}, { tool: { composeSong: { properties: { mood: {} } } } }] })
    expect(edit.text).not.toContain('_module')
    expect(edit.text).not.toContain('_imports')
  })

  it('takes one of several modules out of the choice', () => {
    const several = files({
      'ideas/a.json':
        '{"context":[{"type":"tool","tool":{"ask":{"properties":{"_module":{"enum":["idea://b","idea://c"]}}}}}]}',
    })
    const edit = retarget(several, place(several, 'a', 'ask'), 'b', null)
    expect(parsed(edit)).toMatchObject({
      context: [{ tool: { ask: { properties: { _module: { enum: ['idea://c'] } } } } }],
    })
  })
})

describe('Ideas', () => {
  it('begin with a text and an input that a run can be started with', () => {
    expect(parsed(newIdea('helper', 'Helper'))).toMatchObject({
      title: 'Helper',
      context: [{ type: 'text' }, { type: 'input', schema: { required: ['request'] } }],
    })
  })

  it('begin with an input that fits what they ask of it', () => {
    const { context } = parsed(newIdea('helper', 'Helper')) as { context: readonly { schema: Json; input: Json }[] }
    const input = context[1]
    expect(createValidator().check(input?.schema as JsonObject, input?.input ?? null)).toEqual({ ok: true })
  })

  it('get their first Tool in a new Message', () => {
    const edit = addTool(WORKSPACE, 'composer', 'think', { type: 'object' })
    expect(parsed(edit)).toMatchObject({
      context: [{ type: 'input' }, { type: 'tool', tool: { think: { type: 'object' } } }],
    })
  })

  it('are deleted without a change to those that name them', () => {
    expect(deleteNodes(WORKSPACE, ['composer'])).toEqual([{ file: 'ideas/composer.json', text: null }])
  })

  it('are copied under a free name', () => {
    expect(duplicateIdea(WORKSPACE, 'producer')).toMatchObject({ name: 'producer-copy' })
  })
})
