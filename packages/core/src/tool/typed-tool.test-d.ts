// Checked by tsc alone: what is inferred from a Tool's schema.
import type { Json } from '../schema/json.ts'
import { createToolRegistry } from './registry.ts'
import type { HandleCall, HandleResult, ParametersOf } from './typed-tool.ts'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const holds = <_Claim extends true>(): void => undefined

const sentiment = createToolRegistry().register('sentimentAnalysis', {
  type: 'object',
  description: 'Оценивает настроение текста.',
  properties: {
    _tool: { type: 'string', const: 'sentimentAnalysis' },
    text: { type: 'string' },
    language: { type: 'string', enum: ['ru', 'en'] },
    _output: {
      type: 'object',
      properties: { sentiment: { type: 'string', enum: ['positive', 'negative'] }, score: { type: 'number' } },
      required: ['sentiment', 'score'],
      additionalProperties: false,
    },
  },
  required: ['_tool', 'text', '_output'],
})
type SentimentCall = HandleCall<typeof sentiment>
type SentimentResult = HandleResult<typeof sentiment>

holds<Equal<SentimentCall['text'], string>>()
holds<Equal<SentimentCall['language'], 'ru' | 'en' | undefined>>()
holds<Equal<SentimentCall['_tool'], 'sentimentAnalysis'>>()
holds<Equal<'_output' extends keyof SentimentCall ? true : false, false>>()
holds<Equal<SentimentResult, { sentiment: 'positive' | 'negative'; score: number }>>()

// @ts-expect-error: an undeclared parameter is missing
type _Undeclared = SentimentCall['mood']

const weather = createToolRegistry().register('weatherCheck', {
  type: 'object',
  _output: { type: 'string' },
  _activity: 'fetchWeather',
  properties: { city: { type: 'string' }, days: { type: 'integer' } },
  required: ['city'],
})
holds<Equal<HandleResult<typeof weather>, string>>()
holds<Equal<HandleCall<typeof weather>['days'], number | undefined>>()

const issue = createToolRegistry().register('getIssue', {
  type: 'object',
  properties: { number: { type: 'integer' }, _result: { type: 'object', properties: { open: { type: 'boolean' } } } },
})
holds<Equal<HandleResult<typeof issue>['open'], boolean | undefined>>()
holds<Equal<'_result' extends keyof HandleCall<typeof issue> ? true : false, false>>()

const thought = createToolRegistry().register('think', { type: 'object', properties: { about: { type: 'string' } } })
holds<Equal<HandleResult<typeof thought>, Json>>()

const bare = { type: 'object', properties: { a: { type: 'boolean' }, _module: { const: 'idea://x' } } } as const
holds<Equal<ParametersOf<typeof bare>, { a?: boolean }>>()
