import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sourceRootOf } from '../cli/sarif.ts'
import { createRedactor } from '../secrets/redactor.ts'
import { openSecretStore } from '../secrets/secret-store.ts'
import { keepOutOfGit, problemsInGit } from './out-of-git.ts'
import { takeOwnership } from './owner.ts'

let root: string
const git = (...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: root, encoding: 'utf8' })
const staged = (): readonly string[] => {
  git('add', '-A')
  return git('diff', '--cached', '--name-only')
    .split('\n')
    .filter((name) => name !== '')
}
const openAndClose = async (): Promise<void> => {
  const owner = await takeOwnership(root)
  if (owner.owned) await owner.release()
}
const keys = () => openSecretStore({ root, fromEnvironment: () => undefined, redactor: createRedactor() })

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'ensemble-git-'))
  await writeFile(join(root, 'ensemble.json'), '{"version":1}')
  git('init', '-q')
})
afterEach(() => rm(root, { recursive: true, force: true }))

describe('git add -A', () => {
  test('takes no key and no database of a folder that became a workspace, but its layout', async () => {
    await openAndClose()
    await (await keys()).put('OPENAI', 'sk-test')
    await writeFile(join(root, '.ensemble/ensemble.db'), 'rows')
    await writeFile(join(root, '.ensemble/layout.json'), '{}')
    expect(staged()).toEqual(['.ensemble/.gitignore', '.ensemble/layout.json', 'ensemble.json'])
    expect(await problemsInGit(root)).toEqual([])
  })

  test('takes none after the next start of a workspace that is older', async () => {
    await mkdir(join(root, '.ensemble'))
    await writeFile(join(root, '.ensemble/secrets.json'), '{"OPENAI":"sk-test"}')
    await openAndClose()
    expect(staged()).toEqual(['.ensemble/.gitignore', 'ensemble.json'])
  })

  test('takes no key that is set after the whole folder was taken away', async () => {
    await openAndClose()
    const store = await keys()
    await rm(join(root, '.ensemble'), { recursive: true })
    await store.put('OPENAI', 'sk-test')
    expect(staged()).toEqual(['.ensemble/.gitignore', 'ensemble.json'])
  })
})

