import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { importFiles } from '../import/import-files.ts'
import type { Json, JsonObject } from '../schema/json.ts'
import { isObject } from '../schema/json.ts'
import { exportIdea } from './export-idea.ts'

const SERVED = { workspace: 'w', command: 'node', args: [], served: [], url: 'http://127.0.0.1:4141' }

const text = fc.oneof(
  fc.string({ minLength: 1, unit: 'binary' }),
  fc.constantFrom(
    '`${process.exit()}`',
    "*/ } evil('",
    '// \u2028 x',
    '\\',
    'two\r\nlines\n',
    '†state.a',
    '</script>',
    '{name}',
  ),
)
const word = fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/)
const said = text.map((one) => `a${one.replaceAll(/[\ud800-\udfff\0]/g, '')}z`)

const property = fc.oneof(
  fc.record({ type: fc.constantFrom('string', 'integer', 'boolean', 'number'), description: said }),
  fc.record({
    type: fc.constant('string'),
    enum: fc.uniqueArray(said, { minLength: 1, maxLength: 3 }),
    description: said,
  }),
  fc.record({
    type: fc.constant('array'),
    items: fc.record({ type: fc.constant('string') }),
    description: said,
  }),
)
const objectSchema = fc
  .record({
    names: fc.uniqueArray(word, { maxLength: 4 }),
    properties: fc.array(property, { minLength: 4, maxLength: 4 }),
  })
  .map(({ names, properties }): JsonObject => ({
    type: 'object',
    properties: Object.fromEntries(names.map((name, index) => [name, properties[index] ?? true])),
    required: names.slice(0, 2),
  }))

interface Drawn {
  readonly description: string
  readonly schema: JsonObject
  readonly kind: 'code' | 'asks' | 'module'
}
const tool: fc.Arbitrary<Drawn> = fc.record({
  description: said,
  schema: objectSchema,
  kind: fc.constantFrom('code' as const, 'asks' as const, 'module' as const),
})
const idea = fc.record({
  texts: fc.array(said, { minLength: 1, maxLength: 2 }),
  description: said,
  tools: fc.dictionary(word, tool, { maxKeys: 4 }),
  input: fc.option(objectSchema, { nil: undefined }),
  output: fc.option(objectSchema, { nil: undefined }),
  temperature: fc.option(fc.constantFrom(0, 0.5, 1), { nil: undefined }),
  model: fc.option(fc.constantFrom('gpt-6', 'm1'), { nil: undefined }),
})

/** A workspace of three Ideas: `one` may use the other two, `two` may use `three`. */
const workspace = fc.record({ one: idea, two: idea, three: idea })

const NEXT = { one: ['two', 'three'], two: ['three'], three: [] as string[] } as const

const metaOf = (kind: Drawn['kind'], name: string, from: keyof typeof NEXT): JsonObject => {
  const next = NEXT[from]
  if (kind === 'module' && next.length > 0)
    return { _module: { const: `idea://${next[name.length % next.length]}` }, _imports: { const: [] } }
  return kind === 'asks'
    ? { _activity: { const: `do_${name}` }, _approval: { const: 'required' } }
    : { _activity: { const: `do_${name}` } }
}

type Drawing = typeof idea extends fc.Arbitrary<infer T> ? T : never

const fileOf = (
  name: keyof typeof NEXT,
  { texts, description, tools, input, output, temperature, model }: Drawing,
): JsonObject => ({
  title: name,
  description,
  config: { ...(temperature !== undefined && { temperature }), ...(model !== undefined && { model }) },
  context: [
    ...texts.map((one) => ({ type: 'text', text: one })),
    ...(input === undefined ? [] : [{ type: 'input', schema: input }]),
    {
      type: 'tool',
      tool: Object.fromEntries(
        Object.entries(tools).map(([key, one]) => [
          key,
          {
            ...one.schema,
            description: one.description,
            properties: { ...metaOf(one.kind, key, name), ...propertiesOf(one.schema) },
          },
        ]),
      ),
    },
  ],
  ...(output !== undefined && { schema: output }),
})

const propertiesOf = (schema: Json | undefined): JsonObject =>
  isObject(schema) && isObject(schema['properties']) ? schema['properties'] : {}

/** The input of an Idea that had none. */
const REQUEST = {
  type: 'object',
  properties: { request: { type: 'string', minLength: 1, description: 'What is wanted, in a sentence' } },
  required: ['request'],
}

/** The parts of an Idea that the round trip keeps. */
const essence = (idea: JsonObject) => {
  const context = (Array.isArray(idea['context']) ? idea['context'] : []).filter(isObject)
  const tools = context.flatMap((message) => (isObject(message['tool']) ? Object.entries(message['tool']) : []))
  return {
    description: idea['description'],
    config: idea['config'] ?? {},
    text: context
      .flatMap((message) => (typeof message['text'] === 'string' ? [message['text']] : []))
      .join('\n\n')
      .trim(),
    tools: tools
      .filter((entry): entry is [string, JsonObject] => isObject(entry[1]))
      .map(([name, schema]) => ({
        name,
        description: schema['description'],
        required: schema['required'] ?? [],
        // The name of the Activity is in the code that stays behind.
        properties: Object.fromEntries(Object.entries(propertiesOf(schema)).filter(([key]) => key !== '_activity')),
      })),
    input: context.find(({ type }) => type === 'input')?.['schema'] ?? REQUEST,
    output: idea['schema'] ?? { type: 'string' },
  }
}

describe('what is exported as Agents SDK code', () => {
  test('imports again as the same Ideas and Tools, whatever their texts are', () => {
    fc.assert(
      fc.property(workspace, (drawn) => {
        const files = {
          one: fileOf('one', drawn.one),
          two: fileOf('two', drawn.two),
          three: fileOf('three', drawn.three),
        }
        const ideas = new Map(Object.entries(files).map(([name, file]) => [name, JSON.stringify(file)]))
        const activities = Object.values(drawn).flatMap(({ tools }) => Object.keys(tools).map((name) => `do_${name}`))
        const { text: program, file } = exportIdea({ ideas, tools: new Map(), activities }, 'one', 'agents-sdk', SERVED)
        const { ideas: imported, report } = importFiles([{ path: file, text: program }])
        expect(report.filter(({ code }) => code === 'broken' || code === 'order')).toEqual([])
        const reached = imported.map(({ name }) => name)
        expect(reached).toContain('one')
        for (const { name, idea: found } of imported)
          expect(essence(found)).toEqual(essence(files[name as keyof typeof files])) // the names of the workspace
      }),
      { numRuns: 60 },
    )
  })
})
