import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { EnsembleError } from '@ensemble/core'
import { findWorkspace, readSettings } from '../main.ts'
import type { Flags } from '../settings/settings.ts'
import { type CompletedCommand, SCRIPTS, SHELLS, completeWords } from './completion.ts'
import { print } from './own-output.ts'

/** Names of Ideas as the folder has them; none where there is no workspace yet, and none is made for a completion. */
const ideasOf = async (flags: Flags): Promise<readonly string[]> => {
  const settings = readSettings(flags)
  if (settings.workspace === undefined) return []
  const { root } = await findWorkspace(settings)
  const files = await readdir(join(root, 'ideas')).catch(() => [])
  return files.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -'.json'.length))
}

/** Prints the script of a shell, or, for such a script, what may stand where the last word is typed. */
export const completionCommand = async (
  what: string,
  words: readonly string[],
  commands: readonly CompletedCommand[],
): Promise<number> => {
  if (what === 'words') {
    const at = words.indexOf('--workspace')
    const workspace = at < 0 ? undefined : words[at + 1]
    const ideas = await ideasOf(workspace === undefined ? {} : { workspace }).catch(() => [])
    for (const { value, description } of completeWords(words, commands, ideas)) print(`${value}\t${description}`)
    return 0
  }
  const shell = SHELLS.find((each) => each === what)
  if (shell === undefined)
    throw new EnsembleError('usage', `There is no completion for "${what}"; there are ${SHELLS.join(', ')}.`)
  print(SCRIPTS[shell])
  return 0
}
