import { describe, expect, test } from 'vitest'
import type { Config } from '../idea/idea.ts'
import { createExecutor } from '../run/operate/executor.ts'
import { createTestWorld } from '../../testing/test-run.ts'

const IDEA = {
  context: [
    { type: 'text', text: 'Say hello.' },
    { type: 'tool', tool: { look: { type: 'object', properties: {} } } },
  ],
  schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
}

/** The first body that a Run of this Config sends. */
const sentWith = async (config: Config) => {
  const { deps, model } = createTestWorld({
    ideas: { hello: { ...IDEA, config } },
    script: () => ({ calls: [], output: { text: 'x' } }),
  })
  const executor = createExecutor(deps)
  const { id } = await executor.start({ idea: 'hello' })
  await executor.settled(id)
  expect(await executor.replay(id)).toEqual({ identical: true })
  return model.asked[0]
}

describe('What a Config says is sent', () => {
  test.each<[Config, object]>([
    [{ temperature: 0.7 }, { temperature: 0.7 }],
    [{ maxOutputTokens: 77 }, { max_completion_tokens: 77 }],
    [{ reasoning: { effort: 'low' } }, { reasoning_effort: 'low' }],
    [{ seed: 42 }, { seed: 42 }],
    [{ topP: 0.9 }, { top_p: 0.9 }],
    [{ stop: 'END' }, { stop: 'END' }],
    [{ stop: ['END', '---'] }, { stop: ['END', '---'] }],
    [{ serviceTier: 'flex' }, { service_tier: 'flex' }],
    [{ toolChoice: 'none' }, { tool_choice: 'none' }],
    [{ toolChoice: 'required' }, { tool_choice: 'required' }],
  ])('%j as %j', async (config, sent) => {
    expect(await sentWith(config)).toMatchObject(sent)
  })

  test('a seed of words or of fractions as a whole number, the same each time and another for another', async () => {
    const seeds = await Promise.all(['a', 'a', 'b', 0.5].map(async (seed) => (await sentWith({ seed }))?.seed))
    expect(seeds[0]).toBe(seeds[1])
    expect(new Set(seeds).size).toBe(3)
    for (const seed of seeds) expect(Number(seed)).toBeGreaterThanOrEqual(0)
    expect(seeds.every((seed) => Number.isInteger(seed))).toBe(true)
  })

  test.each(['structured', 'json'] as const)(
    'a choice of Tools is refused on %s, which cannot send it',
    async (wire) => {
      const world = createTestWorld({
        ideas: { hello: { ...IDEA, config: { wire, toolChoice: 'required' } } },
        script: () => ({ calls: [], output: { text: 'x' } }),
      })
      const { status, error } = await world.run()
      expect({ status, error }).toEqual({ status: 'failed', error: 'idea.invalid' })
      expect(world.model.asked).toEqual([])
    },
  )

  test('no seed by default: a Run’s own seed is not sent to endpoints', async () => {
    expect(await sentWith({})).not.toHaveProperty('seed')
  })
})
