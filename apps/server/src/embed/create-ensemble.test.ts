import { rm } from 'node:fs/promises'
import { createMemoryJournal, createSimulatedModel, type Journal, type Run } from '@ensemble/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEnsemble } from '../embed.ts'
import { makeWorkspace } from '../testing/test-server.ts'
import type { Ensemble, EnsembleOptions } from './ensemble.ts'

const greeter = {
  context: [
    { type: 'text', text: 'Greet the person.' },
    { type: 'input', schema: { type: 'object', properties: { name: { type: 'string' } } }, input: { name: 'Ada' } },
    {
      type: 'tool',
      tool: {
        greetUser: {
          type: 'object',
          description: 'Greets a user by name.',
          properties: { name: { type: 'string' }, _output: { type: 'string' } },
          required: ['name'],
        },
      },
    },
  ],
  schema: { type: 'object', properties: { greetUser: { type: 'string' } }, required: ['greetUser'] },
}
const [text, input, { tool }] = greeter.context as [object, object, { readonly tool: { readonly greetUser: object } }]
const careful = {
  ...greeter,
  context: [
    text,
    input,
    { type: 'tool', tool: { greetUser: { ...tool.greetUser, _approval: { const: 'required' } } } },
  ],
}

let root: string
const opened: Ensemble[] = []
const open = async (options: Partial<EnsembleOptions> = {}): Promise<Ensemble> => {
  const ensemble = await createEnsemble({
    workspace: root,
    environment: { ENSEMBLE_SIMULATED_PACE: '0', HOME: root },
    ...options,
  })
  opened.push(ensemble)
  return ensemble
}
const greet = ({ name }: { readonly name?: unknown }): string => `Hello, ${String(name)}!`

beforeEach(async () => {
  root = await makeWorkspace({
    'ideas/greeter.json': greeter,
    'ideas/careful.json': careful,
    'activities/greet.ts': 'export const greetUser = ({ name }) => `Hi, ${name}.`',
  })
})
afterEach(async () => {
  for (const ensemble of opened.splice(0)) await ensemble.close()
  await rm(root, { recursive: true, force: true })
})

test('a program runs an Idea of a folder with the code of that folder, and finds the Run again in the next process', async () => {
  const first = await open()
  const { id, status, output } = await first.run('greeter', { name: 'Grace' })
  expect({ status, output }).toEqual({ status: 'completed', output: { greetUser: 'Hi, Grace.' } })
  await first.close()
  const second = await open()
  expect((await second.journal.runs.get(id))?.output).toEqual(output)
  expect((await second.executor.replay(id)).identical).toBe(true)
})

test("the program's own function does the work before that of the folder", async () => {
  const ensemble = await open({ activities: { greetUser: greet } })
  expect((await ensemble.run('greeter')).output).toEqual({ greetUser: 'Hello, Ada!' })
})

test("a program's Journal takes the place of the database, which stays free for another process", async () => {
  const journal = createMemoryJournal()
  const mine = await open({ journal })
  const other = await open()
  const { id } = await mine.run('greeter')
  expect(mine.journal).toBe(journal)
  expect((await journal.runs.get(id))?.status).toBe('completed')
  expect(await other.journal.runs.get(id)).toBeUndefined()
})

test('every recorded event of a Run can be followed', async () => {
  const ensemble = await open()
  const { id } = await ensemble.run('greeter')
  const types: string[] = []
  for await (const { type } of ensemble.events(id)) types.push(type)
  expect([types.at(0), types.at(-1)]).toEqual(['run.created', 'run.completed'])
})

test('a Run waits for a person, over the end of the process too', async () => {
  const first = await open()
  const waiting = await first.run('careful')
  expect(waiting.status).toBe('waiting')
  await first.close()
  const second = await open()
  expect(await second.resume()).toEqual([waiting.id])
  await second.executor.stands(waiting.id)
  const [question] = second.executor.approvals()
  if (question === undefined) throw new Error('the Run asks for no decision')
  await second.executor.decide(waiting.id, question.callId, { decision: 'approve', hash: question.hash, by: 'Ada' })
  expect((await second.executor.settled(waiting.id)).output).toEqual({ greetUser: 'Hi, Ada.' })
})

