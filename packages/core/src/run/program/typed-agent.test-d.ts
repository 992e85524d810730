// Checked by tsc alone: what a program's Requests, Loops and Activities are typed by.
import type { Json } from '../../schema/json.ts'
import { Activity, createRegistry, type Agent } from './agent.ts'
import type { Call } from '../loop/request.ts'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const holds = <_Claim extends true>(): void => undefined

const weather = {
  type: 'object',
  description: 'Прогноз погоды в городе.',
  $defs: { sky: { enum: ['ясно', 'дождь'] } },
  properties: { город: { type: 'string' }, _output: { $ref: '#/$defs/sky' } },
  required: ['город'],
} as const
const mood = {
  type: 'object',
  description: 'Настроение текста.',
  properties: { text: { type: 'string' }, _output: { type: 'number' } },
  required: ['text'],
} as const
const answer = {
  type: 'object',
  properties: { ответ: { type: 'string' }, оценка: { $ref: '#/$defs/mark' } },
  required: ['ответ'],
  $defs: { mark: { type: 'integer' } },
} as const
const question = { type: 'text', role: 'user', text: 'Какая погода?' } as const

declare module './typed-agent.ts' {
  interface ToolSchemas {
    readonly погода: typeof weather
  }
}

// By name, where the program declared the Tool.
Activity.register('погода', async (call) => {
  holds<Equal<(typeof call)['город'], string>>()
  holds<Equal<(typeof call)['_tool'], 'погода'>>()
  return 'ясно'
})
// @ts-expect-error: the result is one of two words
Activity.register('погода', async () => 'снег')
// @ts-expect-error: an undeclared parameter
Activity.register('погода', ({ город, день }) => (город === день ? 'ясно' : 'дождь'))
// Without them, a Call is JSON and never `any`; a program may say more.
Activity.register('другое', (call) => {
  holds<Equal<0 extends 1 & typeof call ? true : false, false>>()
  const tool: string = call._tool
  void tool
  holds<Equal<(typeof call)['город'], Json>>()
})
Activity.register('ещё', ({ город }: { readonly город: string }) => город)

// By the registry that has it.
const typed = createRegistry({ weather, mood })
typed.Activity.register('weather', ({ город }) => (город === 'Сочи' ? 'ясно' : 'дождь'))
typed.Activity.register('weather', async ({ город }) => (город === 'Сочи' ? 'ясно' : 'дождь'))
// A function without parameters, too.
typed.Activity.register('weather', () => 'ясно')
typed.Activity.register('weather', async () => 'дождь')
// @ts-expect-error: the result is one of two words
typed.Activity.register('weather', async () => 'снег')
// @ts-expect-error: the result is a number
typed.Activity.register('mood', () => 'хорошее')

// A word within an object keeps its type, with or without a promise.
const place = {
  type: 'object',
  properties: {
    адрес: { type: 'string' },
    _output: {
      type: 'object',
      properties: { вид: { enum: ['дом', 'сад'] }, имена: { type: 'array', items: { type: 'string' } } },
      required: ['вид'],
    },
  },
  required: ['адрес'],
} as const
const places = createRegistry({ place })
places.Activity.register('place', () => ({ вид: 'дом', имена: ['Дача'] }))
places.Activity.register('place', async () => ({ вид: 'сад' }))
places.Activity.register('place', ({ адрес }) => ({ вид: адрес === '' ? 'сад' : 'дом', имена: [адрес] }))
places.Activity.register('place', async ({ адрес }) => ({ вид: 'дом', имена: [адрес] }))
// @ts-expect-error: it is a дом or a сад
places.Activity.register('place', () => ({ вид: 'лес' }))
const placed = createRegistry()
const handleOfPlace = placed.Tool.register('place', place)
placed.Activity.register(handleOfPlace, () => ({ вид: 'дом', имена: ['Дача'] }))
placed.Activity.register(handleOfPlace, async () => ({ вид: 'сад' }))

// The output is typed by the schema that is given.
const { output, calls } = await typed.Agent.Request({}, answer, [question])
holds<Equal<typeof output, { ответ: string; оценка?: number } | null>>()
const written = await typed.Agent.Request({}, { type: 'array', items: { type: 'string' } }, [question])
holds<Equal<typeof written.output, string[] | null>>()
const text = await typed.Agent.Request({}, undefined, [question])
holds<Equal<typeof text.output, string | null>>()
const read: { readonly [key: string]: Json } = {}
const unknown = await typed.Agent.Request({}, read, [question])
const json: Json = unknown.output
const back: typeof unknown.output = json
void back
const named = await typed.Agent.Request<{ readonly ответ: string }>({}, read, [question])
holds<Equal<typeof named.output, { readonly ответ: string } | null>>()
holds<Equal<(typeof named.calls)[number], Call>>()
const loop = await typed.Agent.Loop({}, answer, [question])
holds<Equal<typeof loop.output, { ответ: string; оценка?: number }>>()

// A Call is one of the registry's, told apart by its Tool.
for (const call of calls)
  if (call._tool === 'weather') {
    holds<Equal<typeof call.город, string>>()
    holds<Equal<typeof call._output, 'ясно' | 'дождь' | undefined>>()
  } else {
    holds<Equal<typeof call._tool, 'mood'>>()
    holds<Equal<typeof call.text, string>>()
    // @ts-expect-error: the other Tool's parameter
    void call.город
  }

// Calls of chosen Tools, by name or by handle, and of the context's own, `tool://` included.
const chosen = await typed.Agent.Request({}, answer, [question], { tools: ['mood'] })
holds<Equal<(typeof chosen.calls)[number]['_tool'], 'mood'>>()
const open = createRegistry()
const handle = open.Tool.register('настроение', mood)
open.Activity.register(open.Tool.register('погода', weather), async ({ город }) => (город ? 'ясно' : 'дождь'))
// @ts-expect-error: the result is one of two words
open.Activity.register(open.Tool.register('прогноз', weather), async () => 'снег')
const byHandle = await open.Agent.Request({}, answer, [question], { tools: [handle] })
holds<Equal<(typeof byHandle.calls)[number]['_tool'], 'настроение'>>()
holds<Equal<(typeof byHandle.calls)[number]['text'], string>>()
const inContext = [question, { type: 'tool', tool: { чувство: mood, прогноз: { $ref: 'tool://weather' } } }] as const
const own = await typed.Agent.Request({}, answer, inContext, { tools: [] })
holds<Equal<(typeof own.calls)[number]['_tool'], 'чувство' | 'прогноз'>>()
for (const call of own.calls) if (call._tool === 'прогноз') holds<Equal<typeof call.город, string>>()

// Where any Tool may be registered, or the context is not known, a Call is any.
const any = await open.Agent.Request({}, answer, [question])
holds<Equal<(typeof any.calls)[number], Call>>()
const messages: Parameters<typeof Agent.Request>[2] = []
const later = await typed.Agent.Request({}, answer, messages)
holds<Equal<(typeof later.calls)[number], Call>>()
