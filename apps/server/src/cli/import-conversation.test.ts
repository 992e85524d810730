import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { GREETER_FILES } from '../testing/ideas.ts'
import { testTerminal } from '../testing/terminal.ts'

const { printed, told, root, ensemble } = testTerminal(GREETER_FILES)

test('a recorded conversation becomes a Run that is kept as a case, and is neither replayed nor forked', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'ensemble-')), 'talk.json')
  const messages = [
    { role: 'user', content: 'How many?' },
    { role: 'assistant', content: '{ "count": 12 }' },
  ]
  await writeFile(file, JSON.stringify(messages))
  expect(await ensemble('import', file)).toBe(0)
  const [run = '', ...more] = printed
  expect(more).toEqual([])
  const place = ` --workspace ${root()}`
  expect(told.at(-1)).toBe(
    `Recorded as a Run from OpenAI messages. Look at it with \`ensemble serve${place}\`; keep it as a case with \`ensemble keep ${run}${place}\`.`,
  )
  expect(await ensemble('verify', run)).toBe(0)
  await expect(ensemble('replay', run)).rejects.toMatchObject({ code: 'run.imported' })
  await expect(ensemble('fork', run, '--at', '1')).rejects.toMatchObject({ code: 'run.imported' })
  expect(await ensemble('keep', run, '--name', 'talk')).toBe(0)
  expect(await ensemble('replay', 'talk')).toBe(0)
})

test('a text without an answer of a model is refused in one sentence', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'ensemble-')), 'talk.json')
  await writeFile(file, '[{ "role": "user", "content": "How many?" }]')
  await expect(ensemble('import', file)).rejects.toMatchObject({ code: 'import.empty' })
})
