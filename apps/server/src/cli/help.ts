import type { ArgsDef } from 'citty'
import type { Command } from './command.ts'
import type { Terminal } from './terminal.ts'

type Argument = ArgsDef[string]

/** Wider labels get their own line: one long flag would push every description to the right. */
const WIDEST = 22

const hintOf = ({ valueHint }: Argument): string => (valueHint === undefined ? '' : ` ${valueHint}`)

/** An argument in the usage line; a long list of values has its own line below. */
const usageOf = ([name, argument]: readonly [string, Argument]): string => {
  if (argument.type !== 'positional') return `--${name}${hintOf(argument).length > WIDEST ? ' …' : hintOf(argument)}`
  const word = argument.valueHint ?? name.toUpperCase()
  return argument.required === true ? word : `[${word}]`
}

interface Row {
  readonly label: string
  readonly text: string
}

const rowsOf = ([name, argument]: readonly [string, Argument]): readonly Row[] => {
  const { description: text = '' } = argument
  if (argument.type === 'positional') return [{ label: argument.valueHint ?? name.toUpperCase(), text }]
  const row = { label: `--${name}${hintOf(argument)}`, text }
  if (argument.type !== 'boolean' || argument.negativeDescription === undefined) return [row]
  return [row, { label: `--no-${name}`, text: argument.negativeDescription }]
}

const wrap = (text: string, width: number): readonly string[] => {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

/** The help of one command: how it is written, what it does, and its words and flags in two columns. */
export const renderHelp = (
  name: string,
  { description, args }: Pick<Command, 'description' | 'args'>,
  { style, columns }: Pick<Terminal, 'style'> & { readonly columns: number },
): string => {
  const all = Object.entries(args)
  const words = all.filter(([, { type }]) => type === 'positional')
  const needed = all.filter(([, { type, required }]) => type !== 'positional' && required === true)
  const flags = all.filter(([, { type }]) => type !== 'positional')
  const usage = [
    `ensemble ${name}`,
    ...[...words, ...needed].map(usageOf),
    ...(flags.length > needed.length ? ['[FLAG…]'] : []),
  ]
  const rows = [...words, ...flags].flatMap(rowsOf)
  const width = Math.max(...rows.map(({ label }) => (label.length > WIDEST ? 0 : label.length)))
  const indent = ' '.repeat(width + 4)
  const lines = rows.flatMap(({ label, text }) => {
    const [first = '', ...rest] = wrap(text, Math.max(20, columns - indent.length - 1))
    const more = rest.map((line) => indent + line)
    if (label.length > width) return [`  ${style.bold(label)}`, indent + first, ...more]
    return [`  ${style.bold(label)}${' '.repeat(width - label.length)}  ${first}`, ...more]
  })
  return [usage.join(' '), `${description}.`, lines.join('\n')].join('\n\n')
}
