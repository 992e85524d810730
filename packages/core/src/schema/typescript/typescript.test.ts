import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { schemaFromTypeScript } from './from-typescript.ts'
import type { JsonObject } from '../json.ts'
import { schemaToTypeScript } from './to-typescript.ts'

const back = (schema: JsonObject) => {
  const { type, declarations } = schemaToTypeScript(schema)
  return schemaFromTypeScript([...declarations, type].join('\n')).schema
}

describe('a schema as a TypeScript type', () => {
  it('says types, optional properties, alternatives and descriptions', () => {
    const schema: JsonObject = {
      type: 'object',
      properties: {
        city: { type: 'string', description: 'Where */ it is' },
        days: { type: ['integer', 'null'] },
        units: { enum: ['celsius', "o'clock"] },
        'not-a-name': { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
        pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false },
        map: { type: 'object', additionalProperties: { type: 'boolean' } },
      },
      required: ['city', 'units'],
      additionalProperties: false,
    }
    expect(schemaToTypeScript(schema).type).toBe(`{
  /** Where *\\/ it is */
  readonly city: string
  readonly days?: number | null
  readonly units: 'celsius' | 'o\\'clock'
  readonly 'not-a-name'?: readonly (string | number)[]
  readonly pair?: readonly [string, number]
  readonly map?: { readonly [name: string]: boolean }
}`)
  })

  it('names definitions, also those that hold themselves, and lists what a type cannot say', () => {
    const schema: JsonObject = {
      $ref: '#/$defs/tree',
      $defs: {
        tree: {
          type: 'object',
          properties: { leaves: { type: 'array', items: { $ref: '#/$defs/tree' }, minItems: 1 } },
        },
      },
    }
    expect(schemaToTypeScript(schema, 'Ask')).toEqual({
      type: 'AskTree',
      declarations: ['export type AskTree = {\n  readonly leaves?: readonly AskTree[]\n}'],
      lost: ['minItems'],
    })
  })

  it('lists everything that narrows a value and that a type cannot say, whichever keyword it is', () => {
    const narrowed: JsonObject = {
      type: 'object',
      properties: {
        tags: { type: 'array', contains: { const: 'lead' }, minContains: 1, maxContains: 2, unevaluatedItems: false },
        cover: { type: 'string', contentEncoding: 'base64', contentMediaType: 'image/png' },
      },
      dependencies: { tags: ['cover'] },
    }
    expect(schemaToTypeScript(narrowed).lost).toEqual([
      'dependencies',
      'contains',
      'minContains',
      'maxContains',
      'unevaluatedItems',
      'contentEncoding',
      'contentMediaType',
    ])
  })
})

describe('a TypeScript type as a schema', () => {
  it('reads interfaces with comments, optional members, unions and nested objects', () => {
    const { name, schema, lost } = schemaFromTypeScript(`
      import type { X } from 'y';
      /** A note. */
      export interface Note { pitch: number; readonly length?: 1 | 2 | 4 }
      /** What to play. */
      export interface PlayArgs {
        /** The notes. */
        notes: Note[], mood: 'sad' | 'bold' | null
        when?: Date | undefined
        extra: Record<string, unknown>;
      }`)
    expect(name).toBe('Play')
    expect(schema).toEqual({
      type: 'object',
      description: 'What to play.',
      properties: {
        notes: { type: 'array', items: { $ref: '#/$defs/Note' }, description: 'The notes.' },
        mood: { anyOf: [{ type: 'string', enum: ['sad', 'bold'] }, { type: 'null' }] },
        when: { type: 'string', format: 'date-time' },
        extra: { type: 'object', additionalProperties: true },
      },
      required: ['notes', 'mood', 'extra'],
      $defs: {
        Note: {
          type: 'object',
          properties: { pitch: { type: 'number' }, length: { enum: [1, 2, 4] } },
          required: ['pitch'],
        },
      },
    })
    expect(lost).toEqual(['Date became a string.'])
  })

  it('reads a function as parameters and result', () => {
    expect(
      schemaFromTypeScript(
        'export async function ask(call: { city: string }, context: Context): Promise<{ text: string }> { return 1 }',
      ),
    ).toMatchObject({
      name: 'ask',
      schema: { properties: { city: { type: 'string' } }, required: ['city'] },
      result: { properties: { text: { type: 'string' } } },
    })
  })

  it('lists what it leaves open', () => {
    const { schema, lost } = schemaFromTypeScript('type A = { a: Foo; b(): void; c: Pick<B, "x">; d: B["x"] }')
    expect(schema).toMatchObject({ properties: { a: true, c: true, d: true } })
    expect(lost).toHaveLength(5)
  })

  it('never throws and always ends', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'{}[]()<>|&;:?,"\'=a1/* \n'.split(''), 'type ', 'interface ', '=>') }),
        (text) => {
          expect(schemaFromTypeScript(text).lost).toBeInstanceOf(Array)
        },
      ),
    )
    expect(schemaFromTypeScript('{a:'.repeat(10_000)).lost).toBeInstanceOf(Array)
    expect(schemaFromTypeScript('['.repeat(50_000)).lost).toBeInstanceOf(Array)
  })
})

it('reads back the types it wrote', () => {
  const { schema } = fc.letrec<{ schema: JsonObject }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom<JsonObject>(
        { type: 'string' },
        { type: 'number' },
        { type: 'boolean' },
        { const: 'a' },
        { enum: [1, 2] },
      ),
      tie('schema')
        .filter((items) => items['enum'] === undefined && items['const'] === undefined)
        .map((items) => ({ type: 'array', items })),
      fc
        .dictionary(fc.constantFrom('a', 'b-c', 'город'), tie('schema'), { minKeys: 1, noNullPrototype: true })
        .map((properties) => ({ type: 'object', properties, required: Object.keys(properties) })),
    ),
  }))
  fc.assert(
    fc.property(schema, (one) => {
      expect(back(one)).toEqual(one)
    }),
  )
})

it('reads the signature of an Activity as it is written for people: its Call, its result, without semicolons', () => {
  const text = `import type { ActivityContext } from '@ensemble/core'

/** Finds rhymes for a word. */
export type FindRhymeCall = {
  /** The word to rhyme with */
  readonly word: Word
}

type Word = 'moon' | 'sea'

export type FindRhymeResult = readonly string[]

export type FindRhymeActivity = (call: FindRhymeCall, context: ActivityContext) => Promise<FindRhymeResult>
`
  expect(schemaFromTypeScript(text)).toEqual({
    name: 'FindRhyme',
    schema: {
      type: 'object',
      description: 'Finds rhymes for a word.',
      properties: { word: { $ref: '#/$defs/Word', description: 'The word to rhyme with' } },
      required: ['word'],
      $defs: { Word: { type: 'string', enum: ['moon', 'sea'] } },
    },
    result: { type: 'array', items: { type: 'string' } },
    lost: [],
  })
})
