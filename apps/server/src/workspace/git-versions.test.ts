import { execFileSync } from 'node:child_process'
import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { gitVersions, textInCommit } from './git-versions.ts'

let top: string
let root: string
const git = (...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=a@b', ...args], { cwd: root, encoding: 'utf8' })
const commit = async (text: string, subject: string): Promise<void> => {
  await writeFile(join(root, 'ideas/a.json'), text)
  git('add', '-A')
  git('commit', '-q', '-m', subject)
}

beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), 'ensemble-versions-'))
  root = join(top, 'inner')
  await mkdir(join(root, 'ideas'), { recursive: true })
})
afterEach(() => rm(top, { recursive: true, force: true }))

test('a file has the versions of its commits, the newest first, also in a folder of a repository', async () => {
  execFileSync('git', ['init', '-q'], { cwd: top })
  await commit('{}', 'Add a')
  await commit('{ "b": 1 }\r\n', 'Say b | with | bars')
  const versions = await gitVersions(root, 'ideas/a.json')
  expect(versions.map(({ author, subject }) => [author, subject])).toEqual([
    ['Ada', 'Say b | with | bars'],
    ['Ada', 'Add a'],
  ])
  expect(await textInCommit(root, versions[0]?.commit ?? '', 'ideas/a.json')).toBe('{ "b": 1 }\r\n')
  expect(await textInCommit(root, versions[1]?.commit ?? '', 'ideas/a.json')).toBe('{}')
  expect(await textInCommit(root, '--help', 'ideas/a.json')).toBeUndefined()
  expect(await gitVersions(root, 'ideas/gone.json')).toEqual([])
})

test('outside a repository there are none', async () => {
  expect(await gitVersions(root, 'ideas/a.json')).toEqual([])
})

test('reading versions runs no program that the repository names', async () => {
  execFileSync('git', ['init', '-q'], { cwd: top })
  await writeFile(join(root, '.gitattributes'), '*.json diff=evil filter=evil\n')
  await commit('{}', 'Add a')
  const mark = join(top, 'ran')
  const evil = `touch ${mark}; cat`
  const settings: readonly (readonly [string, string])[] = [
    ['core.fsmonitor', evil],
    ['core.pager', evil],
    ['core.hooksPath', top],
    ['diff.external', evil],
    ['diff.evil.command', evil],
    ['diff.evil.textconv', evil],
    ['filter.evil.smudge', evil],
    ['log.showSignature', 'true'],
    ['gpg.program', evil],
  ]
  for (const [key, value] of settings) git('config', key, value)
  const [version] = await gitVersions(root, 'ideas/a.json')
  expect(await textInCommit(root, version?.commit ?? '', 'ideas/a.json')).toBe('{}')
  await expect(access(mark)).rejects.toThrow()
})
