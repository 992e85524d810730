import { expect, it } from 'vitest'
import { createValidator } from '../../schema/validate.ts'
import { importText } from './import-text.ts'

const SOURCE = `
import { z } from 'zod'
const Place = z.object({ city: z.string().min(1).describe('Name of the city'), zip: z.string().regex(/^[0-9]{5}$/).optional() })
export const planTripSchema = z.object({
  from: Place,
  to: Place.describe('Where it ends'),
  days: z.number().int().min(1).max(30).default(3),
  tags: z.array(z.enum(['calm', 'wild'])).nonempty(),
  note: z.string().nullable(),
  mail: z.string().email().optional(),
  how: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('train') }),
    z.object({ kind: z.literal('car'), seats: z.coerce.number().gte(1) }),
  ]),
  even: z.number().refine((n) => n % 2 === 0),
}).describe('Plans a trip from one place to another.')
`

it('a schema of zod becomes a Tool; schemas that it is made of are parts of it; code is left out and named', async () => {
  const { tools, lost } = await importText(SOURCE)
  const place = {
    type: 'object',
    properties: {
      city: { type: 'string', minLength: 1, description: 'Name of the city' },
      zip: { type: 'string', pattern: '^[0-9]{5}$' },
    },
    required: ['city'],
  }
  expect(tools).toHaveLength(1)
  expect(tools[0]).toEqual({
    name: 'planTrip',
    schema: {
      type: 'object',
      description: 'Plans a trip from one place to another.',
      properties: {
        from: place,
        to: { ...place, description: 'Where it ends' },
        days: { type: 'integer', minimum: 1, maximum: 30, default: 3 },
        tags: { type: 'array', items: { type: 'string', enum: ['calm', 'wild'] }, minItems: 1 },
        note: { type: ['string', 'null'] },
        mail: { type: 'string', format: 'email' },
        how: {
          oneOf: [
            { type: 'object', properties: { kind: { const: 'train' } }, required: ['kind'] },
            {
              type: 'object',
              properties: { kind: { const: 'car' }, seats: { type: 'number', minimum: 1 } },
              required: ['kind', 'seats'],
            },
          ],
        },
        even: { type: 'number' },
      },
      required: ['from', 'to', 'tags', 'note', 'how', 'even'],
    },
  })
  expect(lost.map(({ what }) => what)).toEqual(['.refine() runs code, so it is left out.'])
  expect(createValidator().checkSchema(tools[0]?.schema ?? false).ok).toBe(true)
})

it('a schema that refers to itself, or to nothing known, ends', async () => {
  const { tools, lost } = await importText('const A = z.object({ a: z.lazy(() => A), b: Unknown.min(1), c: A })')
  expect(tools[0]?.schema).toMatchObject({ properties: { a: {}, b: {}, c: {} } })
  expect(lost.map(({ what }) => what)).toEqual([
    'z.lazy() leads back to itself, so any value fits there.',
    "The schema of b can't be read, so any value fits.",
    "The schema of c can't be read, so any value fits.",
  ])
})

it('objects that are made of others have their members, and formats of iso are known', async () => {
  const { tools } = await importText(`
    const Base = z.object({ id: z.uuid(), name: z.string(), at: z.iso.date() })
    export const Edit = z.object({
      picked: Base.pick({ id: true }),
      rest: Base.omit({ id: true }).partial(),
      more: Base.extend({ name: z.string().optional(), size: z.number().nonpositive() }),
      later: z.lazy(() => Base.pick({ name: true })),
    })`)
  const id = { type: 'string', format: 'uuid' }
  const at = { type: 'string', format: 'date' }
  expect(tools.find(({ name }) => name === 'Edit')?.schema.properties).toEqual({
    picked: { type: 'object', properties: { id }, required: ['id'] },
    rest: { type: 'object', properties: { name: { type: 'string' }, at } },
    more: {
      type: 'object',
      properties: { id, name: { type: 'string' }, at, size: { type: 'number', maximum: 0 } },
      required: ['id', 'at', 'size'],
    },
    later: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  })
})

it.each([
  ["export const weather = tool({ description: 'Says it.', inputSchema: z.object({ city: z.string() }), execute })"],
  ["const tools = { weather: tool({ description: 'Says it.', parameters: z.object({ city: z.string() }), execute }) }"],
  [
    "const w = tool(async () => 1, { name: 'weather', description: 'Says it.', schema: z.object({ city: z.string() }) })",
  ],
  ["server.registerTool('weather', { description: 'Says it.', inputSchema: { city: z.string() } }, run)"],
])('a tool of a library with a schema of zod becomes a Tool: %s', async (source) => {
  const { tools } = await importText(source)
  const schema = {
    type: 'object',
    description: 'Says it.',
    properties: { city: { type: 'string' } },
    required: ['city'],
  }
  expect(tools).toEqual([{ name: 'weather', schema }])
})
