import { describe, expect, it } from 'vitest'
import type { Message } from '../../idea/message.ts'
import type { JsonObject, JsonSchema } from '../../schema/json.ts'
import { createSimulatedModel } from './simulated-model.ts'
import { runSimulated, type SimulatedTool } from './test-loop.ts'

const string = { type: 'string' } as const
const tool = (description: string, properties: JsonObject = {}, more: Partial<SimulatedTool> = {}): SimulatedTool => ({
  schema: {
    type: 'object',
    description,
    properties,
    required: Object.keys(properties).filter((name) => !name.startsWith('_')),
  },
  ...more,
})
const asks = (text: string): Message => ({ type: 'text', role: 'user', text })
const input = (value: JsonObject, schema?: JsonSchema): Message => ({
  type: 'input',
  input: value,
  ...(schema && { schema }),
})
const done: JsonObject = { type: 'object', properties: { summary: string }, required: ['summary'] }

const devops: Record<string, SimulatedTool> = {
  ping: tool(
    'Tells whether a host can be reached, e.g. to measure latency.',
    { host: string },
    { run: () => ({ ms: 3 }) },
  ),
  check_http: tool('Requests a web page over HTTP.', { url: { type: 'string', format: 'uri' } }, { run: () => 200 }),
  check_service_status: tool(
    'Says whether a systemd service such as nginx or redis runs; сервис, статус, проверка.',
    { service: string },
    { run: () => 'active' },
  ),
  restart_service: tool(
    'Restarts a service, e.g. nginx.',
    { service: string, _approval: { const: 'required' } },
    { run: () => 'ok' },
  ),
}
const names = (turn: readonly { tool: string }[] | undefined): string[] => (turn ?? []).map((call) => call.tool)

const inOrder =
  (tools: object) =>
  (a: string, b: string): number =>
    Object.keys(tools).indexOf(a) - Object.keys(tools).indexOf(b)

