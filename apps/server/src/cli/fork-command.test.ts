import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { GREETER, GREETER_FILES } from '../testing/ideas.ts'
import { testTerminal } from '../testing/terminal.ts'

const { printed, told, root, ensemble, idOf } = testTerminal(GREETER_FILES)

const greet = (): Promise<string> => idOf('run', 'greeter', '--input', '{"name":"Ada"}')

describe('ensemble fork', () => {
  test('runs again with another result in the place of the recorded one, and prints what that comes to', async () => {
    const run = await greet()
    const edit = ['--span', 'request/0/call/0', '--result', '{"greeting":"Ahoy"}']
    expect(await ensemble('fork', run.slice(-6), ...edit)).toBe(0)
    expect(JSON.parse(printed.join('\n'))).toEqual({ greeting: 'Ahoy' })
  })

  test('runs a Call again with other parameters', async () => {
    const run = await greet()
    const edit = ['--span', 'request/0/call/0', '--parameters', '{"name":"Grace"}']
    expect(await ensemble('fork', run, ...edit)).toBe(0)
    expect(JSON.parse(printed.join('\n'))).toEqual({ greeting: 'Hello, Grace' })
  })

  test('says what would run again before anything does', async () => {
    const run = await greet()
    expect(await ensemble('fork', run, '--input', '{"name":"Grace"}', '--dry-run')).toBe(0)
    expect(printed[0]).toBe('1 step would run again, 0 kept:')
    expect(printed).toContain('  request/0#request.completed')
    expect(printed.at(-1)).toMatch(/^\d later steps? may follow, depending on new answers and decisions\.$/)
    printed.length = 0
    expect(await ensemble('fork', run, '--dry-run', '--json')).toBe(0)
    expect(JSON.parse(printed.join('\n'))).toMatchObject({ reruns: [] })
    printed.length = 0
    expect(await ensemble('runs')).toBe(0)
    expect(printed).toHaveLength(1)
  })

  test('takes an Idea as its file is now, another input, another answer', async () => {
    const run = await greet()
    const [, ...rest] = GREETER.context
    const changed = { ...GREETER, context: [{ type: 'text', text: 'Greet them warmly.' }, ...rest] }
    await writeFile(join(root(), 'ideas/greeter.json'), JSON.stringify(changed))
    const fork = await idOf('fork', run, '--idea', 'ideas/greeter.json')
    await ensemble('compare', run, fork)
    expect(printed.join('\n')).toMatch(/^ {2}prompt\/0\/content {2}"Greet the person\.".* → "Greet them warmly\."/m)
    const named = await idOf('fork', run, '--input', '{"name":"Grace"}')
    await ensemble('compare', run, named)
    expect(printed.join('\n')).toContain('arguments/name  "Ada" → "Grace"')
    await writeFile(join(root(), 'answer.json'), '{"calls":[],"output":{"greeting":"Written"}}')
    printed.length = 0
    const file = `@${join(root(), 'answer.json')}`
    expect(await ensemble('fork', run, '--span', 'request/0', '--answer', file)).toBe(0)
    expect(JSON.parse(printed.join('\n'))).toEqual({ greeting: 'Written' })
  })

  test('says that another model answers than was asked for by name, as run does', async () => {
    const run = await greet()
    told.length = 0
    expect(await ensemble('fork', run, '--model', 'gpt-x')).toBe(0)
    expect(told[0]).toContain('no endpoint for the model gpt-x, so simulated answers')
    printed.length = 0
    expect(await ensemble('fork', run, '--model', 'simulated', '--json')).toBe(0)
    expect(JSON.parse(printed[0] ?? '')).toMatchObject({
      data: { fork: { edit: { type: 'model', model: 'simulated' } } },
    })
    expect(await ensemble('run', 'greeter', '--model', 'gpt-x')).toBe(0)
    expect(told.filter((line) => line.includes('gpt-x'))).toHaveLength(2)
    expect(await ensemble('run', 'greeter', '--model', 'simulated')).toBe(0)
    expect(told.filter((line) => line.includes('no endpoint'))).toHaveLength(2)
    const endpoints = { own: { baseUrl: 'http://127.0.0.1:9/v1' } }
    await writeFile(join(root(), 'ensemble.json'), JSON.stringify({ version: 1, endpoints }))
    expect(await ensemble('run', 'greeter', '--model', 'gpt-x')).toBe(0)
    expect(told.join('\n')).toContain('such as --model own/gpt-x')
  })

  test('binds a Tool to another Activity on the recorded Calls', async () => {
    await writeFile(
      join(root(), 'activities/loud.ts'),
      "export const greetLoudly = ({ name }: { name: string }) => ({ greeting: 'ПРИВЕТ, ' + name.toUpperCase() })\n",
    )
    const run = await greet()
    expect(await ensemble('fork', run, '--bind', 'greetUser=greetLoudly', '--dry-run')).toBe(0)
    expect(printed.join('\n')).toContain('1 kept')
    printed.length = 0
    expect(await ensemble('fork', run, '--bind', 'greeter/greetUser=greetLoudly')).toBe(0)
    expect(JSON.parse(printed.join('\n'))).toEqual({ greeting: 'ПРИВЕТ, ADA' })
    for (const [bind, code] of [
      ['greetUser', 'usage'],
      ['greetUser=nobody', 'fork.binding'],
      ['greetAll=greetLoudly', 'fork.binding'],
    ] as const)
      await expect(ensemble('fork', run, '--bind', bind)).rejects.toMatchObject({ code })
  })

  test('refuses anything but a single edit of a place, in one sentence', async () => {
    const run = await greet()
    const refused = (message: RegExp, ...flags: string[]): Promise<void> =>
      expect(ensemble('fork', run, ...flags)).rejects.toMatchObject({
        code: 'usage',
        message: expect.stringMatching(message),
      })
    await refused(/makes one change, not --input and --model/, '--input', '1', '--model', 'm')
    await refused(/Name the Request or Call with --span/, '--result', '1')
    await refused(/Say what to change at request\/0/, '--span', 'request/0')
    await refused(/--parameters takes all parameters/, '--span', 'request/0/call/0', '--parameters', '1')
    await refused(/--at must be the number of an event, from 1, not 0/, '--at', '0')
    await refused(/--reuse takes unchanged, prefix, not "some"/, '--reuse', 'some')
    await expect(ensemble('fork', run, '--at', '999')).rejects.toMatchObject({ code: 'fork.at' })
    await expect(ensemble('fork', run, '--span', 'request/7', '--result', '1')).rejects.toMatchObject({
      code: 'fork.key',
    })
    await expect(ensemble('fork', 'nobody')).rejects.toMatchObject({ code: 'run.unknown' })
  })
})

