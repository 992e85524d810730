import { describe, expect, it } from 'vitest'
import { compose } from '../request/compose.ts'
import type { Composition } from '../request/composition.ts'
import { DEFAULT_COMPOSITION } from '../request/config.ts'
import type { JsonObject, JsonSchema } from '../schema/json.ts'
import { findStrictIssue } from '../schema/strict-subset.ts'
import { normaliseTool } from '../tool/normalise.ts'
import { lowerComposition } from './lower-composition.ts'

const composition = (tools: { readonly [name: string]: JsonObject }, output?: JsonSchema): Composition =>
  compose({
    tools: Object.entries(tools).map(([name, schema]) => ({
      tool: normaliseTool(name, schema).tool,
      mode: 'latent',
      activity: '',
    })),
    output,
    hasState: true,
    hasInput: true,
    instances: [],
    options: DEFAULT_COMPOSITION,
  })

const tools: { readonly [name: string]: JsonObject } = {
  play: {
    type: 'object',
    description: 'Plays notes.',
    properties: {
      notes: { type: 'array', items: { type: 'integer', minimum: 0 } },
      gains: { type: 'object', additionalProperties: { type: 'number' } },
      title: { type: 'string' },
      tree: { $ref: '#/$defs/node' },
      _output: { type: 'string' },
    },
    required: ['notes'],
    $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
  },
  rate: {
    type: 'object',
    properties: { text: { type: 'string' } },
    oneOf: [{ required: ['text'] }, { properties: { url: { type: 'string' } } }],
  },
}
const song: JsonSchema = {
  type: 'object',
  properties: { name: { type: 'string' }, mood: { type: 'string' } },
  required: ['name'],
}

describe('a composition for a strict provider', () => {
  const strict = lowerComposition(composition(tools, song), true)

  it('fits the strict subset, each branch beginning with its own _tool', () => {
    expect(strict.strict).toBe(true)
    expect(findStrictIssue(strict.schema)).toBeUndefined()
    const { calls } = strict.schema.properties as {
      readonly calls: { readonly items: { readonly anyOf: readonly JsonObject[] } }
    }
    expect(calls.items.anyOf.map(({ properties }) => Object.entries(properties as JsonObject)[0])).toEqual([
      ['_tool', { type: 'string', const: 'play' }],
      ['_tool', { type: 'string', const: 'rate' }],
    ])
  })

  it('is lifted back to what the author declared', () => {
    const answer = {
      _tool: 'play',
      _activity: null,
      _outputPath: null,
      _reasoningForCall: null,
      notes: '†state.song.notes',
      gains: [{ key: 'lead', value: 0.5 }],
      title: null,
      tree: { next: null },
      _output: null,
    }
    expect(strict.liftCall('play', answer)).toEqual({
      _tool: 'play',
      notes: '†state.song.notes',
      gains: { lead: 0.5 },
      tree: {},
    })
    expect(strict.liftOutput({ name: 'x', mood: null })).toEqual({ name: 'x' })
    expect(strict.liftOutput(null)).toBeNull()
  })

  it('says what was changed, and where in the composed schema', () => {
    const paths = strict.changes.map(({ path, keyword }) => `${path} ${keyword}`)
    expect(paths).toContain('/properties/calls/items/anyOf/0/properties/notes/anyOf/0/items minimum')
    expect(paths).toContain('/$defs/play.node required')
    expect(paths).toContain('/properties/output/anyOf/0 required')
  })

  it('is the same object for the same composition', () => {
    const one = composition(tools, song)
    expect(lowerComposition(one, true)).toBe(lowerComposition(one, true))
  })

  it('may have no Tools, or no schema for the output', () => {
    expect(findStrictIssue(lowerComposition(composition({}, song), true).schema)).toBeUndefined()
    expect(findStrictIssue(lowerComposition(composition(tools), true).schema)).toBeUndefined()
  })

  it('that is too large goes as it is, not strict, and says why', () => {
    const values = Array.from({ length: 1500 }, (_, index) => `v${index}`)
    const large = composition({ pick: { type: 'object', properties: { value: { enum: values } } } }, song)
    const lowered = lowerComposition(large, true)
    expect(lowered).toMatchObject({ strict: false, schema: large.schema, changes: [{ keyword: 'strict' }] })
  })
})

describe('a composition for an endpoint that takes more keywords', () => {
  const one = composition(tools, song)
  const keywords = ['minimum']

  it('keeps them in place, without a word about them', () => {
    const kept = lowerComposition(one, true, { keywords })
    const text = JSON.stringify(kept.schema)
    expect(text).toContain('"minimum":0')
    expect(text).not.toContain('minimum: 0')
    expect(findStrictIssue(kept.schema)).toContain('the keyword minimum')
    expect(findStrictIssue(kept.schema, keywords)).toBeUndefined()
    expect(kept.changes.map(({ keyword }) => keyword)).not.toContain('minimum')
  })

  it('is another form than the one for the smallest subset, each made once', () => {
    const smallest = lowerComposition(one, true)
    const kept = lowerComposition(one, true, { keywords })
    expect(JSON.stringify(smallest.schema)).toContain('minimum: 0')
    expect(lowerComposition(one, true)).toBe(smallest)
    expect(lowerComposition(one, true, { keywords: [...keywords] })).toBe(kept)
  })
})

describe('a composition for any other provider', () => {
  it('goes as it is', () => {
    const one = composition(tools, song)
    expect(lowerComposition(one, false)).toMatchObject({ strict: false, schema: one.schema, changes: [] })
  })
})

describe('a composition for an endpoint that refuses branches with the same first key', () => {
  const composed = composition(tools, song)
  const keyed = lowerComposition(composed, true, { keyed: true })

  it('fits the strict subset, each branch beginning with its own Tool’s name', () => {
    expect(findStrictIssue(keyed.schema)).toBeUndefined()
    expect(JSON.stringify(keyed.schema)).not.toContain('"_tool"')
    const { calls } = keyed.schema.properties as {
      readonly calls: { readonly items: { readonly anyOf: readonly JsonObject[] } }
    }
    expect(calls.items.anyOf.map(({ properties }) => Object.keys(properties as JsonObject))).toEqual([
      ['play'],
      ['rate'],
    ])
    expect(keyed.changes.map(({ what }) => what).join()).toContain('under its tool')
  })
  it('opens a Call to the one that names its Tool, and leaves any other as it is', () => {
    expect(keyed.openCall?.({ play: { notes: [1] } })).toEqual({ _tool: 'play', notes: [1] })
    const others: readonly JsonObject[] = [
      { _tool: 'play', notes: [] },
      { play: [] },
      {},
      { play: {}, rate: {} },
      { _tool: {} },
    ]
    for (const other of others) expect(keyed.openCall?.(other)).toBe(other)
  })
})