describe.each(['structured', 'strict', 'tools', 'final', 'json'] as const)('the simulated model on %s', (wire) => {
  const run = (tools: Record<string, SimulatedTool>, context: readonly Message[], output?: JsonSchema, seed = 's') =>
    runSimulated({ wire, tools, context, output, seed })

  describe('chooses the Tools', () => {
    it('whose name or description shares words with the request', async () => {
      expect(names((await run(devops, [asks('Measure the latencies of db1')], done)).turns[0])).toEqual(['ping'])
      expect(names((await run(devops, [asks('is redis running?')], done)).turns[0])).toEqual(['check_service_status'])
    })

    it('in Cyrillic, whatever the ending', async () => {
      expect(names((await run(devops, [asks('проверь статусы')], done)).turns[0])).toEqual(['check_service_status'])
    })

    it('by the words of an input as well', async () => {
      expect(names((await run(devops, [input({ task: 'request the page' })], done)).turns[0])).toEqual(['check_http'])
    })

    it('by name first: a word that names one Tool does not choose others that mention it', async () => {
      expect(names((await run(devops, [asks('ping nginx hosts')], done)).turns[0])).toContain('ping')
      const tools = { brew_tea: tool('Makes a drink.'), serve: tool('Serves the tea.') }
      expect(names((await run(tools, [asks('some tea')], done)).turns[0])).toEqual(['brew_tea'])
    })

    it('that share most of the request, where a word is common to several names', async () => {
      const alike = {
        ping: tool('Check whether a host is reachable.', { host: string }, { run: () => 'ok' }),
        check_http: tool('Check whether a site answers.', { url: string }, { run: () => 'ok' }),
        check_disk_usage: tool('Check how full a disk is.', { host: string }, { run: () => 'ok' }),
      }
      const chosen = async (text: string) => names((await run(alike, [asks(text)], done)).turns[0])
      expect(await chosen('check that db1 is reachable')).toEqual(['ping'])
      expect(await chosen('check that the site answers')).toEqual(['check_http'])
      expect(await chosen('does http://host.example/disk answer')).toEqual(['check_http'])
      expect(await chosen('check the site and the disk')).toEqual(['check_http', 'check_disk_usage'])
      expect(await chosen('check something')).toEqual(['check_http', 'check_disk_usage'].toSorted(inOrder(alike)))
    })

    it('that say it in few words, where several share as much of the request', async () => {
      const alike = {
        write_report: tool(
          'Writes about whatever is asked for: sales, returns, stock, prices, taxes, suppliers, traffic or weather.',
        ),
        look_outside: tool('Tells the weather.'),
        call_station: tool('Asks an airport for the weather.'),
        play_music: tool('Plays a record.'),
      }
      const chosen = async (text: string) => names((await run(alike, [asks(text)], done)).turns[0])
      expect(await chosen('the weather')).toEqual(['look_outside', 'call_station'])
      expect(await chosen('a report on the weather')).toEqual(['write_report'])
    })

    it('none of them for a sentence that fits none, and the answer says so', async () => {
      for (const text of ['xyzzy', 'tell me a joke', 'Расскажи анекдот', 'how are you?']) {
        const { turns, output } = await run(devops, [asks(text)], done)
        expect(turns).toEqual([])
        expect(output).toMatchObject({ summary: expect.stringContaining('No Tool fits this request.') })
      }
    })

    it('whose parameters the input names, where no word of it matches', async () => {
      const tools = {
        greetUser: tool('Says hello.', { name: string }, { run: () => 'Hello, Ada!' }),
        ping: devops.ping!,
      }
      expect(names((await run(tools, [input({ name: 'Ada' })], done)).turns[0])).toEqual(['greetUser'])
    })

    it('that change something only where exactly that is asked for', async () => {
      const chosen = async (text: string) => names((await run(devops, [asks(text)], done)).turns[0])
      for (const text of [
        'restart it',
        'Please restart nginx.',
        'reboot nginx',
        'перезапусти nginx',
        'можешь перезагрузить nginx?',
      ])
        expect(await chosen(text), text).toEqual(['restart_service'])
      for (const text of [
        'do not restart nginx',
        'не перезапускай nginx, только статус',
        'Проверь статус nginx',
        'status of the restart job',
        'is nginx running? do not restart it',
        'how often did nginx restart?',
      ])
        expect(await chosen(text), text).not.toContain('restart_service')
      expect(await chosen('не перезапускай nginx, только статус')).toEqual(['check_service_status'])
      expect(await chosen('Проверь статус nginx')).toEqual(['check_service_status'])
    })

    it('that change something where the Idea itself asks for it and the input gives what it takes', async () => {
      const idea: Message = { type: 'text', role: 'system', text: 'Restart the service.' }
      const chosen = async (context: readonly Message[]) => names((await run(devops, context, done)).turns[0])
      expect(await chosen([idea, input({ service: 'nginx' })])).toContain('restart_service')
      expect(await chosen([idea, input({ request: 'status of nginx' })])).toEqual(['check_service_status'])
      expect(await chosen([idea, input({ service: 'nginx', task: 'status of nginx' })])).toEqual([
        'check_service_status',
      ])
      const careful: Message = { type: 'text', role: 'system', text: 'Never restart the service.' }
      expect(await chosen([careful, input({ service: 'nginx' })])).not.toContain('restart_service')
    })

    it('that change something only where what they change is named', async () => {
      const service = { type: 'string', enum: ['mill', 'pump'] }
      const tools = { restart_service: tool('Restarts a service.', { service }, { run: () => 'ok' }) }
      expect((await run(tools, [asks('restart the pump')], done)).turns[0]?.[0]?.call.service).toBe('pump')
      const unnamed = await run(tools, [asks('restart the oven')], done)
      expect(unnamed.turns).toEqual([])
      expect(unnamed.output).toMatchObject({ summary: expect.stringContaining('does not name its service') })
    })

    it('that a needed output requires', async () => {
      const tools = {
        weather: tool(
          'Looks out of the window.',
          { _output: { type: 'object', properties: { temperature: { type: 'number' } } } },
          { run: () => ({ temperature: 7 }) },
        ),
        greet: tool('Greets a person.', {}, { run: () => 'Hello' }),
      }
      const output = { type: 'object', properties: { temperature: { type: 'number' } }, required: ['temperature'] }
      const result = await run(tools, [asks('Greet Ada')], output)
      expect(names(result.turns[0])).toEqual(['weather', 'greet'])
      expect(result.output).toEqual({ temperature: 7 })
    })
  })

  describe('plans its turns', () => {
    const path = (name: string) => ({ const: `†state.${name}` })
    const report: Record<string, SimulatedTool> = {
      join: tool(
        'Joins the findings.',
        {
          disk: { type: 'object' },
          memory: { type: 'object' },
          _outputPath: path('report'),
          _output: { type: 'object', properties: { report: string } },
        },
        { run: () => ({ report: 'fine' }) },
      ),
      read_disk: tool('Looks at the disk.', { _outputPath: path('disk') }, { run: () => ({ free: 1 }) }),
      read_memory: tool('Looks at the memory.', { _outputPath: path('memory') }, { run: () => ({ free: 2 }) }),
    }
    const output: JsonSchema = { type: 'object', properties: { report: string }, required: [] }
    const state: Message = { type: 'state', state: {} }

    it('calls what is unblocked in the first turn, in order of definition, and reads what the same answer writes', async () => {
      const { turns, output: answer } = await run(report, [state, asks('disk and memory')], output)
      expect(names(turns[0])).toEqual(['join', 'read_disk', 'read_memory'])
      expect(turns[0]?.[0]?.call).toMatchObject({ disk: '†state.disk', memory: '†state.memory' })
      expect(turns).toHaveLength(1)
      expect(answer).toEqual({ report: 'fine' })
    })

    it('leaves out the step that joins results of which only one was asked for', async () => {
      expect(names((await run(report, [state, asks('only the disk')], output)).turns[0])).toEqual(['read_disk'])
    })

    it('pulls in what a needed reference requires', async () => {
      expect(names((await run(report, [state, asks('join the findings')], output)).turns[0])).toEqual([
        'join',
        'read_disk',
        'read_memory',
      ])
    })

    it('calls each Tool once and then gives the output', async () => {
      const { turns, output: answer } = await run(devops, [asks('ping db1')], done)
      expect(turns.map(names)).toEqual([['ping']])
      expect(answer).toEqual({ summary: expect.any(String) })
    })

    it('repairs a Call once when the error names the parameter', async () => {
      const tools = {
        ping: tool(
          'Sends packets.',
          { port: { type: 'integer', minimum: 1, maximum: 9, examples: [7, 8] } },
          {
            run: (_call, attempt) => (attempt === 1 ? new Error('port: choose another one') : { ok: true }),
          },
        ),
      }
      const { turns, output: answer } = await run(tools, [asks('ping')], done)
      expect(turns.map(names)).toEqual([['ping'], ['ping']])
      expect(turns[1]?.[0]?.call.port).not.toBe(turns[0]?.[0]?.call.port)
      expect(JSON.stringify(answer)).not.toContain('Left out')
    })

    it('leaves a Tool out after that, or when the error names nothing, and says so in the text of the output', async () => {
      const failing = (message: string) => ({
        ping: tool('Sends packets.', { port: { type: 'integer' } }, { run: () => new Error(message) }),
      })
      const twice = await run(failing('port is wrong'), [asks('ping')], done)
      expect(twice.turns).toHaveLength(2)
      expect(twice.output).toMatchObject({ summary: expect.stringContaining('Left out ping: port is wrong') })
      const once = await run(failing('No network.'), [asks('ping')])
      expect(once.turns).toHaveLength(1)
      expect(once.output).toContain('Left out ping: No network.')
    })

    it('gives another output after one that was refused, without doing the work again, and then refuses', async () => {
      const answered: Message = { type: 'calls', calls: [{ id: 'a', tool: 'ping', call: { host: 'x' } }] }
      const context: readonly Message[] = [
        asks('ping'),
        answered,
        { type: 'result', call: 'a', tool: 'ping', result: 3 },
      ]
      const refused: readonly Message[] = [
        { type: 'text', role: 'assistant', text: '{"calls":[],"output":{"summary":"x"}}' },
        { type: 'error', error: { code: 'output.invalid', message: 'No.', path: '/output/summary' } },
      ]
      const first = await run(devops, context, done)
      const second = await run(devops, [...context, ...refused], done)
      expect([first.turns, second.turns]).toEqual([[], []])
      await expect(run(devops, [...context, ...refused, ...refused], done)).rejects.toThrow('output/summary')
      const unwritten: Message = {
        type: 'error',
        error: { code: 'output.invalid', message: 'No.', path: '/_outputPath' },
      }
      expect(await run(devops, [...context, unwritten, unwritten], done)).toEqual(first)
    })

    it('starts fresh with the next question after a final answer', async () => {
      const context: readonly Message[] = [
        asks('ping'),
        { type: 'calls', calls: [{ id: 'a', tool: 'ping', call: { host: 'x' } }] },
        { type: 'result', call: 'a', tool: 'ping', result: 3 },
        { type: 'text', role: 'assistant', text: '{"summary":"done"}' },
        asks('ping again'),
      ]
      expect((await run(devops, context, done)).turns.map(names)).toEqual([['ping']])
    })

    it('continues the request when a person replies, and copies no reference to the earlier words', async () => {
      const tools = { sing: tool('Sings a song.', { brief: string }, { run: () => 'la' }) }
      const context: readonly Message[] = [
        { type: 'input', schema: { type: 'object', properties: { brief: string } }, input: { brief: 'sing a song' } },
        { type: 'text', role: 'assistant', text: '{"summary":"la"}' },
        { type: 'text', role: 'user', text: 'sing it faster' },
      ]
      const { turns } = await run(tools, context, done)
      expect(turns[0]?.[0]?.call).toMatchObject({ brief: 'sing a song. sing it faster' })
    })

    it('makes one Call for every instance, from its own world', async () => {
      const tools = { judge: tool('Judges a comment.', { comment: string }, { run: () => 'ok' }) }
      const world = (id: string): Message => ({ type: 'input', input: { comment: `words of ${id}` }, _instance: id })
      const { turns } = await run(tools, [world('a'), world('b')], done)
      expect(turns[0]?.map(({ call }) => call._instance)).toEqual(['a', 'b'])
    })
  })

  describe('fills values', () => {
    const call = async (properties: JsonObject, context: readonly Message[], seed = 's') => {
      const { turns } = await run({ act: tool('Acts.', properties, { run: () => 'ok' }) }, context, done, seed)
      return turns[0]?.[0]?.call
    }
    it('const first', async () => {
      expect(await call({ mood: { const: 'calm' } }, [input({ mood: 'sad' })])).toMatchObject({ mood: 'calm' })
    })
    it('then a reference whose last segment equals the name', async () => {
      expect(await call({ city: string, size: { type: 'integer' } }, [input({ city: 'Oslo', size: 4 })])).toMatchObject(
        {
          city: '†input.city',
          size: '†input.size',
        },
      )
    })
    it('then a context value of the same name, if the schema accepts it', async () => {
      const context: Message[] = [{ type: 'data', kind: 'facts', data: { host_name: 'db1', size: 'big' } }, asks('act')]
      const filled = await call({ hostName: string, size: { type: 'integer', minimum: 3, maximum: 4 } }, context)
      expect(filled).toMatchObject({ hostName: 'db1' })
      expect([3, 4]).toContain(filled?.size)
    })
    it('then one whose name or description shares most words', async () => {
      const context: Message[] = [
        { type: 'data', kind: 'facts', data: { primary_host: 'db1', port: 'x' } },
        asks('act'),
      ]
      expect(await call({ host: { type: 'string', description: 'The primary one.' } }, context)).toMatchObject({
        host: 'db1',
      })
    })
    it('then examples, default and enum', async () => {
      expect(
        await call(
          {
            a: { type: 'string', examples: ['one'], default: 'two' },
            b: { type: 'string', default: 'two', enum: ['two', 'three'] },
            c: { type: 'string', enum: ['four'] },
          },
          [asks('act')],
        ),
      ).toMatchObject({ a: 'one', b: 'two', c: 'four' })
    })
    it('of examples and enum the one that the request speaks of', async () => {
      const query = { type: 'string', examples: ['select sum(total) from orders', 'select name from customers'] }
      const service = { type: 'string', enum: ['redis', 'nginx', 'critical-db'] }
      const filled = await call({ query, service }, [asks('act on nginx and the customers')])
      expect(filled).toMatchObject({ query: 'select name from customers', service: 'nginx' })
    })
    it('of a pattern or a format as the request says it', async () => {
      const filled = await call(
        {
          ticket: { type: 'string', pattern: '^T-\\d+$' },
          host: { type: 'string', format: 'hostname', examples: ['db2'] },
        },
        [asks('Act at db1.example.com on “T-1042”, now.')],
      )
      expect(filled).toMatchObject({ ticket: 'T-1042', host: 'db1.example.com' })
    })
    it('leaves optional ones out unless the context has them', async () => {
      const schema: JsonObject = {
        type: 'object',
        description: 'Acts.',
        properties: { city: string, note: { type: 'string', default: 'x' } },
      }
      const { turns } = await run({ act: { schema, run: () => 'ok' } }, [input({ city: 'Oslo' })], done)
      expect(turns[0]?.[0]?.call.city).toBe('†input.city')
      expect(turns[0]?.[0]?.call.note ?? null).toBeNull()
    })
    it('the same for the same seed, other values for another', async () => {
      const wide = { n: { type: 'integer', minimum: 0, maximum: 1_000_000 } }
      expect(await call(wide, [asks('act')])).toEqual(await call(wide, [asks('act')]))
      expect(await call(wide, [asks('act')], 'other')).not.toEqual(await call(wide, [asks('act')]))
    })
    it('of a latent Tool’s own result', async () => {
      const latent = {
        sentiment: tool('Tells the sentiment.', {
          text: string,
          _output: { type: 'object', properties: { label: { enum: ['good', 'bad'] } }, required: ['label'] },
        }),
      }
      const { turns } = await run(latent, [asks('the sentiment of this')], done)
      expect(turns[0]?.[0]?.call._output).toEqual({ label: expect.stringMatching(/good|bad/) })
    })
  })

  describe('fills open meta fields', () => {
    const act = async (meta: JsonObject, context: readonly Message[] = [asks('go to the kitchen')]) => {
      const schema: JsonObject = { type: 'object', description: 'Acts.', properties: meta }
      const { turns } = await run({ clean_kitchen: { schema, run: () => 'ok' } }, context, done)
      return turns[0]?.[0]?.call
    }
    it('with the module that the request speaks of', async () => {
      expect(await act({ _module: { enum: ['idea://garden', 'idea://kitchen'] } })).toMatchObject({
        _module: 'idea://kitchen',
      })
    })
    it('with the imports that the request speaks of, all of them where it speaks of none', async () => {
      const imports = (...names: string[]) => ({
        _imports: { type: 'array', items: { type: 'string', enum: names } },
      })
      expect((await act(imports('data:kitchen', 'text')))?._imports).toEqual(['data:kitchen'])
      expect((await act(imports('data:garden', 'text')))?._imports).toEqual(['data:garden', 'text'])
    })
    it('with the output path that the name of the Tool speaks of', async () => {
      expect((await act({ _outputPath: { enum: ['†state.garden', '†state.kitchen'] } }))?._outputPath).toBe(
        '†state.kitchen',
      )
      const schema: JsonSchema = { type: 'object', properties: { garden: {}, kitchen: {} } }
      const state: Message = { type: 'state', schema, state: {} }
      expect((await act({}, [state, asks('act')]))?._outputPath).toBe('†state.kitchen')
    })
    it('with a reason that names the words of the request', async () => {
      expect((await run(devops, [asks('ping it')], done)).turns[0]?.[0]?.call._reasoningForCall).toContain('ping')
    })
  })

  it('refuses with the place that nothing fits', async () => {
    const impossible = {
      act: tool('Acts.', { size: { type: 'integer', minimum: 5, maximum: 4 } }, { run: () => 'ok' }),
    }
    await expect(run(impossible, [asks('act')], done)).rejects.toMatchObject({
      code: 'model.refused',
      message: expect.stringContaining('act.size'),
    })
  })

  it('answers in text where there is no schema', async () => {
    expect((await run({}, [asks('Hello')])).output).toBe('Simulated answer to “Hello”.')
    expect((await run(devops, [asks('ping db1')])).output).toBe('Simulated answer. ping: {"ms":3}.')
  })

  it('repeats what was asked, not what was made up before it', async () => {
    const { output } = await runSimulated({
      wire: 'structured',
      tools: {},
      context: [{ type: 'input', input: { id: 'T-7', subject: 'Simulated subject for “T-7”.' } }],
      output: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
      seed: 'one',
    })
    expect(output).toEqual({ title: 'Simulated title for “T-7”.' })
  })

  it('ends a sentence once, whatever it repeats ends with', async () => {
    expect((await run({}, [asks('What can you do?')])).output).toBe('Simulated answer to “What can you do?”')
    expect((await run({}, [asks('Say what you can do.')])).output).toBe('Simulated answer to “Say what you can do.”')
    const echo = { echo: tool('Repeats what was said.', {}, { run: () => 'It was said.' }) }
    expect((await run(echo, [asks('echo what was said')])).output).toBe('Simulated answer. echo: It was said.')
  })
})

