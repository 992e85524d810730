import { EnsembleError } from '@ensemble/core'
import { nearestName } from '@ensemble/core/host'
import type { ArgsDef } from 'citty'
import { choicesOf } from './command.ts'
import { many } from './plural.ts'

const nearest = (word: string, names: readonly string[]): string | undefined =>
  names.find((name) => name.startsWith(word) || word.startsWith(name)) ?? nearestName(word, names)

const checkChoice = (flag: string, hint: string | undefined, chosen: string): void => {
  const { words, isOpen } = choicesOf(hint)
  if (!isOpen && !words.includes(chosen))
    throw new EnsembleError('usage', `--${flag} takes ${words.join(', ')}, not "${chosen}".`)
}

const NAMES_A_FILE = /^FILE$/

/** Throws EnsembleError `usage` for unknown flags, missing or unknown values, and too many or too few words. */
export const checkUsage = (name: string, args: ArgsDef, words: readonly string[], takesMany: boolean): void => {
  const flags = Object.entries(args).filter(([, { type }]) => type !== 'positional')
  const names = flags.map(([flag]) => flag)
  const positionals = Object.values(args).filter(({ type }) => type === 'positional').length
  let given = 0
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? ''
    if (word === '--') {
      given += words.length - index - 1
      break
    }
    if (!word.startsWith('-') || word === '-') {
      given++
      continue
    }
    const [flag = '', value] = word.replace(/^--?/, '').split(/=(.*)/s)
    const known = flags.find(([each, { type }]) => each === flag || (type === 'boolean' && `no-${each}` === flag))
    if (known === undefined) {
      const guess = nearest(flag, names)
      const all = names.length === 0 ? 'none' : names.map((each) => `--${each}`).join(', ')
      const hint = guess === undefined ? `it takes ${all}.` : `is it --${guess}?`
      throw new EnsembleError('usage', `ensemble ${name} has no flag ${word}: ${hint}`)
    }
    if (known[1].type === 'boolean') continue
    const chosen = value ?? words[++index]
    if (chosen === undefined || (chosen === '' && NAMES_A_FILE.test(known[1].valueHint ?? '')))
      throw new EnsembleError('usage', `--${flag} needs a ${chosen === '' ? 'file' : 'value'}.`)
    checkChoice(flag, known[1].valueHint, chosen)
  }
  const needed = Object.entries(args).filter(([, { type, required }]) => type === 'positional' && required === true)
  const missing = needed[given]
  if (missing !== undefined) {
    const [word, { description = '', valueHint = word.toUpperCase() }] = missing
    throw new EnsembleError(
      'usage',
      `ensemble ${name} needs ${valueHint}: ${description}. Details: ensemble ${name} --help`,
    )
  }
  if (given > positionals && !takesMany)
    throw new EnsembleError(
      'usage',
      `ensemble ${name} takes ${positionals === 0 ? 'no arguments' : many(positionals, 'argument')}, not ${given}. Details: ensemble ${name} --help`,
    )
}
