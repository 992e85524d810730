import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message } from '../idea/message.ts'
import { applyImports, importsView } from './imports.ts'
import { instancesOf, worldOf } from './instance.ts'

const parent: readonly Message[] = [
  { type: 'text', text: 'You are the producer.' },
  { type: 'input', schema: { type: 'object' }, input: { brief: 'море' } },
  { type: 'state', schema: { type: 'object' }, state: { song: { melody: 'CDE', secret: 1 }, other: 2 } },
  { type: 'data', kind: 'style', data: { genre: 'folk' } },
  { type: 'data', kind: 'style', data: { tempo: 90 } },
  { type: 'data', kind: 'key', data: 'SECRET' },
  { type: 'tool', tool: { compose: { type: 'object' } } },
  { type: 'calls', calls: [] },
]
const world = { state: { song: { melody: 'CDE', secret: 1 }, other: 2 } }

describe('an Activity', () => {
  it('gets the input of its instance over the shared one, as references of its Call read it', () => {
    const context: readonly Message[] = [
      { type: 'input', input: { comment: 'Nice!' }, _instance: 'one' },
      { type: 'input', input: { topic: 'music', rules: { a: 1 } } },
      { type: 'input', input: { rules: { b: 2 } } },
    ]
    const inputOf = (instance?: string) => importsView(context, ['input'], { state: {}, instance }).input
    expect(inputOf('one')).toEqual({ topic: 'music', rules: { a: 1, b: 2 }, comment: 'Nice!' })
    expect(inputOf()).toEqual({ topic: 'music', rules: { a: 1, b: 2 } })
  })
})

