import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shellWord } from './shell-word.ts'

describe('a word that is printed to be typed after a command', () => {
  test.runIf(process.platform !== 'win32')('is one word to the shell, and nothing in it is run', () => {
    const words = ['/w/a', 'a b', '$(touch x)', '`x`', "it's", '"', '\\', '*', '', '🎵', ...fc.sample(fc.string(), 50)]
    for (const word of words.filter((each) => !each.includes('\0')))
      expect(execFileSync('sh', ['-c', `printf %s ${shellWord(word)}`], { encoding: 'utf8' })).toBe(word)
  })

  test('stays as it is where it is plain, and is quoted as Windows does it there', () => {
    expect(shellWord('/home/ada/music')).toBe('/home/ada/music')
    expect(shellWord('C:\\My Music', 'win32')).toBe('"C:\\My Music"')
  })
})
