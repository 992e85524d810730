import { expect, test } from 'vitest'
import { checkUsage } from './check-usage.ts'
import { COMMANDS } from './commands.ts'

const check = (name: string, ...words: readonly string[]): (() => void) => {
  const command = COMMANDS.get(name)
  return () => checkUsage(name, command?.args ?? {}, words, command?.takesMany === true)
}

test('a word that a command needs and was not given is named with what it is', () => {
  expect(check('export')).toThrow(
    'ensemble export needs WHAT: the id of a run, an Idea, or . for the workspace. ensemble export --help tells more.',
  )
  expect(check('run', '--json')).toThrow('ensemble run needs IDEA: an Idea of the workspace.')
  expect(check('explain')).toThrow('ensemble explain needs CODE: such as name.taken.')
  expect(check('export', '.', '--to', 'zip')).not.toThrow()
  expect(check('run', '--', 'greeter')).not.toThrow()
  expect(check('replay')).not.toThrow()
})
