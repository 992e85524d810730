import { join } from 'node:path'
import Database from 'libsql'
import { describe, expect, test } from 'vitest'
import { GREETER_FILES, RESTARTER_FILES } from '../testing/ideas.ts'
import { testTerminal } from '../testing/terminal.ts'

const { printed, root, ensemble } = testTerminal({ ...GREETER_FILES, ...RESTARTER_FILES })

/** A run that ended; its id. */
const greet = async (): Promise<string> => {
  await ensemble('run', 'greeter', '--input', '{"name":"Ada"}', '--json')
  const { run } = JSON.parse(printed[0] ?? '') as { readonly run: string }
  printed.length = 0
  return run
}

/** Alters what was recorded of every run, as somebody with the file and without the program would. */
const alterRecord = (from: string, to: string): void => {
  const database = new Database(join(root(), '.ensemble', 'ensemble.db'))
  database.prepare('update events set line = replace(line, ?, ?)').run(from, to)
  database.close()
}

describe('ensemble verify', () => {
  test('says of each run how many events are whole, in words and as JSON', async () => {
    const run = await greet()
    expect(await ensemble('verify', run)).toBe(0)
    expect(printed).toEqual([expect.stringMatching(new RegExp(`^${run}  whole, \\d+ events$`)), '1 run, 0 damaged'])
    printed.length = 0
    expect(await ensemble('verify', '--json')).toBe(0)
    expect(printed.map((line) => JSON.parse(line) as unknown)).toEqual([
      { run, whole: true, events: expect.any(Number) },
    ])
  })

  test('does not take a run that has not ended for a damaged one', async () => {
    await ensemble('run', 'restarter', '--input', '{"service":"service database"}', '--json')
    const { run } = JSON.parse(printed[0] ?? '') as { readonly run: string }
    printed.length = 0
    expect(await ensemble('verify', '--json')).toBe(0)
    expect(printed.map((line) => JSON.parse(line) as unknown)).toEqual([{ run, whole: true, ended: false }])
  })

  test('fails where one run is not as it was written, names why, and looks at the others all the same', async () => {
    const altered = await greet()
    alterRecord('Ada', 'Eve')
    const whole = await greet()
    expect(await ensemble('verify')).toBe(1)
    expect(printed).toEqual([
      expect.stringMatching(new RegExp(`^${whole}  whole, `)),
      expect.stringMatching(new RegExp(`^${altered}  \\S`)),
      '2 runs, 1 damaged',
    ])
    printed.length = 0
    expect(await ensemble('verify', altered, '--json')).toBe(1)
    expect(printed.map((line) => JSON.parse(line) as unknown)).toEqual([
      { run: altered, whole: false, code: 'run.damaged', message: expect.stringContaining('event 1 was changed') },
    ])
  })
})
