import { describe, expect, test } from 'vitest'
import { testTerminal } from '../testing/terminal.ts'
import { exitCodeOf } from './exit-code.ts'

const tool = (module: string, more: object = {}) => ({
  type: 'object',
  description: 'Asks another Idea for the words of a song.',
  _module: module,
  ...more,
})
const ideas = {
  'ideas/writer.json': JSON.stringify({ description: 'Writes.', context: [{ type: 'text', text: 'Write.' }] }),
  'ideas/main.json': JSON.stringify({
    description: 'Has songs written.',
    context: [
      { type: 'tool', tool: { ask: tool('idea://writer', { _imports: ['input'] }), hum: tool('idea://writer') } },
    ],
  }),
}
const EDGES = ['idea:main/ask/idea:writer', 'idea:main/hum/idea:writer']

describe('ensemble prove', () => {
  const { printed, ensemble } = testTerminal(ideas)

  test('says of each edge what passes, in words and as JSON', async () => {
    expect(await ensemble('prove')).toBe(0)
    expect(printed).toEqual([
      `ok    ${EDGES[0]}  only input passes`,
      `ok    ${EDGES[1]}  nothing passes`,
      '2 edges, 0 not proven',
    ])
    printed.length = 0
    expect(await ensemble('prove', '/hum/', '--json')).toBe(0)
    expect(printed.map((line) => JSON.parse(line) as unknown)).toEqual([
      { edge: EDGES[1], imports: [], leaked: [], missing: [], proven: true },
    ])
  })

  test('is used wrongly if it names a missing edge', async () => {
    const error: unknown = await ensemble('prove', 'sing').catch((thrown: unknown) => thrown)
    expect(exitCodeOf(error)).toBe(2)
    expect(String(error)).toContain(EDGES[0])
    expect(printed).toEqual([])
  })
})

describe('ensemble prove, where an edge cannot be proven', () => {
  const { printed, ensemble } = testTerminal({
    ...ideas,
    'ideas/other.json': JSON.stringify({
      description: 'Asks for one that is gone.',
      context: [{ type: 'tool', tool: { ask: tool('idea://gone') } }],
    }),
  })

  test('fails by its name and proves the others all the same', async () => {
    expect(await ensemble('prove')).toBe(1)
    expect(printed).toEqual([
      expect.stringContaining(`ok    ${EDGES[0]}`),
      expect.stringContaining(`ok    ${EDGES[1]}`),
      expect.stringMatching(
        /^FAIL {2}idea:other\/ask\/missing:idea:\/\/gone {2}not proven: the module was never entered/,
      ),
      '3 edges, 1 not proven',
    ])
  })
})

describe('ensemble prove without a delegation', () => {
  const { printed, told, ensemble } = testTerminal({ 'ideas/writer.json': ideas['ideas/writer.json'] })

  test('says that it looked at nothing', async () => {
    expect(await ensemble('prove')).toBe(0)
    expect(printed).toEqual(['0 edges, 0 not proven'])
    expect(told.join()).toContain('Nothing was proven')
  })
})