describe('the simulated stream', () => {
  const body = { model: 'simulated', messages: [{ role: 'user' as const, content: 'Hello there' }] }
  const collect = async (pace: number) => {
    const slept: number[] = []
    const sleep = async (ms: number): Promise<void> => void slept.push(ms)
    const deltas = []
    const model = createSimulatedModel({ pace, sleep })
    for await (const delta of model.ask(body, { signal: new AbortController().signal, seed: 's' })) deltas.push(delta)
    return { slept, deltas }
  }
  it('comes in pieces at a visible pace, without a delay at pace 0', async () => {
    const paced = await collect(1)
    expect(paced.slept.length).toBe(paced.deltas.length - 2)
    expect(paced.slept.every((ms) => ms > 0)).toBe(true)
    const { slept, deltas } = await collect(0)
    expect(slept).toEqual([])
    expect(deltas).toEqual(paced.deltas)
    expect(deltas.slice(-2)).toMatchObject([
      { type: 'usage', usage: { estimated: true } },
      { type: 'finish', reason: 'stop' },
    ])
  })
  it('stops when the signal aborts', async () => {
    const model = createSimulatedModel({ pace: 0, sleep: async () => undefined })
    const asked = model.ask(body, { signal: AbortSignal.abort(new Error('stop')), seed: 's' })
    await expect(asked[Symbol.asyncIterator]().next()).rejects.toThrow('stop')
  })
})
