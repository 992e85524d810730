import { EnsembleError } from '@ensemble/core'
import { openCompletedNames } from './completed-names.ts'
import { type CompletedCommand, SCRIPTS, SHELLS, completeWords, flagsApart } from './completion.ts'
import { print } from './own-output.ts'

/** The folder that `--workspace` names; undefined if it is missing. */
const workspaceIn = (words: readonly string[]): string | undefined => {
  const apart = flagsApart(words)
  const at = apart.indexOf('--workspace')
  return at < 0 ? undefined : apart[at + 1]
}

/** Prints the script of a shell or, when that script asks, the candidates for the last word. */
export const completionCommand = async (
  what: string,
  words: readonly string[],
  commands: readonly CompletedCommand[],
): Promise<number> => {
  if (what === 'words') {
    const workspace = workspaceIn(words)
    const namesOf = openCompletedNames(workspace === undefined ? {} : { workspace })
    for (const { value, description } of await completeWords(words, commands, namesOf))
      print(`${value}\t${description}`)
    return 0
  }
  const shell = SHELLS.find((each) => each === what)
  if (shell === undefined)
    throw new EnsembleError('usage', `There is no completion for "${what}"; there are ${SHELLS.join(', ')}.`)
  print(SCRIPTS[shell])
  return 0
}
