import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test, vi } from 'vitest'
import { COMMANDS } from './commands.ts'
import { openCompletedNames } from './completed-names.ts'
import { completionCommand } from './completion-command.ts'
import { type NamesOf, SCRIPTS, completeWords } from './completion.ts'
import { TALKER } from '../testing/ideas.ts'
import { bodyOf, testServer } from '../testing/test-server.ts'

const isThere = (program: string): boolean => spawnSync(program, ['--version']).error === undefined

const commands = [...COMMANDS.values()]
const NAMES = { idea: ['composer', 'producer'], case: ['calm', 'loud'], run: ['0190-aa', '0190-bb'] }
const namesOf: NamesOf = async (kind) => NAMES[kind].map((value) => ({ value, description: kind }))
const complete = async (...words: readonly string[]): Promise<readonly string[]> =>
  (await completeWords(words, commands, namesOf)).map(({ value }) => value)

describe('completion', () => {
  test('offers commands, then the flags of one, then the words a flag takes', async () => {
    expect(await complete('va')).toEqual(['validate'])
    expect(await complete('run', '--in')).toEqual(['--input'])
    expect(await complete('validate', '--format', 's')).toEqual(['sarif'])
  })

  test('knows the Ideas, the cases and the runs where one is named, and leaves files to the shell', async () => {
    expect(await complete('run', 'c')).toEqual(['composer'])
    expect(await complete('runs', '--idea', 'c')).toEqual(['composer'])
    expect(await complete('replay', '')).toEqual(['calm', 'loud', '0190-aa', '0190-bb'])
    expect(await complete('export', '0')).toEqual(['0190-aa', '0190-bb'])
    for (const command of ['fork', 'compare', 'keep', 'approve', 'verify'])
      expect(await complete(command, '0190-b'), command).toEqual(['0190-bb'])
    expect(await complete('import', 'c')).toEqual([])
    expect(await complete('run', '--input', 'c')).toEqual([])
  })

  test('reads names from the files even if a server serves them, and gives nothing without a workspace', async () => {
    await using server = await testServer({
      'ideas/talker.json': TALKER,
      'cases/calm.json': {},
      'cases/not a name.json': {},
    })
    const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'talker' }))
    const names = openCompletedNames({ workspace: server.root })
    expect(await names('idea', '')).toEqual([{ value: 'talker', description: 'Idea' }])
    expect(await names('case', '')).toEqual([{ value: 'calm', description: 'case' }])
    expect(await names('run', id.slice(0, 9))).toEqual([
      { value: id, description: expect.stringMatching(/^talker (running|completed) 20\d\d-/) },
    ])
    expect(await names('run', 'ffff')).toEqual([])
    expect(await openCompletedNames({ workspace: '/nowhere' })('run', '')).toEqual([])
  })

  test('knows a value behind an equals sign, in one word or parted as bash does it', async () => {
    expect(await complete('validate', '--format=s')).toEqual(['--format=sarif'])
    expect(await complete('validate', '--format', '=', 's')).toEqual(['sarif'])
    expect(await complete('validate', '--format', '=')).toEqual(['text', 'plain', 'json', 'sarif'])
    expect(await complete('runs', '--idea=c')).toEqual(['--idea=composer'])
    expect(await complete('run', '--workspace', '=', '/somewhere', 'c')).toEqual(['composer'])
  })

  test('finds the names of the workspace that its words name, in whatever way', async () => {
    await using server = await testServer({ 'ideas/talker.json': TALKER })
    const { root } = server
    for (const flag of [['--workspace', root], [`--workspace=${root}`], ['--workspace', '=', root]]) {
      const print = vi.spyOn(console, 'log').mockReturnValue()
      expect(await completionCommand('words', ['run', ...flag, 't'], commands)).toBe(0)
      expect(print.mock.calls, flag.join(' ')).toEqual([['talker\tIdea']])
      print.mockRestore()
    }
  })

  test('works in bash', async () => {
    const script = `ensemble() { printf '%s\\tdescription\\n' "$4" --wire; }
${SCRIPTS.bash}
COMP_WORDS=(ensemble compose --w); COMP_CWORD=2; _ensemble; printf '%s,' "\${COMPREPLY[@]}"`
    const { stdout } = await promisify(execFile)('bash', ['-c', script])
    expect(stdout).toBe('compose,--wire,')
  })

  test.skipIf(!isThere('fish'))('works in fish, which completes files only where nothing else fits', async () => {
    const script = `function ensemble; if string match -q '*none' -- $argv[-1]; return; end; printf '%s\\tIdea\\n' zebra ape; end
${SCRIPTS.fish}
complete -C'ensemble run '; echo -; complete -C'ensemble import none'; complete -C'ensemble export --out=none'`
    const cwd = await mkdtemp(join(tmpdir(), 'ensemble-fish-'))
    await writeFile(join(cwd, 'none.json'), '')
    const { stdout } = await promisify(execFile)('fish', ['--no-config', '-c', script], { cwd })
    await rm(cwd, { recursive: true })
    expect(stdout).toBe('zebra\tIdea\nape\tIdea\n-\nnone.json\n--out=none.json\n')
  })

  test('asks the same for zsh', () => {
    expect(SCRIPTS.zsh).toContain('ensemble completion words -- ')
  })
})
