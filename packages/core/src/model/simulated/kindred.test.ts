import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../schema/json.ts'
import { kindredOf } from './kindred.ts'
import { runSimulated, type SimulatedTool } from './test-loop.ts'

const tool = (description: string, more: JsonObject = {}): SimulatedTool => ({
  schema: { type: 'object', description, properties: { ...more } },
  run: () => 'done',
})
const shop: Record<string, SimulatedTool> = {
  song_list: tool('Looks into one shelf.'),
  ambience_list: tool('Looks into another shelf.'),
  ticket_list: tool('Looks for a complaint.'),
}
const done: JsonObject = { type: 'object', properties: { summary: { type: 'string' } }, required: ['summary'] }
const chosen = async (text: string, tools = shop): Promise<readonly string[]> => {
  const context = [{ type: 'text', role: 'user', text }] as const
  const { turns } = await runSimulated({ wire: 'structured', tools, context, output: done, seed: 's' })
  return (turns[0] ?? []).map(({ tool: name }) => name)
}

describe('The simulated model knows what the words of a Tool’s name cover', () => {
  it.each([
    ['a mazurka', 'song_list'],
    ['колыбельная', 'song_list'],
    ['thunder', 'ambience_list'],
    ['прибой', 'ambience_list'],
    ['a complaint', 'ticket_list'],
  ])('“%s” takes %s', async (text, name) => expect(await chosen(`${text}, please`)).toEqual([name]))

  it('a length doesn’t choose a Tool, unless the Tool is named by it', async () => {
    const rest = tool('Waits some seconds.')
    expect(await chosen('a mazurka of ten seconds', { ...shop, rest })).not.toContain('rest')
    expect(await chosen('skip ten seconds', { ...shop, skip_seconds: rest })).toEqual(['skip_seconds'])
  })

  it('a name that covers nothing adds no words', () => expect(kindredOf('ticket_list').trim()).toBe(''))
})

it('of two Tools that write one place, the one is called whose parameters the input has', async () => {
  const place: JsonObject = { _outputPath: { const: '†state.sound' } }
  const needs = (name: string, description: string): SimulatedTool => ({
    schema: {
      type: 'object',
      description,
      properties: { ...place, [name]: { type: 'string' } },
      required: [name],
    },
    run: () => 'done',
  })
  const tools = {
    play: needs('score', 'Plays notes.'),
    rustle: needs('words', 'Leaves, trees, paper and other rustling.'),
  }
  const { turns } = await runSimulated({
    wire: 'structured',
    tools,
    context: [
      { type: 'state', state: {} },
      { type: 'input', input: { score: 'notes about leaves and trees on paper, rustling' } },
    ],
    output: undefined,
    seed: 's',
  })
  expect(turns[0]?.map(({ tool: name }) => name)).toEqual(['play'])
})

describe('A place that the request wants to hear takes the Tool for the sound of places', () => {
  it.each([
    'a ballad about a mill, with wind',
    'a ballad about a mill, with rain and wind',
    'a ballad about a mill, with wind\nAda',
    'a ballad with piano and wind',
    'a ballad about a mill with a howling wind',
    'a ballad, hear the wind',
    'a ballad with howling winds',
    'a ballad about a mill, with a breeze',
    'баллада о мельнице, слышен ветер, медленно',
    'баллада о мельнице, с ветром',
    'баллада о мельнице, слышно море и ветер',
    'баллада о мельнице, с дождём',
  ])('“%s”', async (text) => expect(await chosen(text)).toEqual(['song_list', 'ambience_list']))

  it.each([
    'a ballad about wind',
    'a ballad about wind and rain',
    'a ballad for a wind quartet',
    'a ballad with a wind quartet',
    'a ballad with wind instruments',
    'a ballad with woodwinds',
    'a ballad with winds and brass',
    'a ballad without wind',
    'баллада о ветре и дожде',
    'баллада без ветра',
    'баллада для духового квартета',
  ])('but not in “%s”', async (text) => expect(await chosen(text)).toEqual(['song_list']))
})
