// Checked by tsc alone: what is inferred where a schema refers to parts of itself.
import type { HandleCall, HandleResult, ParametersOf, ResultOf } from './typed-tool.ts'
import { createToolRegistry } from './registry.ts'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const holds = <_Claim extends true>(): void => undefined

const order = createToolRegistry().register('placeOrder', {
  type: 'object',
  description: 'Оформляет заказ.',
  $defs: {
    address: {
      type: 'object',
      properties: { город: { type: 'string' }, дом: { $ref: '#/$defs/number' } },
      required: ['город'],
    },
    number: { type: 'integer' },
    status: { type: 'string', enum: ['принят', 'отклонён'] },
  },
  properties: {
    куда: { $ref: '#/$defs/address', description: 'Куда доставить.' },
    counts: { type: 'array', items: { $ref: '#/$defs/number' } },
    _output: {
      type: 'object',
      properties: { status: { $ref: '#/$defs/status' } },
      required: ['status'],
      additionalProperties: false,
    },
  },
  required: ['куда'],
})
type OrderCall = HandleCall<typeof order>
holds<Equal<OrderCall['куда'], { город: string; дом?: number }>>()
holds<Equal<OrderCall['counts'], number[] | undefined>>()
holds<Equal<HandleResult<typeof order>, { status: 'принят' | 'отклонён' }>>()
// @ts-expect-error: an undeclared nested property is refused by a Run too
type _Undeclared = OrderCall['куда']['улица']

const legacy = {
  type: 'object',
  definitions: { mood: { enum: ['good', 'bad'] } },
  properties: { mood: { $ref: '#/definitions/mood' }, same: { $ref: '#/properties/mood' } },
  required: ['mood'],
} as const
holds<Equal<ParametersOf<typeof legacy>, { mood: 'good' | 'bad'; same?: 'good' | 'bad' }>>()

const withRest = {
  type: 'object',
  $defs: { named: { type: 'object', properties: { имя: { type: 'string' } }, required: ['имя'] } },
  properties: { who: { $ref: '#/$defs/named', properties: { age: { type: 'number' } }, required: ['age'] } },
  required: ['who'],
} as const
holds<Equal<ParametersOf<typeof withRest>['who']['имя'], string>>()
holds<Equal<ParametersOf<typeof withRest>['who']['age'], number>>()

// A schema that holds itself ends in any value, not in an error of the compiler.
const tree = {
  type: 'object',
  $defs: {
    node: {
      type: 'object',
      properties: { имя: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/node' } } },
      required: ['имя'],
    },
  },
  properties: { root: { $ref: '#/$defs/node' }, _output: { $ref: '#/$defs/node' } },
  required: ['root'],
} as const
holds<Equal<ParametersOf<typeof tree>['root'], { имя: string; children?: unknown[] }>>()
holds<Equal<ResultOf<typeof tree>['имя'], string>>()

const elsewhere = {
  type: 'object',
  properties: { any: { $ref: 'https://example.com/schema.json' }, none: { $ref: '#/$defs/нет' } },
  required: ['any', 'none'],
} as const
holds<Equal<ParametersOf<typeof elsewhere>, { any: unknown; none: unknown }>>()

// An object that its author opened, or that several schemas describe, stays open.
const opened = {
  type: 'object',
  properties: {
    free: { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: true },
    both: {
      allOf: [
        { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
        { type: 'object', properties: { b: { type: 'number' } }, required: ['b'] },
      ],
    },
  },
  required: ['free', 'both'],
} as const
holds<Equal<ParametersOf<typeof opened>['both']['a'], string>>()
holds<Equal<ParametersOf<typeof opened>['both']['b'], number>>()
holds<Equal<ParametersOf<typeof opened>['free']['other'], unknown>>()

// Parameters may be called as keywords are.
const keywords = {
  type: 'object',
  $defs: { word: { type: 'string' } },
  properties: { type: { $ref: '#/$defs/word' }, properties: { $ref: '#/$defs/word' }, enum: { $ref: '#/$defs/word' } },
  required: ['type', 'properties', 'enum'],
} as const
holds<Equal<ParametersOf<typeof keywords>, { type: string; properties: string; enum: string }>>()
