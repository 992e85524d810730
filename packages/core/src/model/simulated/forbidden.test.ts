import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../schema/json.ts'
import { calledTools, type SimulatedTool } from './test-loop.ts'

const tool = (description: string, properties: JsonObject, required: readonly string[]): SimulatedTool => ({
  schema: { type: 'object', description, properties, required: [...required] },
  run: () => 'done',
})
const MILL = { type: 'string', enum: ['north', 'south'] }
const tools = {
  ping: tool('Ping a host to see whether it is reachable.', { host: { type: 'string' } }, ['host']),
  read_logs: tool('Read the last lines of the log of a mill.', { mill: MILL }, ['mill']),
  check_mill: tool('Check the status of a mill: whether it turns.', { mill: MILL }, ['mill']),
  restart_mill: tool('Restart a mill.', { mill: MILL }, ['mill']),
}
const called = async (input: Json) => await calledTools(tools, input)

const FILLER = 'Good evening. I hope that all is well with you, it was a long day. '.repeat(40)
const НАПОЛНИТЕЛЬ = 'Добрый вечер. Надеюсь, у вас всё хорошо, день был долгий. '.repeat(40)

/** The same sentence in every shape that an input may have. */
const SHAPES: { readonly [shape: string]: (sentence: string) => Json } = {
  'a text': (sentence) => sentence,
  'one field': (request) => ({ request }),
  'a form of two texts': (request) => ({ request, from: 'Ada' }),
  'a form that holds the parameter': (request) => ({ request, host: 'localhost', mill: 'north' }),
  'a form with a note': (note) => ({ title: 'evening', note, mill: 'north' }),
  'a list of texts': (sentence) => ({ notes: ['good evening', sentence] }),
  'a list of messages': (content) => ({
    messages: [
      { role: 'assistant', content: 'Shall I ping localhost, read the logs, check or restart the north mill?' },
      { role: 'user', content },
    ],
  }),
  'a form in a form': (request) => ({ form: { request, mill: 'north', host: 'localhost' } }),
  'a long text': (sentence) => ({ request: `${FILLER}${sentence}\n${FILLER}` }),
  'a long text in Russian': (sentence) => ({ request: `${НАПОЛНИТЕЛЬ}${sentence}\n${НАПОЛНИТЕЛЬ}` }),
  'a long list of texts': (sentence) => ({ notes: [FILLER, sentence] }),
  'a long list of messages': (content) => ({
    messages: [
      { role: 'user', content: FILLER },
      { role: 'user', content },
    ],
  }),
}

const FORBIDDEN: readonly (readonly [sentence: string, tool: string])[] = [
  ['do not ping localhost', 'ping'],
  ['Please don’t ping localhost!', 'ping'],
  ['never ping localhost', 'ping'],
  ['do not, under any circumstances, ping localhost', 'ping'],
  ['do not, I repeat, restart the north mill', 'restart_mill'],
  ['no need to ping localhost', 'ping'],
  ['check the north mill without pinging localhost', 'ping'],
  ['do not touch the logs', 'read_logs'],
  ['no logs please', 'read_logs'],
  ['please do not\nrestart the north mill', 'restart_mill'],
  ['do not:\n- restart the north mill\n- ping localhost', 'restart_mill'],
  ['never:\n1. ping localhost\n2. restart the north mill', 'restart_mill'],
  ['restart the north mill. Actually, do not restart the north mill.', 'restart_mill'],
  ['do nothing', 'check_mill'],
  ['do not do anything', 'read_logs'],
  ['не пингуй localhost', 'ping'],
  ['localhost пинговать не надо', 'ping'],
  ['пинговать localhost нельзя', 'ping'],
  ['не надо, пожалуйста, перезапускать мельницу north', 'restart_mill'],
  ['не перезапускай north', 'restart_mill'],
  ['логи не читай', 'read_logs'],
  ['не трогай логи', 'read_logs'],
  ['логи не нужны', 'read_logs'],
  ['без логов, пожалуйста', 'read_logs'],
  ['нельзя:\n- перезапускать north\n- пинговать localhost', 'restart_mill'],
  ['не\nперезапускай north', 'restart_mill'],
  ['ничего не делай', 'check_mill'],
]

describe.each(Object.entries(SHAPES))('In %s', (_, shape) => {
  it.each(FORBIDDEN)('“%s” never calls %s', async (sentence, forbidden) => {
    expect(await called(shape(sentence))).not.toContain(forbidden)
  })
})

describe.each(Object.entries(SHAPES).filter(([shape]) => !/holds|in a form|long/u.test(shape)))(
  'In %s as well',
  (_, shape) => {
    it.each([
      ['ping localhost', 'ping'],
      ['do not read the logs, ping localhost', 'ping'],
      ['do not check the north mill, check the south mill', 'check_mill'],
      ['check the north mill, but do not restart it', 'check_mill'],
      ['restart the north mill, not the south one', 'restart_mill'],
      ['не трогай логи, пингани localhost', 'ping'],
    ])('“%s” calls %s', async (sentence, tool) => {
      expect(await called(shape(sentence))).toContain(tool)
    })
  },
)
