import { EnsembleError, type OpenApproval, isObject } from '@ensemble/core'
import { hasEnded } from '@ensemble/core/journal'
import type { Flags } from '../settings/settings.ts'
import { approveAtPrompt } from './approve-at-prompt.ts'
import type { Client } from './client.ts'
import { withClient } from './with-client.ts'
import { findRunId } from './find-run.ts'
import { followRun } from './follow-run.ts'
import { reportEnd } from './report-end.ts'
import { recordedApprovals } from './recorded-approvals.ts'
import { parseInput } from './run-command.ts'
import { type Terminal, openTerminal } from './terminal.ts'
import { print } from './own-output.ts'
import { printable, printableJson, printableLine } from './printable.ts'

export interface ApproveArguments extends Flags {
  /** Its id, or the beginning of it; undefined lists what waits. */
  readonly run?: string
  /** Only this Call. */
  readonly call?: string
  readonly yes?: boolean
  readonly refuse?: boolean
  readonly reason?: string
  /** All parameters, and a result, as JSON or `@file`. */
  readonly edit?: string
  readonly answer?: string
  readonly json?: boolean
}

type Decision = Readonly<Record<string, unknown>>

const usage = (message: string): EnsembleError => new EnsembleError('usage', message)

/** The decision in the flags; undefined if the person decides at the prompt. Throws EnsembleError `usage`. */
const readDecision = async ({
  yes = false,
  refuse = false,
  reason,
  edit,
  answer,
}: ApproveArguments): Promise<Decision | undefined> => {
  const given = [yes, refuse, edit !== undefined, answer !== undefined].filter(Boolean).length
  if (given > 1) throw usage('Use only one of --yes, --refuse, --edit and --answer.')
  if (reason !== undefined && !refuse) throw usage('--reason works only with --refuse.')
  if (yes) return { decision: 'approve' }
  if (refuse) return { decision: 'refuse', ...(reason !== undefined && { reason }) }
  if (answer !== undefined) return { decision: 'answer', result: await parseInput(answer, '--answer') }
  if (edit === undefined) return undefined
  const call = await parseInput(edit, '--edit')
  if (!isObject(call)) throw usage('--edit takes all parameters of the Call, as a JSON object.')
  return { decision: 'edit', call }
}

const LOOKS = 80
const LOOK_MS = 25

/** The waiting Calls of a Run. One that just resumed needs a moment to reach its question. */
const openIn = async (client: Client, run: string): Promise<readonly OpenApproval[]> => {
  const open = async (): Promise<readonly OpenApproval[]> => {
    const all = await client.call('GET', '/api/approvals')
    return all.filter((approval) => approval.run === run)
  }
  const mayCome = async (): Promise<boolean> =>
    client.isOwn && !hasEnded(await client.call('GET', '/api/runs/{id}', { path: { id: run } }))
  for (let look = 0; look < LOOKS; look++) {
    const found = await open()
    if (found.length > 0 || !(await mayCome())) return found
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  return []
}

const tellOpen = (open: readonly OpenApproval[], { style }: Terminal, json: boolean): void => {
  if (json) print(JSON.stringify(open, null, 2))
  else if (open.length === 0) console.error('No Call waits for a person.')
  else
    for (const { run, callId, tool, parameters, why, since, reasoning, reason } of open) {
      const question = why === 'question' ? parameters['question'] : undefined
      if (typeof question === 'string') print(`${run}  ${style.bold('asks:')} ${printableLine(question)}`)
      else print(`${run}  ${style.bold(printableLine(tool))} ${printableJson(parameters)}`)
      print(`  ${style.dim(`call ${callId}, ${why}, since ${since}`)}`)
      for (const line of [reason, reasoning]) if (line !== undefined) print(`  ${printable(line, '  ')}`)
    }
}

const decide = async (
  client: Client,
  { run, callId, hash, question, why }: OpenApproval,
  decision: Decision,
  { answer = '' }: ApproveArguments,
): Promise<void> => {
  // A question is answered in words: `42` is not a number there.
  const isText = why === 'question' && !answer.startsWith('@') && 'result' in decision
  await client.call('POST', '/api/runs/{id}/approvals/{callId}', {
    path: { id: run, callId },
    body: { ...decision, ...(isText && { result: answer }), hash, question },
  })
}

const choose = (open: readonly OpenApproval[], run: string, call: string | undefined): readonly OpenApproval[] => {
  if (open.length === 0) throw new EnsembleError('approval.unknown', `No Call of run ${run} waits for a person.`)
  const chosen = call === undefined ? open : open.filter(({ callId }) => callId.startsWith(call))
  if (chosen.length === 0)
    throw new EnsembleError(
      'approval.unknown',
      `No Call ${String(call)} of run ${run} waits for a person. Waiting: ${open.map(({ callId }) => callId).join(', ')}.`,
    )
  return chosen
}

/** Lists the waiting Calls, or decides those of one Run and follows it if no server does. Resolves to the exit code. */
export const approveCommand = async (
  flags: ApproveArguments,
  terminal: Terminal = openTerminal(process.stderr),
): Promise<number> => {
  const { run: named, json = false, call, workspace } = flags
  const decision = await readDecision(flags)
  if (named === undefined && (decision !== undefined || call !== undefined))
    throw usage('Name the run: ensemble approve RUN.')
  // A list continues no Run; a decision needs its Run to continue.
  return withClient({ ...flags, resume: named !== undefined }, async (client) => {
    if (named === undefined) {
      const open = client.isOwn ? await recordedApprovals(client) : await client.call('GET', '/api/approvals')
      tellOpen(open, openTerminal(), json)
      return 0
    }
    const run = await findRunId(client, named)
    const chosen = choose(await openIn(client, run), run, call)
    const { ask, style } = terminal
    if (decision === undefined && ask === undefined) {
      tellOpen(chosen, openTerminal(), json)
      throw usage('This command has no prompt: decide with --yes, --refuse, --edit or --answer.')
    }
    for (const approval of chosen) {
      if (decision !== undefined) await decide(client, approval, decision, flags)
      else if (ask !== undefined) await approveAtPrompt(client, approval, { ask, style }, new AbortController().signal)
    }
    if (client.isOwn) {
      const ended = await followRun(client, run, { terminal, json, print })
      return reportEnd(client, run, ended, { json, workspace })
    }
    if (json) print(JSON.stringify({ run, decided: chosen.map(({ callId }) => callId) }))
    else print(`Decided; the run continues at ${client.url}`)
    return 0
  })
}
