import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { GREETER, GREETER_FILES } from '../testing/ideas.ts'
import { makeWorkspace } from '../testing/test-server.ts'
import { runCommandLine } from './command-line.ts'

const open = async () => {
  vi.stubEnv('ENSEMBLE_SIMULATED_PACE', '0')
  const root = await makeWorkspace(GREETER_FILES)
  const out: string[] = []
  const err: string[] = []
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((text: unknown) => void out.push(String(text))),
    vi.spyOn(console, 'error').mockImplementation((text: unknown) => void err.push(String(text))),
  ]
  onTestFinished(async () => {
    for (const spy of spies) spy.mockRestore()
    vi.unstubAllEnvs()
    await rm(root, { recursive: true, force: true, maxRetries: 3 })
  })
  const ensemble = async (...command: readonly string[]) => {
    out.length = err.length = 0
    const code = await runCommandLine([...command, '--workspace', root])
    return { code, out: out.join('\n'), err: err.join('\n') }
  }
  const edit = (from: string, to: string) =>
    writeFile(join(root, 'ideas/greeter.json'), JSON.stringify(GREETER).replaceAll(from, to))
  return { ensemble, edit }
}

test('validate --recorded says loudly that it checked nothing if nothing is recorded', async () => {
  const { ensemble } = await open()
  const { code, out, err } = await ensemble('validate', '--recorded')
  expect(code).toBe(0)
  expect(out).toContain('0 recorded Calls of 0 runs and 0 cases checked, 0 no longer valid')
  expect(err).toContain('No recorded Call was checked')
  expect((await ensemble('validate')).err).toBe('')
})

test('validate --recorded ends with 1 where a recorded result no longer fits, and names the run and the Tool', async () => {
  const { ensemble, edit } = await open()
  expect((await ensemble('run', 'greeter', '--input', '{"name":"Ada"}')).code).toBe(0)
  const fits = await ensemble('validate', '--recorded')
  expect(fits).toMatchObject({ code: 0, err: '' })
  expect(fits.out).toContain('1 recorded Call of 1 run and 0 cases checked, 0 no longer valid')
  await edit('"required":["greeting"]}}', '"required":["greeting","at"]}}')
  expect((await ensemble('validate')).code).toBe(0)
  const broken = await ensemble('validate', '--recorded', '--format', 'plain')
  expect(broken.code).toBe(1)
  expect(broken.out).toMatch(/^ideas\/greeter\.json:1:\d+: error: A recorded Call of "greetUser" by idea:\/\/greeter/m)
  expect(broken.out).toMatch(/\(run [\w-]+, event \d+\): The result of "greetUser" does not fit its _output/)
  expect(broken.out).toContain('[output.invalid]')
  expect(broken.err).toContain('1 recorded Call of 1 run and 0 cases checked, 1 no longer valid')
  // Unrequested parts aren't judged.
  const elsewhere = await ensemble('validate', '--recorded', 'activities/greet.ts')
  expect(elsewhere.code).toBe(0)
  expect(elsewhere.err).toContain('No recorded Call was checked')
})
