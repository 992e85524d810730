import { expect, test } from 'vitest'
import { COMMANDS } from './commands.ts'
import { renderHelp } from './help.ts'
import { PLAIN } from './terminal.ts'

const helpOf = (name: string, columns = 100): readonly string[] => {
  const command = COMMANDS.get(name)
  return command === undefined ? [] : renderHelp(name, command, { style: PLAIN, columns }).split('\n')
}

test('every description of a command begins in the same column and ends within the terminal', () => {
  for (const name of COMMANDS.keys())
    for (const columns of [80, 120]) {
      const rows = helpOf(name, columns).slice(4)
      // A description follows its label and at least two blanks, or is alone on an indented line.
      const begins = rows.flatMap((row) => /^ {2}\S.*? {2,}(?=\S)|^ {3,}/.exec(row)?.[0].length ?? [])
      expect(new Set(begins).size, `${name}\n${rows.join('\n')}`).toBe(1)
      for (const row of rows.filter((each) => each.startsWith('   '))) expect(row.length, row).toBeLessThan(columns)
    }
})

test('the usage of a command names its words as they are meant', () => {
  expect(helpOf('validate')[0]).toBe('ensemble validate [FILE…] [FLAG…]')
  expect(helpOf('verify')[0]).toBe('ensemble verify [RUN…] [FLAG…]')
  expect(helpOf('run')[0]).toBe('ensemble run IDEA [FLAG…]')
  expect(helpOf('export')[0]).toBe('ensemble export WHAT [FLAG…]')
  expect(helpOf('replay')[0]).toBe('ensemble replay [RUN|CASE…] [FLAG…]')
})