describe('what git has already', () => {
  test('is named in a hook of git, too, which is given a repository and an index by environment variables', async () => {
    const inner = join(root, 'inner')
    await mkdir(join(inner, '.ensemble'), { recursive: true })
    await writeFile(join(inner, '.ensemble/secrets.json'), '{}')
    git('add', '-f', '--', 'inner/.ensemble/secrets.json')
    vi.stubEnv('GIT_DIR', join(root, '.git'))
    vi.stubEnv('GIT_INDEX_FILE', '.git/index')
    vi.stubEnv('GIT_PREFIX', '')
    try {
      expect(await problemsInGit(inner)).toMatchObject([{ code: 'git.tracked', file: '.ensemble/secrets.json' }])
      expect(await sourceRootOf(inner)).toEqual({ root: await realpath(root), prefix: 'inner' })
    } finally {
      vi.unstubAllEnvs()
    }
  })

  test('is named, with the command that takes it out', async () => {
    await mkdir(join(root, '.ensemble/artifacts'), { recursive: true })
    await writeFile(join(root, '.ensemble/secrets.json'), '{"OPENAI":"sk-test"}')
    await writeFile(join(root, '.ensemble/artifacts/a'), 'a')
    await writeFile(join(root, '.ensemble/artifacts/b'), 'b')
    git('add', '-A')
    git('commit', '-qm', 'all')
    await openAndClose()
    const problems = await problemsInGit(root)
    expect(problems).toMatchObject([
      { code: 'git.tracked', severity: 'warning', file: '.ensemble/artifacts' },
      { code: 'git.tracked', severity: 'error', file: '.ensemble/secrets.json' },
    ])
    for (const { message } of problems) {
      const command = /`(git rm [^`]+)`/.exec(message)?.[1]?.split(' ').slice(1) ?? []
      git(...command)
    }
    expect(await problemsInGit(root)).toEqual([])
    expect(await readFile(join(root, '.ensemble/secrets.json'), 'utf8')).toContain('sk-test')
  })

  test('a .gitignore that a person wrote stays, and is named where it lets keys through', async () => {
    await mkdir(join(root, '.ensemble'))
    await writeFile(join(root, '.ensemble/.gitignore'), '*.db\n')
    await writeFile(join(root, '.ensemble/secrets.json'), '{}')
    await keepOutOfGit(root)
    expect(await readFile(join(root, '.ensemble/.gitignore'), 'utf8')).toBe('*.db\n')
    expect(await problemsInGit(root)).toMatchObject([
      { code: 'git.unignored', severity: 'error', file: '.ensemble/secrets.json' },
      { code: 'git.unignored', severity: 'error', file: '.ensemble/.gitignore' },
    ])
  })

  test.each(['!*\n', '*\n!secrets.json\n', '*.db\n'])(
    'a .gitignore that would let a key through is an error before there is one: %j',
    async (text) => {
      await mkdir(join(root, '.ensemble'))
      await writeFile(join(root, '.ensemble/.gitignore'), text)
      expect(await problemsInGit(root)).toContainEqual(
        expect.objectContaining({
          code: 'git.unignored',
          severity: 'error',
          file: '.ensemble/.gitignore',
          message: expect.stringContaining('.ensemble/secrets.json'),
        }),
      )
      // Files inside an ignored folder cannot undo its rule.
      await writeFile(join(root, '.gitignore'), '.ensemble\n')
      expect(await problemsInGit(root)).toEqual([])
      await rm(join(root, '.gitignore'))
      await rm(join(root, '.git'), { recursive: true })
      expect(await problemsInGit(root)).toEqual([])
    },
  )

  test('no program that the repository names is run while git is asked', async () => {
    await mkdir(join(root, '.ensemble'))
    await writeFile(join(root, '.ensemble/secrets.json'), '{}')
    git('config', 'core.fsmonitor', 'touch ran; false')
    await problemsInGit(root)
    await expect(readFile(join(root, 'ran'))).rejects.toThrow('ENOENT')
  })

  test('no program is run where the repository says that another one has its files', async () => {
    await mkdir(join(root, '.ensemble'))
    await writeFile(join(root, '.ensemble/.gitignore'), '*')
    await writeFile(join(root, '.ensemble/secrets.json'), '{}')
    git('add', '-f', '.ensemble/.gitignore')
    // Not checked out and not in the store: git asks the remote for what it says, through a program of the settings.
    git('update-index', '--skip-worktree', '.ensemble/.gitignore')
    await rm(join(root, '.ensemble/.gitignore'))
    await rm(join(root, '.git/objects'), { recursive: true })
    await mkdir(join(root, '.git/objects'))
    git('config', 'core.repositoryformatversion', '1')
    git('config', 'extensions.partialClone', 'origin')
    git('config', 'remote.origin.promisor', 'true')
    git('config', 'remote.origin.url', root)
    git('config', 'remote.origin.uploadpack', `touch '${join(root, 'ran')}'; false`)
    git('config', 'protocol.file.allow', 'always')
    await problemsInGit(root)
    await expect(readFile(join(root, 'ran'))).rejects.toThrow('ENOENT')
  })

  test('outside of a repository there is nothing to say', async () => {
    await rm(join(root, '.git'), { recursive: true })
    await mkdir(join(root, '.ensemble'))
    await writeFile(join(root, '.ensemble/secrets.json'), '{}')
    expect(await problemsInGit(root)).toEqual([])
  })

  test('keys behind a link into the same repository are named, with the command that takes them out', async () => {
    await mkdir(join(root, 'private'))
    await symlink('private', join(root, '.ensemble'))
    await writeFile(join(root, 'private/secrets.json'), '{}')
    await writeFile(join(root, 'private/notes.md'), 'of a person')
    expect(await problemsInGit(root)).toMatchObject([
      { code: 'git.unignored', severity: 'warning', file: '.ensemble' },
      { code: 'git.unignored', severity: 'error', file: '.ensemble/secrets.json' },
    ])
    git('add', '-A')
    const [, tracked] = await problemsInGit(root)
    expect(tracked).toMatchObject({ code: 'git.tracked', severity: 'error', file: '.ensemble/secrets.json' })
    git(...(/`git ([^`]+)`/.exec(tracked?.message ?? '')?.[1]?.split(' ') ?? []))
    await writeFile(join(root, 'private/.gitignore'), '*')
    expect((await problemsInGit(root)).map(({ file }) => file)).toEqual(['.ensemble'])
  })

  test('nothing is written through a link', async () => {
    const other = join(root, 'other')
    await mkdir(other)
    await symlink(other, join(root, '.ensemble'))
    await keepOutOfGit(root)
    await expect(readFile(join(other, '.gitignore'))).rejects.toThrow('ENOENT')
  })
})
