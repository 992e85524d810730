import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../schema/json.ts'
import { runSimulated, type SimulatedTool } from './test-loop.ts'

const tool = (description: string, properties: JsonObject, required: readonly string[], run: SimulatedTool['run']) => ({
  schema: { type: 'object', description, properties, required: [...required] },
  run,
})
const plan = tool(
  'Lay out a route',
  {
    goal: { type: 'string' },
    _outputPath: { const: '†state.route' },
    _output: { type: 'object', properties: { stops: { type: 'array', items: { type: 'string' } } } },
  },
  [],
  () => ({ stops: ['a', 'b'] }),
)
const ROUTE = { type: 'object', properties: { stops: { type: 'array' } }, required: ['stops'] }
const usedIn = async (tools: Record<string, SimulatedTool>, input: JsonObject, output: JsonObject) => {
  const { turns } = await runSimulated({
    wire: 'structured',
    tools,
    context: [
      { type: 'input', input },
      { type: 'state', state: {} },
    ],
    output,
    seed: 'one',
  })
  return [...new Set(turns.flat().map((call) => call.tool))]
}
const OUTPUT = { type: 'object', properties: { done: { type: 'string' } }, required: ['done'] }

describe('A Tool that another one feeds', () => {
  const drive = tool('Travel along it', { route: ROUTE }, ['route'], () => 'arrived')

  test('is fed where the context offers a value of the name that its schema refuses', async () => {
    expect(await usedIn({ plan, drive }, { task: 'travel', route: 'the short one' }, OUTPUT)).toEqual(['plan', 'drive'])
  })

  test('is not where the context offers one that fits', async () => {
    expect(await usedIn({ plan, drive }, { task: 'travel', route: { stops: ['x'] } }, OUTPUT)).toEqual(['drive'])
  })
})

describe('A Tool that makes an optional part of the output', () => {
  const optional = {
    type: 'object',
    properties: { stops: { type: 'array' }, map: { type: 'string' } },
    required: ['stops'],
  }
  const draw = tool(
    'Sketch a picture',
    { route: ROUTE, _output: { type: 'object', properties: { map: { type: 'string' } } } },
    ['route'],
    () => ({ map: 'picture' }),
  )
  const pack = tool(
    'Fill a suitcase',
    {
      _outputPath: { const: '†state.luggage' },
      _output: { type: 'object', properties: { weight: { type: 'number' } } },
    },
    [],
    () => ({ weight: 3 }),
  )
  const leave = tool(
    'Close the door',
    {
      route: ROUTE,
      luggage: { type: 'object' },
      _output: { type: 'object', properties: { map: { type: 'string' } } },
    },
    ['route', 'luggage'],
    () => ({ map: 'all' }),
  )

  test('from one result alone is left out: it brings nothing together', async () => {
    expect(await usedIn({ plan, draw }, { task: 'lay out a route' }, optional)).toEqual(['plan'])
  })

  test('from several results is the step that brings them together', async () => {
    const task = 'lay out a route, fill a suitcase'
    expect(await usedIn({ plan, pack, leave }, { task }, optional)).toEqual(['plan', 'pack', 'leave'])
  })
})

describe('Of Tools that would write the same place', () => {
  const written = { _outputPath: { const: '†state.picture' }, _output: { type: 'string' } }
  const paint = tool('Paint a portrait in oil', { of: { type: 'string' }, ...written }, [], () => 'painted')
  const photograph = tool('Take a photograph, without paint', { of: { type: 'string' }, ...written }, [], () => 'taken')
  const frame = tool('Put oil into its frame', { picture: { type: 'string' }, ...written }, ['picture'], () => 'framed')
  const output = { type: 'object', properties: { picture: { type: 'string' } }, required: ['picture'] }

  test('the one that shares most words with the task is chosen', async () => {
    expect(await usedIn({ photograph, paint }, { task: 'a portrait in oil paint' }, output)).toEqual(['paint'])
    expect(await usedIn({ photograph, paint }, { task: 'a photograph' }, output)).toEqual(['photograph'])
  })

  test('one that reads the existing value is a further step', async () => {
    expect(await usedIn({ paint, frame }, { task: 'a portrait in oil, in its frame' }, output)).toEqual([
      'paint',
      'frame',
    ])
  })
})
