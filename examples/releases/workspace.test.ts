import { describe, expect, test } from 'vitest'
import { createTestWorkspace, problemsOf, toolsOf } from '../test-workspace.ts'
import * as releases from './activities/releases.ts'

const workspace = createTestWorkspace(import.meta.dirname, [releases])

describe('a release becomes notes', () => {
  test.each([
    ['2.4.0', '2.4.0: 1 to act on, 2 new, 1 fixed', 'Require a name for every table (e5b8)'],
    ['2.3.1', '2.3.1: 1 fixed', 'Keep the order of rows when a page is reloaded (77c0)'],
    ['3.0.0', '3.0.0: 1 to act on, 1 fixed', 'Quote fields that hold a line break (csv) (11bb)'],
  ])('%s: %s', async (version, headline, line) => {
    const { output, events, status } = await workspace.run('release-manager', { version })
    expect(problemsOf(events)).toEqual([])
    expect(status).toBe('completed')
    expect(output).toMatchObject({ version, headline, notes: expect.stringContaining(`- ${line}`) })
    expect(new Set(toolsOf(events))).toEqual(
      new Set(['list_changes', 'sort_changes', 'write_notes', 'group_changes', 'format_notes']),
    )
  })

  test('a version that does not exist is reported, and no notes are invented', async () => {
    const { output } = await workspace.run('release-manager', { version: '9.9.9' })
    expect(output).toMatchObject({ notes: null, note: expect.stringContaining('There is no release 9.9.9') })
  })

  test('commits that users do not notice are counted and left out', () => {
    const { changes } = releases.list_changes({ version: '2.4.0' })
    expect(releases.group_changes({ changes: { version: '2.4.0', changes } })).toMatchObject({ internal: 2 })
  })
})
