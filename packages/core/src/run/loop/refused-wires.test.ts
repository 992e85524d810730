import { expect, test } from 'vitest'
import { ModelError, type ChatBody, type Model, type ModelDelta } from '../../model/model.ts'
import { isObject } from '../../schema/json.ts'
import { createExecutor } from '../operate/executor.ts'
import { createTestWorld } from '../../../testing/test-run.ts'

const FORMS = ['strict', 'strict by name', 'not strict', 'tools', 'tools with final_output', 'json'] as const
type Form = (typeof FORMS)[number]

const formOf = (body: ChatBody): Form => {
  const format = JSON.stringify(body.response_format ?? '')
  if (body.tools !== undefined)
    return JSON.stringify(body.tools).includes('"final_output"') ? 'tools with final_output' : 'tools'
  if (format.includes('json_object')) return 'json'
  if (!format.includes('"strict":true')) return 'not strict'
  return format.includes('"_tool"') ? 'strict' : 'strict by name'
}

/** An endpoint that takes one form alone and says 400 to every other. */
function createPickyModel(name: string, taken: Form): Model & { readonly asked: Form[] } {
  const asked: Form[] = []
  let called = false
  return {
    name,
    simulated: false,
    endpoint: 'http://127.0.0.1/v1',
    capabilities: { structured: true, strict: true, tools: true },
    asked,
    async *ask(body): AsyncGenerator<ModelDelta> {
      const form = formOf(body)
      asked.push(form)
      if (form !== taken) throw new ModelError('model.schemaRefused', `Not ${form}.`, { status: 400 })
      yield* called ? outputIn(form) : callIn(form)
      called = !called
      yield { type: 'finish', reason: 'stop' }
    },
  }
}
const text = (said: string): ModelDelta => ({ type: 'text', text: said })
const callIn = (form: Form): readonly ModelDelta[] => {
  if (form === 'strict by name') return [text('{"calls":[{"ping":{"host":null}}],"output":null}')]
  if (form === 'strict') return [text('{"calls":[{"_tool":"ping","host":null}],"output":null}')]
  if (form === 'not strict' || form === 'json') return [text('{"calls":[{"_tool":"ping"}],"output":null}')]
  return [{ type: 'call', index: 0, id: 'a', name: 'ping', argumentsDelta: '{}' }]
}
const outputIn = (form: Form): readonly ModelDelta[] => {
  if (form === 'tools with final_output')
    return [{ type: 'call', index: 0, id: 'b', name: 'final_output', argumentsDelta: '{"text":"done"}' }]
  return [text(form === 'tools' ? '{"text":"done"}' : '{"calls":[],"output":{"text":"done"}}')]
}

const ideas = {
  one: {
    context: [
      { type: 'text', text: 'Ping it.' },
      {
        type: 'tool',
        tool: { ping: { type: 'object', description: 'Pings.', properties: { host: { type: 'string' } } } },
      },
    ],
    schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  },
}

test.each(FORMS)(
  'A schema that is refused is asked for in the next way, up to %s; what this model refused at its endpoint is not tried again, another model is',
  async (taken) => {
    const models = { first: createPickyModel('first', taken), second: createPickyModel('second', 'strict') }
    const { deps } = createTestWorld({ ideas, activities: { ping: () => 'pong' }, script: () => '' })
    const executor = createExecutor({ ...deps, models: (name) => (name === 'second' ? models.second : models.first) })
    const run = async (model: 'first' | 'second') => {
      const asked = models[model].asked.length
      const { id } = await executor.start({ idea: 'one', config: { model } })
      const { status, output } = await executor.settled(id)
      expect({ status, text: isObject(output) && output.text, replay: await executor.replay(id) }).toEqual({
        status: 'completed',
        text: 'done',
        replay: { identical: true },
      })
      return models[model].asked.slice(asked)
    }
    const upTo = FORMS.slice(0, FORMS.indexOf(taken) + 1)
    expect(await run('first')).toEqual([...upTo, taken])
    expect(await run('first')).toEqual([taken, taken])
    expect(await run('second')).toEqual(['strict', 'strict'])
  },
)