test('a Run that fails throws its code', async () => {
  const model = createSimulatedModel({ pace: 0, sleep: async () => undefined })
  const ensemble = await open({
    model: {
      ...model,
      // oxlint-disable-next-line require-yield -- it fails before it says anything
      async *ask() {
        throw new Error('no line')
      },
    },
  })
  await expect(ensemble.run('greeter')).rejects.toMatchObject({ code: expect.stringMatching(/^(model|engine)\./) })
  const { items } = await ensemble.journal.runs.list({})
  expect(items.map(({ status }: Run) => status)).toEqual(['failed'])
})

test.each([
  ['every event', 'greeter', 0],
  ['the events after some', 'greeter', 2],
  ['the wait for a person', 'careful', 'run.waiting'],
] as const)('a Journal that refuses %s rejects the Run with its fault', async (_, idea, from) => {
  const journal = createMemoryJournal()
  let appended = 0
  const append: Journal['append'] = async (lease, events) => {
    if (typeof from === 'number' ? appended++ >= from : events.some(({ type }) => type === from))
      throw new Error('disk gone')
    await journal.append(lease, events)
  }
  const ensemble = await open({ journal: { ...journal, append } })
  await expect(ensemble.run(idea)).rejects.toMatchObject({
    name: 'EnsembleError',
    code: 'engine.storage',
    message: expect.stringMatching(/^The Journal refused an event of Run \S+: disk gone\. /),
    options: { cause: expect.objectContaining({ message: 'disk gone' }) },
  })
})

test.each(['create', 'lease', 'read'] as const)(
  'a Journal whose %s fails rejects the Run with its fault',
  async (name) => {
    const refuse = async (): Promise<never> => {
      throw new Error('disk gone')
    }
    const ensemble = await open({ journal: { ...createMemoryJournal(), [name]: refuse } })
    await expect(ensemble.run('greeter')).rejects.toMatchObject({
      code: 'engine.storage',
      message: expect.stringContaining('disk gone'),
    })
  },
)

test('a folder without a workspace and one that is open elsewhere are refused by code', async () => {
  await expect(open({ workspace: `${root}/nowhere` })).rejects.toMatchObject({ code: 'workspace.missing' })
  await open()
  await expect(open()).rejects.toMatchObject({ code: 'workspace.busy' })
  await expect(
    createEnsemble({ workspace: root, journal: createMemoryJournal() }).then((e) => e.close()),
  ).resolves.toBe(undefined)
})

test.each([
  [undefined, /^createEnsemble needs its options as an object with the option `workspace`; it got undefined\.$/],
  [{}, /^The option `workspace` must be the folder of a workspace, such as "\."; it is undefined\.$/],
  [{ workspace: 5 }, /^The option `workspace` .* it is number\.$/],
  [{ workspace: '' }, /^The option `workspace` .* it is empty\.$/],
  [{ workspace: '.', journal: null }, /^The option `journal` is null, not a Journal\.$/],
  [{ workspace: '.', journal: {} }, /^The option `journal` .* lacks create, .*, bodies\.put, .*, runs\.remove\. /],
  [
    { workspace: '.', journal: { ...createMemoryJournal(), bodies: undefined } },
    /`journal` .* lacks bodies\.put, bodies\.get\. /,
  ],
  [{ workspace: '.', activities: null }, /^The option `activities` must be an object; it is null\.$/],
  [{ workspace: '.', environment: 'PATH' }, /^The option `environment` must be an object; it is string\.$/],
  [{ workspace: '.', model: 'gpt' }, /^The option `model` is not a Model/],
  [{ workspace: '.', profile: 5 }, /^The option `profile` must be a name; it is number\.$/],
])('options %j are refused in one sentence that names the option', async (options, message) => {
  // A program without types passes anything.
  await expect(createEnsemble(options as unknown as EnsembleOptions)).rejects.toMatchObject({
    name: 'EnsembleError',
    code: 'settings.invalid',
    message: expect.stringMatching(message),
  })
})

test('a program without a workspace reads of its own option, not of a flag', async () => {
  await rm(`${root}/ensemble.json`)
  for (const workspace of [root, `${root}/nowhere`])
    await expect(createEnsemble({ workspace })).rejects.toMatchObject({
      code: 'workspace.missing',
      message: expect.stringMatching(/^(?!.*--workspace).*; or name another folder in the option `workspace`\.$/),
    })
})

test('the entry exports one function', async () => {
  expect(Object.keys(await import('../embed.ts'))).toEqual(['createEnsemble'])
})