describe('ensemble keep', () => {
  test('makes a run a case under the name of its Idea, numbered where that is taken', async () => {
    const run = await greet()
    expect(await ensemble('keep', run)).toBe(0)
    expect(printed).toEqual([`cases/greeter.json  ${run}; \`ensemble replay greeter\` checks it against the files`])
    expect(await ensemble('replay')).toBe(0)
    expect(printed.at(-1)).toBe('1 case, 1 passed')
    printed.length = 0
    expect(await ensemble('keep', run.slice(-6), '--title', 'Ada', '--json')).toBe(0)
    expect(JSON.parse(printed.join(''))).toMatchObject({ name: 'greeter2', etag: expect.any(String) })
    expect(told).toEqual([])
  })

  test('takes expectations, and overwrites a case only with the flag', async () => {
    const run = await greet()
    const expectation = '{"type":"calls","path":"","tool":"greetUser","min":1}'
    expect(await ensemble('keep', run, '--name', 'ada', '--expect', expectation)).toBe(0)
    const kept = JSON.parse(await readFile(join(root(), 'cases/ada.json'), 'utf8')) as { readonly expect: unknown }
    expect(kept.expect).toEqual([JSON.parse(expectation)])
    await expect(ensemble('keep', run, '--name', 'ada')).rejects.toMatchObject({
      code: 'name.taken',
      message: 'cases/ada.json is there already. Use another --name, or add --replace.',
    })
    expect(await ensemble('keep', run, '--name', 'ada', '--replace')).toBe(0)
    await expect(ensemble('keep', run, '--expect', 'everything')).rejects.toMatchObject({ code: 'usage' })
    await expect(ensemble('keep', run, '--name', '../x')).rejects.toMatchObject({ code: 'name.invalid' })
  })
})
