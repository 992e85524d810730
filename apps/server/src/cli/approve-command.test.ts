import { describe, expect, test } from 'vitest'
import { RESTARTER_FILES } from '../testing/ideas.ts'
import { testTerminal } from '../testing/terminal.ts'
import { approveCommand } from './approve-command.ts'
import { eventsOf } from './events-of.ts'
import { PLAIN } from './terminal.ts'
import { withClient } from './with-client.ts'

const { printed, told, root, ensemble } = testTerminal(RESTARTER_FILES)

/** A run that waits before its Call; its id as the command names it. */
const leaveWaiting = async (): Promise<string> => {
  expect(await ensemble('run', 'restarter', '--input', '{"service":"service database"}')).toBe(1)
  const run = /ensemble approve ([\w-]+)/.exec(told.join('\n'))?.[1] ?? ''
  expect(run).not.toBe('')
  return run
}

describe('ensemble approve', () => {
  test('lists what waits, in words and as JSON', async () => {
    const run = await leaveWaiting()
    expect(await ensemble('approve')).toBe(0)
    expect(printed.join('\n')).toMatch(new RegExp(`${run} {2}restartService \\{"service":"†input.service"\\}`))
    printed.length = 0
    expect(await ensemble('approve', '--json')).toBe(0)
    expect(JSON.parse(printed.join(''))).toMatchObject([
      { run, tool: 'restartService', why: 'approval', question: 1, callers: ['idea://restarter'] },
    ])
    printed.length = 0
    expect(await ensemble('verify', run)).toBe(0)
    expect(printed).toEqual([`${run}  whole so far; it has not ended`, '1 run, 0 damaged'])
  })

  test('looks without continuing any run', async () => {
    const run = await leaveWaiting()
    const record = () => withClient({ workspace: root() }, (client) => eventsOf(client, run))
    const before = await record()
    expect(await ensemble('approve')).toBe(0)
    expect(await record()).toEqual(before)
  })

  test('approves by a flag, and follows the run to its output', async () => {
    const run = await leaveWaiting()
    expect(await ensemble('approve', run.slice(0, -2), '--yes')).toBe(0)
    expect(printed).not.toEqual([])
    expect(told.join('\n')).toContain('restartService')
    await expect(ensemble('approve', run, '--yes')).rejects.toMatchObject({ code: 'approval.unknown' })
  })

  test('refuses with a reason for the model, edits, or answers in the place of the Call', async () => {
    const refused = await leaveWaiting()
    await ensemble('approve', refused, '--refuse', '--reason', 'not on a Friday')
    expect(await ensemble('export', refused, '--to', 'json')).toBe(0)
    expect(printed.join('')).toContain('not on a Friday')
    told.length = 0
    const edited = await leaveWaiting()
    await expect(ensemble('approve', edited, '--edit', '{"service":7}')).rejects.toMatchObject({
      code: 'approval.invalid',
    })
    expect(await ensemble('approve', edited, '--edit', '{"service":"cache"}')).toBe(0)
    told.length = 0
    const answered = await leaveWaiting()
    expect(await ensemble('approve', answered, '--answer', 'restarted by hand')).toBe(0)
  })

  test('asks at the prompt if there is one, and otherwise says how to decide', async () => {
    const run = await leaveWaiting()
    await expect(ensemble('approve', run)).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('--yes, --refuse, --edit or --answer'),
    })
    const ask = async (): Promise<string> => 'a'
    expect(await approveCommand({ run, workspace: root() }, { style: PLAIN, live: undefined, ask })).toBe(0)
    expect(told.join('\n')).toContain('restartService waits for you (approval)')
  })

  test('takes one decision, of a run that waits', async () => {
    await expect(ensemble('approve', '--yes')).rejects.toMatchObject({ code: 'usage' })
    await expect(ensemble('approve', 'nobody-here', '--yes')).rejects.toMatchObject({ code: 'run.unknown' })
    const run = await leaveWaiting()
    await expect(ensemble('approve', run, '--yes', '--refuse')).rejects.toMatchObject({ code: 'usage' })
    await expect(ensemble('approve', run, '--yes', '--reason', 'x')).rejects.toMatchObject({ code: 'usage' })
    await expect(ensemble('approve', run, '--yes', '--call', 'nothing')).rejects.toMatchObject({
      code: 'approval.unknown',
    })
  })
})
