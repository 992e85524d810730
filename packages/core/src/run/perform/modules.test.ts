import { describe, expect, test } from 'vitest'
import { answer, DONE } from '../../../testing/test-idea.ts'
import { createTestWorld } from '../../../testing/test-run.ts'

const SECRET = 'secret-of-the-caller'
const caller = (tool: object) => ({
  context: [
    { type: 'text', text: SECRET },
    { type: 'input', input: { mood: 'sad' } },
    { type: 'tool', tool: { judge: { type: 'object', properties: tool } } },
  ],
  schema: answer,
})
const isCaller = (body: object): boolean => JSON.stringify(body).includes(SECRET)

describe('An anonymous module', () => {
  test('is a sub-Loop with the Tool’s _output as its schema and nothing but its imports', async () => {
    const _output = { type: 'object', properties: { score: { type: 'integer' } }, required: ['score'] }
    const world = createTestWorld({
      ideas: {
        a: caller({
          text: { type: 'string' },
          _module: { const: 'anonymous' },
          _imports: { const: ['input'] },
          _output,
        }),
      },
      script: (body, count) =>
        !isCaller(body)
          ? { calls: [], output: { score: 7 } }
          : count === 0
            ? { calls: [{ _tool: 'judge', text: 'this' }], output: null }
            : DONE,
    })
    const { events, status } = await world.run()
    expect(status).toBe('completed')
    const inside = JSON.stringify(world.model.asked[1])
    expect(inside).toContain('this')
    expect(inside).toContain('sad')
    expect(inside).toContain('score')
    expect(inside).not.toContain(SECRET)
    expect(events.find(({ type }) => type === 'call.completed')?.data).toMatchObject({ result: { score: 7 } })
  })

  test('with an Activity runs it with only what is imported, and no model is asked', async () => {
    let imports: unknown
    const world = createTestWorld({
      ideas: { a: caller({ _module: { const: 'anonymous' }, _imports: { const: ['input'] } }) },
      activities: { judge: (_, context) => ((imports = context.imports), 'fair') },
      script: (_, count) => (count === 0 ? { calls: [{ _tool: 'judge' }], output: null } : DONE),
    })
    const { status } = await world.run()
    expect(status).toBe('completed')
    expect(imports).toEqual({ input: { mood: 'sad' } })
    expect(world.model.asked).toHaveLength(2)
  })
})

describe('A module by path', () => {
  test('counts from the Idea that names it; both names are one Idea, pinned once', async () => {
    const world = createTestWorld({
      ideas: { a: caller({ _module: { const: './b.json' } }), b: { context: [], schema: answer } },
      script: (body, count) => (isCaller(body) && count === 0 ? { calls: [{ _tool: 'judge' }], output: null } : DONE),
    })
    const { events } = await world.run()
    const entered = events.find((event) => event.type === 'module.entered')
    expect(entered?.data).toMatchObject({ address: 'idea://b' })
  })

  test.each(['../../outside.json', './nobody.json', 'ftp://host/x.json', 'https://example.com/x.json'])(
    '%s leads nowhere: the caller’s model learns it, and continues',
    async (address) => {
      const world = createTestWorld({
        ideas: { a: caller({ _module: { const: address } }) },
        script: (_, count) => (count === 0 ? { calls: [{ _tool: 'judge' }], output: null } : DONE),
      })
      const { events, status } = await world.run()
      expect(status).toBe('completed')
      const failed = events.find((event) => event.type === 'call.failed')
      expect(failed?.data).toMatchObject({ error: { code: 'module.unresolved' } })
    },
  )
})

test('Ideas that enter each other end at the depth limit, and the Run continues', async () => {
  const enter = (name: string) => ({
    config: { limits: { depth: 4 } },
    context: [
      { type: 'tool', tool: { next: { type: 'object', properties: { _module: { const: `idea://${name}` } } } } },
    ],
    schema: answer,
  })
  const world = createTestWorld({
    ideas: { a: enter('b'), b: enter('a') },
    script: ({ messages }) =>
      /limits\.depth|done/.test(JSON.stringify(messages)) ? DONE : { calls: [{ _tool: 'next' }], output: null },
  })
  const { events, status } = await world.run()
  expect(status).toBe('completed')
  expect(events.filter(({ type }) => type === 'module.entered')).toHaveLength(4)
})
