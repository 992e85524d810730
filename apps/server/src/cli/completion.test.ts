import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { COMMANDS } from './commands.ts'
import { SCRIPTS, completeWords } from './completion.ts'

const commands = [...COMMANDS].map(([name, command]) => ({ name, ...command }))
const complete = (...words: readonly string[]): readonly string[] =>
  completeWords(words, commands, ['composer', 'producer']).map(({ value }) => value)

describe('completion', () => {
  test('offers commands, then the flags of one, then the words a flag takes', () => {
    expect(complete('va')).toEqual(['validate'])
    expect(complete('run', '--in')).toEqual(['--input'])
    expect(complete('validate', '--format', 's')).toEqual(['sarif'])
  })

  test('knows the Ideas of the workspace where one is named, and leaves files to the shell', () => {
    expect(complete('run', 'c')).toEqual(['composer'])
    expect(complete('import', 'c')).toEqual([])
    expect(complete('run', '--input', 'c')).toEqual([])
  })

  test('works in bash', async () => {
    const script = `ensemble() { printf '%s\\tdescription\\n' "$4" --wire; }
${SCRIPTS.bash}
COMP_WORDS=(ensemble compose --w); COMP_CWORD=2; _ensemble; printf '%s,' "\${COMPREPLY[@]}"`
    const { stdout } = await promisify(execFile)('bash', ['-c', script])
    expect(stdout).toBe('compose,--wire,')
  })

  test('asks the same for zsh and fish', () => {
    expect(SCRIPTS.zsh).toContain('ensemble completion words -- ')
    expect(SCRIPTS.fish).toContain('ensemble completion words -- ')
  })
})
