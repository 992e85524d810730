import { appendFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { GREETER_FILES, RESTARTER_FILES, SINGER_FILES } from '../testing/ideas.ts'
import { testTerminal } from '../testing/terminal.ts'
import { withClient } from './with-client.ts'
import { type RunFiles, chooseArtifact, shortNameOf } from './run-artifacts.ts'

const { printed, told, root, ensemble } = testTerminal({ ...GREETER_FILES, ...SINGER_FILES, ...RESTARTER_FILES })

/** Something to wait for until somebody opens it. */
const createGate = <T>() => {
  let open: (value: T) => void = () => undefined
  const opened = new Promise<T>((resolve) => (open = resolve))
  return { opened, open: (value: T) => open(value) }
}

/** A command that owns the workspace until `work` is opened. */
const heldOpen = async (workspace: string) => {
  const work = createGate<void>()
  const begun = createGate<void>()
  const served = withClient({ workspace }, async () => {
    begun.open()
    await work.opened
  })
  await begun.opened
  return { served, work }
}

describe('ensemble run', () => {
  test('prints only the output on standard output; progress goes to the error stream', async () => {
    expect(await ensemble('run', 'greeter', '--input', '{"name":"Ada"}')).toBe(0)
    expect(JSON.parse(printed.join('\n'))).toEqual({ greeting: 'Hello, Ada' })
    expect(told[0]).toMatch(/^idea:\/\/greeter \(simulated, profile offline\) \S+$/)
    expect(told.some((line) => line.includes('done in'))).toBe(true)
  })

  test('takes an Idea by its file, as shells complete it, and says how an input is given where one is missing', async () => {
    for (const word of ['ideas/greeter.json', './ideas/greeter.json', 'greeter.json', 'idea://greeter'])
      expect(await ensemble('run', word, '--input', '{"name":"Ada"}'), word).toBe(0)
    const schema = {
      type: 'object',
      properties: {
        name: { type: 'string', examples: ['Ada'] },
        age: { type: 'integer', minimum: 18 },
        note: { type: 'string' },
      },
      required: ['name', 'age'],
    }
    await writeFile(join(root(), 'ideas/asker.json'), JSON.stringify({ context: [{ type: 'input', schema }] }))
    await expect(ensemble('run', 'asker')).rejects.toMatchObject({
      code: 'input.invalid',
      message: expect.stringContaining(
        `asker needs an input. Required: "name", "age". Give one with --input JSON or --input @file, for example --input '{"name":"Ada","age":18}'.`,
      ),
    })
    await expect(ensemble('run', 'asker', '--input', '{}')).rejects.toMatchObject({
      code: 'input.invalid',
      message: expect.not.stringContaining('--input'),
    })
  })

  test('takes no input of which the server would get another: what is written twice, or too large a number', async () => {
    const file = join(root(), 'input.json')
    for (const [input, why] of [
      ['{"name":"Ada","name":"Eve"}', 'the property "name" is written twice'],
      ['{"name":1e999}', 'too large to be finite'],
      ['1e999', 'too large to be finite'],
    ] as const) {
      await writeFile(file, input)
      for (const given of [input, `@${file}`])
        await expect(ensemble('run', 'greeter', '--input', given), given).rejects.toMatchObject({
          code: 'usage',
          message: expect.stringContaining(why),
        })
    }
  })

  test('prints nothing but events as JSON lines where they are asked for', async () => {
    expect(await ensemble('run', 'greeter', '--json')).toBe(0)
    expect(printed.map((line) => (JSON.parse(line) as { readonly type: string }).type)).toContain('run.completed')
    expect(told).toEqual([])
  })

  test('keeps what Activities print out of standard output', async () => {
    const out = vi.spyOn(process.stdout, 'write')
    const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    // Other exports of the function's file run with it.
    await appendFile(join(root(), 'activities/greet.ts'), "\n;process.stdout.write('noise')")
    expect(await ensemble('run', 'greeter', '--json')).toBe(0)
    expect(err.mock.calls.map(([text]) => text)).toContain('noise')
    expect(out.mock.calls.map(([text]) => text)).not.toContain('noise')
    process.stdout.write('')
    expect(out).toHaveBeenLastCalledWith('')
  })

  test('takes over the work when the command that did it ends', async () => {
    await writeFile(
      join(root(), 'activities/slow.ts'),
      `export const slow = () => {
        const world: { slowCalls?: number; goOn?: Promise<string> } = globalThis
        world.slowCalls = (world.slowCalls ?? 0) + 1
        return world.goOn
      }`,
    )
    const tool = { type: 'object', description: 'Waits slowly.', properties: { _output: { type: 'string' } } }
    const context = [
      { type: 'text', text: 'Wait slowly.' },
      { type: 'tool', tool: { slow: tool } },
    ]
    const idea = (schema: object) => JSON.stringify({ title: 'Waiter', description: 'Waits.', context, schema })
    await writeFile(join(root(), 'ideas/waiter.json'), idea({ type: 'string' }))
    const world = globalThis as { goOn?: Promise<string>; slowCalls?: number }
    const { opened, open } = createGate<string>()
    world.goOn = opened
    const calls = (count: number): Promise<void> => expect.poll(() => world.slowCalls ?? 0).toBe(count)
    // The first one serves the other, is interrupted as it is served, and ends.
    const { served, work } = await heldOpen(root())
    const second = ensemble('run', 'waiter')
    await calls(1)
    work.open()
    await served
    await calls(2)
    open('done')
    expect(await second).toBe(0)
    expect(printed.join('')).toContain('done')
    expect(told.filter((line) => line.startsWith('idea://waiter'))).toHaveLength(1)
    expect(told.join('\n')).toContain('this command continues the run itself')
  })

  test.each([true, false])(
    'ends with 1 at a Call that waits for a person, also with another server; --json: %s',
    async (json) => {
      const { served, work } = await heldOpen(root())
      const input = ['--input', '{"service":"service database"}']
      const code = await ensemble('run', 'restarter', ...input, ...(json ? ['--json'] : []))
      const [, run] = /`ensemble approve (\S+) --workspace/.exec(told.join('\n')) ?? []
      expect(code).toBe(1)
      expect(told.join('\n')).toMatch(/waits for a person before restartService .+ in the page at http:\S+, or with/)
      if (json) expect(JSON.parse(printed.at(-1) ?? '')).toMatchObject({ type: 'run.waiting', run })
      else expect(printed).toEqual([])
      // It still waits: any answer lets it continue.
      expect(await ensemble('approve', run ?? '', '--yes')).toBe(0)
      work.open()
      await served
    },
  )

  test('names the files that an output holds with the command that saves them', async () => {
    expect(await ensemble('run', 'singer')).toBe(0)
    const at = told.indexOf('The output contains a file. Save it with:')
    const said = told[at + 1] ?? ''
    expect(said).toMatch(/^ {2}ensemble export \S+ --to song\.wav --workspace \S+ {2}# audio\/wav, 4 bytes$/)
    const run = / export (\S+) /.exec(said)?.[1] ?? ''
    const out = join(root(), 'saved.wav')
    for (const word of ['song.wav', 'wav']) {
      await rm(out, { force: true })
      expect(await ensemble('export', run, '--to', word, '--out', out)).toBe(0)
      expect(await readFile(out, 'utf8')).toBe('tune')
    }
  })
})

describe('a file of a run', () => {
  const song = { name: '0123456789abcdef-song.wav', type: 'audio/wav', bytes: 4 }
  const bass = { name: 'fedcba9876543210-bass.wav', type: 'audio/wav', bytes: 4 }
  const notes = { name: '00000000000000ff-notes.txt', type: 'text/plain', bytes: 4 }
  const take = { ...song, name: '1111111111111111-song.wav' }

  const files = (listed: RunFiles['listed'], ...inOutput: readonly string[]): RunFiles => ({
    listed,
    inOutput: new Set(inOutput),
  })

  test('is meant by its name, its whole name, or an ending that no other has', () => {
    const all = files([song, bass, notes])
    expect(chooseArtifact(all, 'song.wav')).toBe(song)
    expect(chooseArtifact(all, bass.name)).toBe(bass)
    expect(chooseArtifact(all, '.TXT')).toBe(notes)
    expect(chooseArtifact(all, 'json')).toBeUndefined()
    expect(() => chooseArtifact(all, 'wav')).toThrow('song.wav, bass.wav; name one of them')
  })

  test('is called by its whole name where another is called alike, unless the output holds only this one', () => {
    expect(shortNameOf(song.name, files([song, bass]))).toBe('song.wav')
    expect(shortNameOf(song.name, files([song, take]))).toBe(song.name)
    expect(() => chooseArtifact(files([song, take]), 'song.wav')).toThrow(`${song.name}, ${take.name}`)
    const ended = files([take, song, bass], song.name)
    expect(chooseArtifact(ended, 'song.wav')).toBe(song)
    expect(chooseArtifact(ended, 'wav')).toBe(song)
    expect(chooseArtifact(ended, 'bass.wav')).toBe(bass)
    expect([shortNameOf(song.name, ended), shortNameOf(take.name, ended)]).toEqual(['song.wav', take.name])
  })
})
