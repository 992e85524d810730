import { type ArgsDef, type CommandDef, defineCommand } from 'citty'

/** The kinds of names that a word of a command may be. */
export type Named = 'idea' | 'run' | 'case'

/** A command as the command line lists it; its code loads when it is run. */
export interface Command {
  readonly name: string
  readonly description: string
  readonly args: ArgsDef
  /** Words beyond the named ones are more of the same. */
  readonly takesMany?: boolean
  /** The kind of name of its words, for completion. */
  readonly words?: readonly Named[]
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- commands differ in their arguments; each checks its own
  readonly definition: CommandDef<any>
}

/** Parameters that several commands take. */
export const PLACE = {
  workspace: {
    type: 'string',
    description: 'workspace folder (default: the current folder or a parent)',
    valueHint: 'DIR',
  },
} as const satisfies ArgsDef

export const AS_JSON = { json: { type: 'boolean', description: 'print JSON' } } as const satisfies ArgsDef

/** Reports of checks for CI systems. */
export const REPORTS = {
  junit: { type: 'string', description: 'also write a JUnit report to this file', valueHint: 'FILE' },
  annotate: { type: 'boolean', description: 'also print each failure as an annotation of GitHub Actions' },
} as const satisfies ArgsDef

export const ASKING = {
  ...PLACE,
  model: { type: 'string', description: 'use this model', valueHint: 'M' },
  profile: { type: 'string', description: 'use the bindings of this profile', valueHint: 'P' },
} as const satisfies ArgsDef

export const INPUT = {
  input: { type: 'string', description: 'input of the run, as JSON or from a file', valueHint: 'JSON|@file' },
} as const satisfies ArgsDef

const isFixed = (word: string): boolean => /^[a-z-]+$/.test(word)

/** The words in a value hint such as `structured|tools|json`, and whether other values are allowed (`zip|FILE`). */
export const choicesOf = (hint = ''): { readonly words: readonly string[]; readonly isOpen: boolean } => {
  const parts = hint.split('|')
  const words = parts.length === 1 ? [] : parts.filter(isFixed)
  return { words, isOpen: words.length < parts.length }
}

interface Details {
  readonly takesMany?: boolean
  readonly words?: readonly Named[]
}

/** A command whose parameters `run` gets as they are typed here. */
export const command = <const A extends ArgsDef>(
  name: string,
  description: string,
  args: A,
  run: NonNullable<CommandDef<A>['run']>,
  details: Details = {},
): Command => ({
  name,
  description,
  args,
  ...details,
  definition: defineCommand({ meta: { name: `ensemble ${name}`, description }, args, run }),
})
