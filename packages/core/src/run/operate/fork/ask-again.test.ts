import { describe, expect, test } from 'vitest'
import { ModelError } from '../../../model/model.ts'
import { answer } from '../../../../testing/test-idea.ts'
import { createTestWorld } from '../../../../testing/test-run.ts'

const note = { type: 'object', description: 'Notes.', properties: { n: { type: 'integer' } }, required: ['n'] }
const think = { type: 'object', description: 'Thinks.', properties: { _module: { const: 'idea://thinker' } } }
const asks = (text: string, tool: object) => ({
  context: [
    { type: 'text', text },
    { type: 'tool', tool },
  ],
  schema: answer,
})
const signal = new AbortController().signal

/** The thinker's first turn when asked for the n-th time. */
const createWorld = (says: (time: number) => object | Error) => {
  let time = 0
  return createTestWorld({
    ideas: { root: asks('Ask.', { think }), thinker: asks('Think alone.', { note }) },
    script: (body) => {
      const isThinker = JSON.stringify(body.messages).includes('alone')
      if (body.messages.length > 2) return { calls: [], output: { text: 'done' } }
      return isThinker ? says(time++) : { calls: [{ _tool: 'think' }], output: null }
    },
  })
}
const SPAN = 'request/0/call/0/request/0'

describe('a recorded Request is asked again', () => {
  test('as it was, inside a Module too: its Calls are judged, nothing runs, nothing is recorded', async () => {
    const world = createWorld((time) => ({ calls: [{ _tool: 'note', n: time === 1 ? 'many' : time }], output: null }))
    const { id, events } = await world.run()
    const asked = world.model.asked.length
    const first = await world.executor.askAgain(id, { span: SPAN, sample: 0, signal })
    const second = await world.executor.askAgain(id, { span: SPAN, sample: 1, signal })
    expect(world.model.asked.slice(asked)).toEqual([world.model.asked[1], world.model.asked[1]])
    expect(first).toMatchObject({ output: null, calls: [{ ok: false, error: { code: 'arguments.invalid' } }] })
    expect(second).toMatchObject({ calls: [{ ok: true, call: { _tool: 'note', n: 2 } }] })
    expect(await world.journal.read(id, { hydrate: true })).toEqual(events)
  })

  test('with other messages and temperature; an output is judged by the schema of the Idea', async () => {
    const world = createWorld((time) => ({ calls: [], output: { text: time === 0 ? 'x' : time } }))
    const { id } = await world.run()
    const messages = [{ role: 'user' as const, content: 'Think alone, but not for long.' }]
    const said = await world.executor.askAgain(id, { span: SPAN, sample: 0, messages, temperature: 1, signal })
    expect(world.model.asked.at(-1)).toMatchObject({ messages, temperature: 1 })
    expect(said).toMatchObject({ output: null, error: { code: 'output.invalid', path: '/output/text' } })
  })

  test('with each Call under its Tool’s name, too', async () => {
    const world = createTestWorld({
      ideas: { root: asks('Note it.', { note }) },
      capabilities: { strict: true },
      script: (body) => {
        if (JSON.stringify(body.response_format).includes('"_tool"'))
          return new ModelError('model.schemaRefused', 'Two branches begin with _tool.', { status: 400 })
        const isFirst = body.messages.length < 2
        return isFirst ? { calls: [{ note: { n: 1 } }], output: null } : { calls: [], output: { text: 'done' } }
      },
    })
    const { id, status } = await world.run()
    const again = await world.executor.askAgain(id, { span: 'request/1', sample: 0, signal })
    expect([status, again.calls]).toEqual(['completed', [{ ok: true, call: { _tool: 'note', _activity: '', n: 1 } }]])
  })

  test('an endpoint’s failure is an answer too; a missing Request is refused', async () => {
    const world = createWorld((time) =>
      time === 0 ? { calls: [], output: { text: 'x' } } : { pieces: [{ type: 'text', text: '{"calls":[' }] },
    )
    const { id } = await world.run()
    expect(await world.executor.askAgain(id, { span: SPAN, sample: 0, signal })).toMatchObject({
      error: { code: 'model.cut' },
      calls: [],
    })
    const nowhere = world.executor.askAgain(id, { span: 'request/7', sample: 0, signal })
    await expect(nowhere).rejects.toMatchObject({ code: 'request.unknown' })
  })
})
