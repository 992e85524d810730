import type { JsonObject } from '@ensemble/core'
import { describe, expect, it } from 'vitest'
import type { ToolPlace } from '../texts/idea-view.ts'
import { fixedValue, openChoices, withFixed } from './tool-fields.ts'

const place = (schema: JsonObject): ToolPlace => ({
  name: 'ask',
  file: 'tools/ask.json',
  path: [],
  entryPath: [],
  shared: true,
  schema,
})

describe('a meta field in the form', () => {
  it('is read in both written forms and both spellings', () => {
    expect(fixedValue(place({ properties: { _imports: { const: ['input'] } } }), ['_imports', '_scopes'])).toEqual([
      'input',
    ])
    expect(fixedValue(place({ _scopes: ['input'] }), ['_imports', '_scopes'])).toEqual(['input'])
    expect(fixedValue(place({ properties: { _outputPath: { type: 'string' } } }), ['_outputPath'])).toBeUndefined()
  })

  it('shows what it leaves to the model', () => {
    const schema = { properties: { _imports: { type: 'array', items: { enum: ['input', 'state'] } } } }
    expect(openChoices(place(schema), ['_imports'])).toEqual(['input', 'state'])
  })

  it('is written in the form its author chose', () => {
    const text = '{ "_scopes": ["input"] }'
    const written = withFixed(text, place({ _scopes: ['input'] }), ['_imports', '_scopes'], ['text'])
    expect(JSON.parse(written)).toEqual({ _scopes: ['text'] })
  })

  it('is added as a property and taken out whole', () => {
    const added = withFixed('{"properties":{}}', place({ properties: {} }), ['_approval'], 'required')
    expect(JSON.parse(added)).toEqual({ properties: { _approval: { const: 'required' } } })
    const removed = withFixed(added, place(JSON.parse(added)), ['_approval'], undefined)
    expect(JSON.parse(removed)).toEqual({ properties: {} })
  })
})
