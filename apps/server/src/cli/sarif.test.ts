import type { Problem } from '@ensemble/core'
import { describe, expect, test } from 'vitest'
import { toSarif } from './sarif.ts'

interface Report {
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly version: string; readonly rules: readonly { readonly id: string }[] } }
    readonly originalUriBaseIds: { readonly WORKSPACE: { readonly uri: string } }
    readonly results: readonly object[]
  }[]
}
const runOf = (...args: Parameters<typeof toSarif>) => {
  const { runs } = toSarif(...args) as unknown as Report // the format, as far as it is looked at here
  return runs[0] ?? expect.unreachable('one run')
}
const problem: Problem = { code: 'tool.name', severity: 'error', message: 'No such name.', path: '' }
const place = { line: 2, column: 3, endLine: 4, endColumn: 5 }

describe('the report for code hosts', () => {
  test('names each rule once and each problem where it stands', () => {
    const found = [
      { problem: { ...problem, file: 'ideas/a b.json' }, place },
      { problem: { ...problem, code: 'lint.x', severity: 'info' as const, file: 'tools/x.json' }, place: undefined },
      { problem: { ...problem, severity: 'warning' as const }, place: undefined },
    ]
    const { tool, results } = runOf(found, '1.2.3', '/work')
    expect(tool.driver).toMatchObject({ version: '1.2.3', rules: [{ id: 'lint.x' }, { id: 'tool.name' }] })
    expect(results).toEqual([
      {
        ...{ ruleId: 'tool.name', level: 'error', message: { text: 'No such name.' } },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: 'ideas/a%20b.json', uriBaseId: 'WORKSPACE' },
              region: { startLine: 2, startColumn: 3, endLine: 4, endColumn: 5 },
            },
          },
        ],
      },
      expect.objectContaining({
        level: 'note',
        locations: [{ physicalLocation: { artifactLocation: { uri: 'tools/x.json', uriBaseId: 'WORKSPACE' } } }],
      }),
      expect.objectContaining({ level: 'warning', locations: [] }),
    ])
  })

  test.each([
    ['/work/mine', 'file:///work/mine/'],
    ['/work/my files', 'file:///work/my%20files/'],
    ['/work/c#/what?', 'file:///work/c%23/what%3F/'],
    ['/work/100%', 'file:///work/100%25/'],
  ])('gives the address of the folder %s', (root, uri) => {
    expect(runOf([], '1', root).originalUriBaseIds.WORKSPACE.uri).toBe(uri)
  })

  test('gives the address of a file whatever it is called', () => {
    const { results } = runOf([{ problem: { ...problem, file: 'ideas/a#1?.json' }, place: undefined }], '1', '/work')
    expect(JSON.stringify(results)).toContain('"uri":"ideas/a%231%3F.json"')
  })
})
