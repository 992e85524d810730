import type { ArgsDef } from 'citty'
import { choicesOf, type Named } from './command.ts'

/** Completion's view of a command. */
export interface CompletedCommand {
  readonly name: string
  readonly description: string
  readonly args: ArgsDef
  /** The kind of name of its words, where the shell cannot know. */
  readonly words?: readonly Named[]
}

/** One candidate, with what it means for shells that show it. */
export interface Candidate {
  readonly value: string
  readonly description: string
}

/** The workspace's names of each kind that fits; `typed` is the prefix. */
export type NamesOf = (kind: Named, typed: string) => Promise<readonly Candidate[]>

/** A flag and its value apart, however they were typed: most shells leave `--flag=value` one word, bash makes it three. */
export const flagsApart = (words: readonly string[]): readonly string[] =>
  words.flatMap((word, position) => {
    if (word === '=' && words[position - 1]?.startsWith('--') === true) return position === words.length - 1 ? [''] : []
    const [, flag, value] = /^(--[^=]+)=(.*)$/s.exec(word) ?? []
    return flag === undefined ? [word] : [flag, value ?? '']
  })

/**
 * The candidates for the last of `words`, which begins after `ensemble`. Empty for files: the shell completes those.
 */
export const completeWords = async (
  words: readonly string[],
  commands: readonly CompletedCommand[],
  namesOf: NamesOf,
): Promise<readonly Candidate[]> => {
  const candidates = await completeApart(flagsApart(words), commands, namesOf)
  // The shell puts a candidate in place of the whole word.
  const [flag = ''] = /^--[^=]+=/.exec(words.at(-1) ?? '') ?? []
  return flag === '' ? candidates : candidates.map((each) => ({ ...each, value: flag + each.value }))
}

const completeApart = async (
  words: readonly string[],
  commands: readonly CompletedCommand[],
  namesOf: NamesOf,
): Promise<readonly Candidate[]> => {
  const typed = words.at(-1) ?? ''
  const matching = (found: readonly Candidate[]): readonly Candidate[] =>
    found.filter(({ value }) => value.startsWith(typed))
  if (words.length <= 1) return matching(commands.map(({ name, description }) => ({ value: name, description })))
  const command = commands.find(({ name }) => name === words[0])
  if (command === undefined) return []
  const before = (words.at(-2) ?? '').replace(/^--/, '')
  const asked = words.at(-2)?.startsWith('--') === true ? command.args[before] : undefined
  const named = async (kinds: readonly Named[]): Promise<readonly Candidate[]> =>
    matching((await Promise.all(kinds.map((kind) => namesOf(kind, typed)))).flat())
  if (asked !== undefined && asked.type !== 'boolean' && asked.valueHint === 'IDEA') return named(['idea'])
  if (asked !== undefined && asked.type !== 'boolean')
    return matching(choicesOf(asked.valueHint).words.map((value) => ({ value, description: '' })))
  if (typed.startsWith('-'))
    return matching(
      Object.entries(command.args)
        .filter(([, { type }]) => type !== 'positional')
        .map(([name, { description = '' }]) => ({ value: `--${name}`, description })),
    )
  return named(command.words ?? [])
}

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

/** Each asks `ensemble completion words`, so that one function decides. */
export const SCRIPTS: { readonly [S in Shell]: string } = {
  bash: `# eval "$(ensemble completion bash)"
_ensemble() {
  local IFS=$'\\n'
  COMPREPLY=($(ensemble completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1))
}
complete -o default -F _ensemble ensemble`,
  zsh: `#compdef ensemble
# eval "$(ensemble completion zsh)"
_ensemble() {
  local -a found
  local value description
  while IFS=$'\\t' read -r value description; do
    found+=("\${value//:/\\\\:}:\${description}")
  done < <(ensemble completion words -- "\${(@)words[2,$CURRENT]}" 2>/dev/null)
  if (( \${#found} )); then _describe -V 'ensemble' found; else compset -P '--*='; _files; fi
}
compdef _ensemble ensemble`,
  fish: `# ensemble completion fish | source
function __ensemble_words
  set -l words (commandline -opc) (commandline -ct)
  set -l found (ensemble completion words -- $words[2..-1] 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    set -l flag (string match -r -- '^--[^=]+=' $words[-1])
    for path in (__fish_complete_path (string replace -- "$flag" '' $words[-1]))
      echo "$flag$path"
    end
  end
end
complete -c ensemble -f -k -a '(__ensemble_words)'`,
}
