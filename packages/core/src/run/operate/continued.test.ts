import { describe, expect, test } from 'vitest'
import { tool } from '../../../testing/test-idea.ts'
import { createTestWorld } from '../../../testing/test-run.ts'

describe('A Run that continues another', () => {
  test('begins with its messages, and what was asked then is answered now', async () => {
    const world = createTestWorld({
      ideas: { a: { context: [{ type: 'text', text: 'Help.' }] } },
      script: (_, count) => (count === 0 ? 'Which city?' : 'Sunny.'),
    })
    const first = await world.run('weather?')
    const second = await world.run('Oslo', { continues: first.id })
    expect(second.output).toBe('Sunny.')
    const shown = JSON.stringify(world.model.asked[1]?.messages)
    for (const said of ['Help.', 'weather?', 'Which city?', 'Oslo']) expect(shown).toContain(said)
    expect(await world.executor.replay(second.id)).toEqual({ identical: true })
  })
})

test('A Run that continues another holds its files too, whatever becomes of the other', async () => {
  const save = tool({ _output: { type: 'object' } })
  const world = createTestWorld({
    ideas: {
      a: {
        context: [
          { type: 'text', text: 'Draw.' },
          { type: 'tool', tool: { save } },
        ],
      },
    },
    activities: { save: (_, { artifact }) => artifact('a.png', new Uint8Array([1]), { type: 'image/png' }) },
    script: (_, count) =>
      count === 0 ? { calls: [{ _tool: 'save' }], output: null } : { calls: [], output: `Done ${count}.` },
  })
  const first = await world.run('draw')
  const second = await world.run('again', { continues: first.id })
  const third = await world.run('and again', { continues: second.id })
  for (const { id, events } of [second, third]) {
    const files = events.flatMap((event) => (event.type === 'artifact.created' ? [event.data.name] : []))
    expect(files).toEqual([expect.stringMatching(/-a\.png$/)])
    expect(await world.executor.replay(id)).toEqual({ identical: true })
  }
})
