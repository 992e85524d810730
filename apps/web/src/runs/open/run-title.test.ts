import type { Json, Run } from '@ensemble/core'
import { describe, expect, it } from 'vitest'
import { runLine, runTitle } from './run-title.ts'

it('a run is called by the first sentence or word of its input, else by its Idea', () => {
  const inputs: readonly Json[] = [
    { brief: 'a sad ballad', n: 1 },
    { n: 2, deep: ['', 'море'] },
    { version: '2.1.0', task: 'publish the release' },
    null,
    { $body: 'ff', bytes: 5000 },
  ]
  expect(inputs.map((input) => runTitle({ idea: 'idea://producer', input }))).toEqual([
    'a sad ballad',
    'море',
    'publish the release',
    'producer',
    'producer',
  ])
})

describe('a run among others of its title', () => {
  const run = (startedAt: string, parent?: Run['parent']): Run =>
    // The part of a Run that names use.
    ({ idea: 'idea://poem', input: { topic: 'sea' }, startedAt, ...(parent && { parent }) }) as unknown as Run

  it('is distinguished by its start, its status and whether it is a fork', () => {
    const now = new Date('2026-11-21T12:00:00')
    const forked = run(new Date('2026-11-21T10:41:05').toISOString(), { run: 'r', at: 3 })
    expect(runLine(forked, { status: 'done', fork: 'fork' }, now)).toBe('10:41:05 · done · fork · sea')
    expect(
      runLine(run(new Date('2026-11-20T10:41:05').toISOString()), { status: 'failed', fork: 'fork' }, now),
    ).toMatch(/^Nov 20, 10:41:05 · failed · sea$/)
  })
})
