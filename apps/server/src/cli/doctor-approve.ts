import { join } from 'node:path'
import { EnsembleError, ModelError, systemClock } from '@ensemble/core'
import { findWorkspace, readSettings } from '../main.ts'
import { createApprovedCommands } from '../models/approved-commands.ts'
import { commandLine, createTokens } from '../models/token-command.ts'
import type { Flags } from '../settings/settings.ts'
import { parseManifest } from '../workspace/manifest.ts'
import { readSingle } from '../workspace/read-single.ts'
import { shellWord } from '../workspace/shell-word.ts'
import { print } from './own-output.ts'
import { printableLine } from './printable.ts'
import { type Terminal, openTerminal } from './terminal.ts'

export interface ApproveFlags extends Flags {
  /** The name of an endpoint. */
  readonly approve: string
  readonly yes?: boolean
}

const askedIn = async (root: string, endpoint: string) => {
  const { endpoints } = parseManifest((await readSingle(root, 'ensemble.json')) ?? '')
  const { baseUrl, tokenCommand: command } = endpoints.get(endpoint) ?? {}
  if (baseUrl === undefined)
    throw new EnsembleError('endpoint.unknown', `There is no endpoint "${endpoint}" in ensemble.json.`)
  if (command === undefined)
    throw new EnsembleError('usage', `The endpoint "${endpoint}" has no tokenCommand, so there is nothing to approve.`)
  return { endpoint, baseUrl, command }
}

/**
 * Shows the token command of an endpoint, takes a person's yes and tries it. Resolves to 1 without a yes or a token.
 * Throws EnsembleError. Only this command approves: no route does.
 */
export const doctorApprove = async (
  { approve, yes = false, ...flags }: ApproveFlags,
  terminal: Terminal = openTerminal(),
): Promise<number> => {
  const settings = readSettings(flags)
  const { root } = await findWorkspace(settings)
  const asked = await askedIn(root, approve)
  const approved = createApprovedCommands({
    file: join(settings.dataHome, 'ensemble', 'approved-commands.json'),
    root,
  })
  print(`The endpoint "${approve}" (${printableLine(asked.baseUrl)}) gets its key from this command:`)
  print(`  ${printableLine(commandLine(asked.command))}`)
  print(`It runs in ${printableLine(root)} with your rights and your environment.`)
  if (!(await approved.has(approved.hashOf(asked)))) {
    if (!yes && terminal.ask === undefined)
      throw new EnsembleError(
        'usage',
        `This command has no prompt: look at the command above, then run ensemble doctor --approve ${shellWord(approve)} --yes`,
      )
    const answer = yes ? 'y' : await terminal.ask?.('Let it run? [y/N] ', new AbortController().signal)
    if (!/^y(es)?$/i.test(answer?.trim() ?? '')) return 1
    await approved.add(approved.hashOf(asked))
  }
  try {
    const redact = (text: string): string => text
    await createTokens({ root, approved, know: () => undefined, redact, now: systemClock.now }).of(asked)
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    print(`Approved, but it does not work yet. ${printableLine(error.message)}`)
    return 1
  }
  print('Approved. It printed a token.')
  return 0
}
