import { expect, test } from 'vitest'
import { checkUsage } from './check-usage.ts'
import { COMMANDS } from './commands.ts'

const check = (name: string, ...words: readonly string[]): (() => void) => {
  const command = COMMANDS.get(name)
  return () => checkUsage(name, command?.args ?? {}, words, command?.takesMany === true)
}

test('a word that a command needs and was not given is named with what it is', () => {
  expect(check('export')).toThrow(
    'ensemble export needs WHAT: id of a run, name of an Idea, or . for the workspace. Details: ensemble export --help',
  )
  expect(check('run', '--json')).toThrow('ensemble run needs IDEA: name of an Idea.')
  expect(check('explain')).toThrow('ensemble explain needs CODE: an error code, such as name.taken.')
  expect(check('export', '.', '--to', 'zip')).not.toThrow()
  expect(check('run', '--', 'greeter')).not.toThrow()
  expect(check('replay')).not.toThrow()
})

test('an unknown flag is reported with a similar one, or with all flags', () => {
  expect(check('run', 'greeter', '--modell', 'm')).toThrow('ensemble run has no flag --modell: is it --model?')
  expect(check('run', 'greeter', '--mod', 'm')).toThrow('is it --model?')
  expect(check('explain', 'name.taken', '--loud')).toThrow('ensemble explain has no flag --loud: it takes --json')
  expect(check('completion', 'bash', '--loud')).toThrow('ensemble completion has no flag --loud: it takes none.')
  // A word of the command isn't a flag.
  expect(check('run', '--idea', 'greeter')).toThrow('ensemble run has no flag --idea')
  expect(check('run', 'greeter', '-x')).toThrow('has no flag -x')
})

test('a flag that takes a value needs one, as the next word or after an equals sign; a switch takes none', () => {
  expect(check('run', 'greeter', '--model')).toThrow('--model needs a value.')
  expect(check('run', 'greeter', '--model', 'm')).not.toThrow()
  expect(check('run', '--model=m', 'greeter')).not.toThrow()
  expect(check('run', '--model=', 'greeter')).not.toThrow()
  // The word after a flag is its value, not a word of the command.
  expect(check('run', '--model', 'greeter')).toThrow('needs IDEA')
  expect(check('run', '--json', 'greeter')).not.toThrow()
  expect(check('replay', '--summary', '')).toThrow('--summary needs a file.')
  expect(check('validate', '--junit=')).toThrow('--junit needs a file.')
  expect(check('serve', '--no-open')).not.toThrow()
  expect(check('serve', '--no-port')).toThrow('has no flag --no-port')
})

test('an unknown value is reported with the known ones; one that may be a file’s name passes', () => {
  expect(check('compose', 'greeter', '--wire', 'smoke')).toThrow('--wire takes structured, tools, json, not "smoke".')
  expect(check('runs', '--status=done')).toThrow('--status takes running, waiting,')
  expect(check('validate', '--format', 'xml')).toThrow('--format takes text, plain, json, sarif, not "xml".')
  expect(check('new', 'mine', '--template', 'shop')).toThrow('--template takes blank,')
  expect(check('compose', 'greeter', '--wire', 'tools')).not.toThrow()
  expect(check('export', 'RUN', '--to', 'song.wav')).not.toThrow()
  expect(check('run', 'greeter', '--input', '{}')).not.toThrow()
  expect(check('run', 'greeter', '--model', 'any')).not.toThrow()
})

test('too many words are reported, unless the command takes many; behind -- everything is a word', () => {
  expect(check('run', 'one', 'two')).toThrow('ensemble run takes 1 argument, not 2.')
  expect(check('doctor', 'one')).toThrow('ensemble doctor takes no arguments, not 1.')
  expect(check('replay', 'one', 'two', 'three')).not.toThrow()
  expect(check('run', '--', '--json')).not.toThrow()
  expect(check('run', 'one', '--', '--json')).toThrow('takes 1 argument, not 2')
  expect(check('run', '-')).not.toThrow()
})
