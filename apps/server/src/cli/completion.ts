import type { ArgsDef } from 'citty'

/** What completion knows of a command. */
export interface CompletedCommand {
  readonly name: string
  readonly description: string
  readonly args: ArgsDef
  /** What its words name, where the shell cannot know. */
  readonly words?: 'idea'
}

/** One candidate, with what it means for shells that show it. */
export interface Candidate {
  readonly value: string
  readonly description: string
}

/**
 * What may stand where the last of `words` is being typed; `words` begins after `ensemble`. Nothing where a file or
 * free text is meant: the shell completes files itself.
 */
export const completeWords = (
  words: readonly string[],
  commands: readonly CompletedCommand[],
  ideas: readonly string[],
): readonly Candidate[] => {
  const typed = words.at(-1) ?? ''
  const matching = (found: readonly Candidate[]): readonly Candidate[] =>
    found.filter(({ value }) => value.startsWith(typed))
  if (words.length <= 1) return matching(commands.map(({ name, description }) => ({ value: name, description })))
  const command = commands.find(({ name }) => name === words[0])
  if (command === undefined) return []
  const before = (words.at(-2) ?? '').replace(/^--/, '')
  const asked = words.at(-2)?.startsWith('--') === true ? command.args[before] : undefined
  const named = (): readonly Candidate[] => matching(ideas.map((value) => ({ value, description: 'Idea' })))
  if (asked !== undefined && asked.type !== 'boolean' && asked.valueHint === 'IDEA') return named()
  if (asked !== undefined && asked.type !== 'boolean')
    // A value hint of fixed words, such as structured|tools|json, is the list itself.
    return matching(
      /^[a-z-]+(\|[a-z-]+)+$/.test(asked.valueHint ?? '')
        ? (asked.valueHint ?? '').split('|').map((value) => ({ value, description: '' }))
        : [],
    )
  if (typed.startsWith('-'))
    return matching(
      Object.entries(command.args)
        .filter(([, { type }]) => type !== 'positional')
        .map(([name, { description = '' }]) => ({ value: `--${name}`, description })),
    )
  return command.words === 'idea' ? named() : []
}

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

/** Each asks `ensemble completion words`, so that one function knows what may stand where. */
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
  if (( \${#found} )); then _describe 'ensemble' found; else _files; fi
}
compdef _ensemble ensemble`,
  fish: `# ensemble completion fish | source
function __ensemble_words
  set -l words (commandline -opc) (commandline -ct)
  ensemble completion words -- $words[2..-1] 2>/dev/null
end
complete -c ensemble -a '(__ensemble_words)'`,
}
