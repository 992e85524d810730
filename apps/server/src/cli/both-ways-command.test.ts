import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testTerminal } from '../testing/terminal.ts'

const judge = {
  type: 'object',
  description: 'Judges the mood of a line of the letter.',
  properties: {
    line: { type: 'string' },
    _imports: { const: ['input'] },
    _output: { type: 'object', properties: { mood: { enum: ['грустно'] } }, required: ['mood'] },
  },
  required: ['line'],
}
const READER = {
  context: [
    { type: 'text', text: 'Judge the mood of the line.' },
    {
      type: 'input',
      schema: {
        type: 'object',
        properties: { line: { type: 'string' }, mood: { type: 'string' } },
        required: ['line'],
      },
      input: { line: 'дождь', mood: 'грустно' },
    },
    { type: 'tool', tool: { judge, mute: { ...judge, properties: { line: { type: 'string' } } } } },
  ],
  schema: { type: 'object', properties: { mood: { type: 'string' } } },
}
const { printed, root, ensemble } = testTerminal({
  'ideas/reader.json': READER,
  // The Call sees its caller's context again.
  'activities/judge.ts': 'export const judge = (_call, { imports }) => ({ mood: imports.input.mood })\n',
})

test('does recorded Calls by the function and by a model, and prints where the results part, or that they agree', async () => {
  await expect(ensemble('both-ways', 'judge')).rejects.toMatchObject({
    message: expect.stringContaining('No Call of judge'),
  })
  expect(await ensemble('run', 'reader')).toBe(0)
  printed.length = 0
  expect(await ensemble('both-ways', 'judge', '--times', '2', '--agreement', '1')).toBe(0)
  expect(printed.join('\n')).toContain('100 % equal: 2 equal, 0 different, 0 invalid')
  await writeFile(join(root(), 'activities/other.ts'), "export const judgeAll = () => ({ mood: 'весело' })\n")
  const wider = {
    ...judge.properties,
    _output: { type: 'object', properties: { mood: { enum: ['грустно', 'весело'] } } },
  }
  const tool = { judge: { ...judge, properties: wider } }
  const [text, input] = READER.context
  await writeFile(
    join(root(), 'ideas/reader.json'),
    JSON.stringify({ ...READER, context: [text, input, { type: 'tool', tool }] }),
  )
  printed.length = 0
  const same = ['both-ways', 'judge', '--idea', 'reader', '--calls', '1', '--times', '1']
  expect(await ensemble(...same, '--activity', 'judgeAll', '--agreement', '0.5', '--json')).toBe(1)
  expect(JSON.parse(printed.join('\n'))).toMatchObject({
    tool: 'judge',
    activity: 'judgeAll',
    idea: 'idea://reader',
    rows: [
      {
        explicit: { status: 'done', result: { mood: 'весело' } },
        latent: [{ verdict: 'different', diff: [{ path: '/mood', before: 'весело', after: 'грустно' }] }],
      },
    ],
    summary: { agreement: 0, different: 1, explicit: { cost: 0 } },
  })
  printed.length = 0
  expect(await ensemble(...same, '--activity', 'judgeAll')).toBe(0)
  expect(printed.join('\n')).toMatch(/\/mood {2}"весело" → "грустно"/)
})

test('refuses what cannot be done both ways, in one sentence', async () => {
  expect(await ensemble('run', 'reader')).toBe(0)
  const refused = (message: RegExp, ...words: string[]) =>
    expect(ensemble('both-ways', ...words)).rejects.toMatchObject({ message: expect.stringMatching(message) })
  await refused(/No Call of nothing/, 'nothing')
  await refused(/declares no _output/, 'mute', '--idea', 'reader')
  await refused(/no Activity called nobody/, 'judge', '--activity', 'nobody')
  await refused(/--times must be a number from 1 to 20, not 0/, 'judge', '--times', '0')
  await refused(/--agreement must be a share/, 'judge', '--agreement', 'most')
})
