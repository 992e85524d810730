import type { Problem } from '@ensemble/core'
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROBLEM_CODES } from '@ensemble/core/editor'
import { describe, expect, onTestFinished, test } from 'vitest'
import { sourceRootOf, toSarif } from './sarif.ts'

interface Report {
  readonly runs: readonly {
    readonly tool: {
      readonly driver: {
        readonly version: string
        readonly rules: readonly { readonly id: string; readonly help?: object }[]
      }
    }
    readonly originalUriBaseIds: { readonly '%SRCROOT%': { readonly uri: string } }
    readonly results: readonly object[]
  }[]
}
const runOf = (...args: Parameters<typeof toSarif>) => {
  const { runs } = toSarif(...args) as unknown as Report // the format, as far as it is looked at here
  return runs[0] ?? expect.unreachable('one run')
}
const problem: Problem = { code: 'tool.name', severity: 'error', message: 'No such name.', path: '' }
const AT_WORK = { root: '/work', prefix: '' }
const place = { line: 2, column: 3, endLine: 4, endColumn: 5 }

describe('the report for code hosts', () => {
  test('names each rule once and each problem at its place', () => {
    const found = [
      { problem: { ...problem, file: 'ideas/a b.json' }, place },
      { problem: { ...problem, code: 'lint.x', severity: 'info' as const, file: 'tools/x.json' }, place: undefined },
      { problem: { ...problem, severity: 'warning' as const }, place: undefined },
    ]
    const { tool, results } = runOf(found, '1.2.3', AT_WORK)
    expect(tool.driver).toMatchObject({
      version: '1.2.3',
      rules: [
        { id: 'lint.x', helpUri: 'urn:ensemble:error:lint.x' },
        { id: 'tool.name', helpUri: 'urn:ensemble:error:tool.name' },
      ],
    })
    expect(results).toEqual([
      {
        ruleId: 'tool.name',
        level: 'error',
        message: { text: 'No such name.' },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: 'ideas/a%20b.json', uriBaseId: '%SRCROOT%' },
              region: { startLine: 2, startColumn: 3, endLine: 4, endColumn: 5 },
            },
          },
        ],
      },
      expect.objectContaining({
        level: 'note',
        locations: [{ physicalLocation: { artifactLocation: { uri: 'tools/x.json', uriBaseId: '%SRCROOT%' } } }],
      }),
      expect.objectContaining({
        level: 'warning',
        locations: [{ physicalLocation: { artifactLocation: { uri: 'ensemble.json', uriBaseId: '%SRCROOT%' } } }],
      }),
    ])
  })

  test.each([
    ['/work/mine', 'file:///work/mine/'],
    ['/work/my files', 'file:///work/my%20files/'],
    ['/work/c#/what?', 'file:///work/c%23/what%3F/'],
    ['/work/100%', 'file:///work/100%25/'],
  ])('gives the address of the folder %s', (root, uri) => {
    expect(runOf([], '1', { root, prefix: '' }).originalUriBaseIds['%SRCROOT%'].uri).toBe(uri)
  })

  test('gives the address of a file whatever it is called', () => {
    const { results } = runOf([{ problem: { ...problem, file: 'ideas/a#1?.json' }, place: undefined }], '1', AT_WORK)
    expect(JSON.stringify(results)).toContain('"uri":"ideas/a%231%3F.json"')
  })

  test('helps with every rule: what it means and what to do', () => {
    const found = Object.keys(PROBLEM_CODES).map((code) => ({ problem: { ...problem, code }, place: undefined }))
    const { rules } = runOf(found, '1', AT_WORK).tool.driver
    expect(rules.map(({ help }) => help)).toEqual(
      rules.map(({ id }) => ({
        text: expect.stringMatching(new RegExp(`What to do: .+ensemble explain ${id} `, 's')),
        markdown: expect.any(String),
      })),
    )
  })

  test('names files from the root of the repository that holds the workspace', async () => {
    const top = await realpath(await mkdtemp(join(tmpdir(), 'ensemble-sarif-')))
    onTestFinished(() => rm(top, { recursive: true, force: true }))
    const workspace = join(top, 'agents', 'my team')
    await mkdir(workspace, { recursive: true })
    expect(await sourceRootOf(workspace)).toEqual({ root: workspace, prefix: '' })
    execFileSync('git', ['init', '--quiet', top])
    const at = await sourceRootOf(workspace)
    expect(at).toEqual({ root: top, prefix: 'agents/my team' })
    const run = runOf([{ problem: { ...problem, file: 'ideas/a.json' }, place }], '1', at)
    expect(JSON.stringify(run)).toContain('"uri":"agents/my%20team/ideas/a.json","uriBaseId":"%SRCROOT%"')
  })
})
