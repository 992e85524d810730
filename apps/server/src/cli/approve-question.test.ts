import { expect, test, vi } from 'vitest'
import { ASKING_FILES, asking, askingEndpoint } from '../testing/asking-endpoint.ts'
import { testTerminal } from '../testing/terminal.ts'

const { printed, told, ensemble } = testTerminal(ASKING_FILES)

test('a question of the model is listed as one, and answered by a plain text', async () => {
  await using endpoint = await askingEndpoint()
  for (const [name, value] of Object.entries(asking(endpoint))) vi.stubEnv(name, value)
  try {
    expect(await ensemble('run', 'trip')).toBe(1)
    const run = /ensemble approve ([\w-]+)/.exec(told.join('\n'))?.[1] ?? ''
    expect(await ensemble('approve')).toBe(0)
    expect(printed[0]).toBe(`${run}  asks: В каком городе?`)
    printed.length = 0
    expect(await ensemble('approve', run, '--answer', 'Осло')).toBe(0)
    expect(JSON.parse(printed.join('\n'))).toEqual({ weather: 'дождь' })
  } finally {
    vi.unstubAllEnvs()
  }
})
