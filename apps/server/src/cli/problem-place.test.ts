import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Problem } from '@ensemble/core'
import { expect, onTestFinished, test } from 'vitest'
import { placeIn, placeProblems } from './problem-place.ts'

const TEXT = '{\n  "a": {\n    "b": 1\n  }\n}'

test('a problem is at its range, else at the target of its path, in lines and columns from 1', () => {
  expect(placeIn(TEXT, { path: '', range: [0, 1] })).toEqual({ line: 1, column: 1, endLine: 1, endColumn: 2 })
  expect(placeIn(TEXT, { path: '', range: [4, 3] })).toEqual({ line: 2, column: 3, endLine: 2, endColumn: 6 })
  const { line, endLine } = placeIn(TEXT, { path: '/a' })
  expect([line, endLine >= 2]).toEqual([2, true])
  expect(placeIn(TEXT, { path: '/a/b' })).toMatchObject({ line: 3 })
  expect(placeIn('', { path: '/a/b' })).toMatchObject({ line: 1, column: 1 })
})

test.runIf(process.platform !== 'win32')('a problem of a pipe, or of a link to a device, has no place', async () => {
  const root = await mkdtemp(join(tmpdir(), 'ensemble-place-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  execFileSync('mkfifo', [join(root, 'pipe.json')])
  await symlink('/dev/zero', join(root, 'zero.json'))
  const problem: Problem = { code: 'x', severity: 'error', message: 'x', path: '' }
  const placed = await placeProblems(root, [
    { ...problem, file: 'pipe.json' },
    { ...problem, file: 'zero.json' },
  ])
  expect(placed.map(({ place }) => place)).toEqual([undefined, undefined])
})

test('a problem without a file, or of one that is gone, has no place', async () => {
  const root = await mkdtemp(join(tmpdir(), 'ensemble-place-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  await writeFile(join(root, 'here.json'), TEXT)
  const problem: Problem = { code: 'x', severity: 'error', message: 'x', path: '/a/b' }
  const placed = await placeProblems(root, [
    problem,
    { ...problem, file: 'here.json' },
    { ...problem, file: 'gone.json' },
    { ...problem, file: 'here.json', path: '' },
  ])
  expect(placed.map(({ place }) => place?.line)).toEqual([undefined, 3, undefined, 1])
  expect(placed[1]?.problem.file).toBe('here.json')
})

test('code names its place in its message, since it has no pointers', async () => {
  const root = await mkdtemp(join(tmpdir(), 'ensemble-place-'))
  await mkdir(join(root, 'activities'))
  const file = 'activities/one.sandbox.js'
  await writeFile(join(root, file), 'export default (call) => {\n  return call. + 1\n}\n')
  const problem = { code: 'activity.broken', severity: 'error', path: '', file } as const
  const [syntax, whole] = await placeProblems(root, [
    { ...problem, message: 'Line 2, column 16: Unexpected token.' },
    { ...problem, message: 'It has no default export.' },
  ])
  expect(syntax?.place).toEqual({ line: 2, column: 16, endLine: 2, endColumn: 17 })
  expect(whole?.place).toMatchObject({ line: 1, column: 1 })
  await rm(root, { recursive: true })
})