describe('a Module', () => {
  it('sees nothing of its caller that _imports does not list', () => {
    expect(applyImports(parent, [], world)).toEqual({
      context: [],
      passed: [],
      withheld: [
        { type: 'text', count: 1 },
        { type: 'input', count: 1 },
        { type: 'state', count: 1 },
        { type: 'data', kind: 'style', count: 2 },
        { type: 'data', kind: 'key', count: 1 },
        { type: 'tool', count: 1 },
        { type: 'calls', count: 1 },
      ],
    })
  })

  it('gets the caller’s input as data, because its own input is the Call', () => {
    const { context, passed } = applyImports(parent, ['input'], world)
    expect(context).toEqual([
      {
        type: 'data',
        kind: 'input',
        description: "The caller's input.",
        data: { brief: 'море' },
        schema: { type: 'object' },
      },
    ])
    expect(passed).toEqual([{ type: 'input', count: 1 }])
  })

  it('gets the whole state, or only the paths that are listed', () => {
    expect(applyImports(parent, ['state'], world).context).toEqual([
      { type: 'state', schema: { type: 'object' }, state: world.state },
    ])
    expect(applyImports(parent, ['state:song.melody', 'state:gone'], world).context).toEqual([
      { type: 'state', state: { song: { melody: 'CDE' } } },
    ])
  })

  it('gets the whole state if a part of it is listed too, with its schema and no other', () => {
    const withSchema: readonly Message[] = [
      { type: 'data', kind: 'style', data: 1, schema: { type: 'integer' } },
      ...parent,
    ]
    for (const imports of [
      ['data:style', 'state', 'state:song'],
      ['state:song', 'state'],
    ])
      expect(applyImports(withSchema, imports, world).context.at(-1)).toEqual({
        type: 'state',
        schema: { type: 'object' },
        state: world.state,
      })
  })

  it('gets an empty state where the caller has one, and none where it has none', () => {
    const empty: Message = { type: 'state', state: {} }
    expect(applyImports([empty], ['state'], { state: {} }).context).toEqual([empty])
    expect(applyImports([], ['state'], { state: {} }).context).toEqual([])
    expect(applyImports([], ['state'], { state: { a: 1 } }).context).toEqual([{ type: 'state', state: { a: 1 } }])
  })

  it('is distinguished from the parts that were kept from it, by type and kind', () => {
    const { passed, withheld } = applyImports(parent, ['text', 'data:style'], world)
    expect(passed).toEqual([
      { type: 'text', count: 1 },
      { type: 'data', kind: 'style', count: 2 },
    ])
    expect(withheld.map(({ type, kind }) => kind ?? type)).toEqual(['input', 'state', 'key', 'tool', 'calls'])
  })

  it('gets data by kind', () => {
    const { context } = applyImports(parent, ['data:style'], world)
    expect(context).toEqual([parent[3], parent[4]])
  })

  it('gets the caller’s texts as titled data: they instruct only the caller', () => {
    const texts: readonly Message[] = [
      { type: 'text', text: 'Ты продюсер.' },
      { type: 'text', role: 'user', text: 'Песню!' },
    ]
    expect(applyImports(texts, ['text'], world)).toEqual({
      context: [{ type: 'data', kind: 'text', description: expect.any(String), data: ['Ты продюсер.', 'Песню!'] }],
      passed: [{ type: 'text', count: 2 }],
      withheld: [],
    })
  })

  it('never sees the caller’s Tools, Calls, or anything of another instance', () => {
    const everything = ['input', 'state', 'text', 'data:style', 'data:key', 'data:comment']
    const instances: readonly Message[] = [
      ...parent,
      { type: 'data', kind: 'comment', data: 'mine', _instance: 'a' },
      { type: 'data', kind: 'comment', data: 'CANARY', _instance: 'b' },
    ]
    const { context } = applyImports(instances, everything, { ...world, instance: 'a' })
    expect(context.map(({ type }) => type)).not.toContain('tool')
    expect(context).toContainEqual({ type: 'data', kind: 'comment', data: 'mine' })
    expect(JSON.stringify(context)).not.toContain('CANARY')
  })

  it('sees no canary from outside its imports, whatever they are', () => {
    const options = ['input', 'state:song', 'state:other', 'data:style', 'data:key', 'text']
    const canaries: readonly Message[] = [
      { type: 'input', input: 'canary input' },
      { type: 'data', kind: 'style', data: 'canary data:style' },
      { type: 'data', kind: 'key', data: 'canary data:key' },
      { type: 'text', text: 'canary text' },
      { type: 'state', state: {} },
    ]
    const state = { song: 'canary state:song', other: 'canary state:other' }
    fc.assert(
      fc.property(fc.subarray(options), (imports) => {
        const seen = JSON.stringify(applyImports(canaries, imports, { state }).context)
        for (const option of options) expect(seen.includes(`canary ${option}`)).toBe(imports.includes(option))
      }),
    )
  })
})

describe('an Activity', () => {
  it('sees the same as values', () => {
    expect(importsView(parent, ['input', 'state:song.melody', 'data:style', 'text'], world)).toEqual({
      input: { brief: 'море' },
      state: { song: { melody: 'CDE' } },
      data: { style: { genre: 'folk', tempo: 90 } },
      text: ['You are the producer.'],
    })
    expect(importsView(parent, [], world)).toEqual({})
    expect(importsView(parent, ['text'], world)).toEqual({ text: ['You are the producer.'] })
    expect(importsView(parent, ['input'], world)).toEqual({ input: { brief: 'море' } })
    expect(importsView(parent, ['state:other', 'state'], world)).toEqual(world)
  })
})

describe('instances', () => {
  it('are separate worlds that share what belongs to none', () => {
    const context: readonly Message[] = [
      { type: 'text', text: 'Moderate.' },
      { type: 'input', input: 1, _instance: 'a' },
      { type: 'state', state: {}, _instance: 'b' },
      { type: 'data', kind: 'x', data: 1, _instance: 'a' },
    ]
    expect(instancesOf(context)).toEqual(['a', 'b'])
    expect(worldOf(context, 'a')).toEqual([context[0], context[1], context[3]])
    expect(worldOf(context, undefined)).toEqual([context[0]])
  })
})
