import { setTimeout as sleep } from 'node:timers/promises'
import { EnsembleError, type Json } from '@ensemble/core'
import type { BothWaysSample, WaySide } from '@ensemble/core/trace'
import type { ShownBothWays } from '../experiments/show-both-ways.ts'
import type { Flags } from '../settings/settings.ts'
import type { Client } from './client.ts'
import { many } from './plural.ts'
import { printableJson, printableLine } from './printable.ts'
import { type Style, openTerminal } from './terminal.ts'
import { print } from './own-output.ts'
import { withClient } from './with-client.ts'

export interface BothWaysArguments extends Pick<Flags, 'workspace'> {
  readonly tool: string
  readonly model?: string
  readonly profile?: string
  readonly idea?: string
  readonly calls?: string
  readonly times?: string
  readonly activity?: string
  /** The smallest share of equal results that passes. */
  readonly agreement?: string
  readonly json?: boolean
}

const LOOK_MS = 150
const SHOWN_CHARACTERS = 60
const SHOWN_FIELDS = 3

const readCount = (name: string, text: string | undefined, most: number): number | undefined => {
  if (text === undefined) return undefined
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1 || count > most)
    throw new EnsembleError('usage', `--${name} must be a number from 1 to ${most}, not ${text}.`)
  return count
}

const readShare = (text: string | undefined): number => {
  const share = Number(text ?? 0)
  if (text === '' || !(share >= 0 && share <= 1))
    throw new EnsembleError('usage', `--agreement must be a share from 0 to 1, such as 0.9, not ${text ?? ''}.`)
  return share
}

const start = async (client: Client, flags: BothWaysArguments): Promise<string> => {
  const { tool, model, profile, idea, activity } = flags
  const [limit, times] = [readCount('calls', flags.calls, 200), readCount('times', flags.times, 20)]
  const body = {
    ...(idea !== undefined && { idea }),
    ...(model !== undefined && { model }),
    ...(profile !== undefined && { profile }),
    ...(activity !== undefined && { activity }),
    ...(limit !== undefined && { limit }),
    ...(times !== undefined && { times }),
  }
  const { id } = await client.call('POST', '/api/tools/{name}/both-ways', { path: { name: tool }, body })
  return id
}

/** Until all has been done that can be done without a person. */
const untilDone = async (client: Client, id: string): Promise<ShownBothWays> => {
  for (;;) {
    const shown = await client.call('GET', '/api/both-ways/{id}', { path: { id } })
    if (shown.endedAt !== undefined) return shown
    await sleep(LOOK_MS)
  }
}

const short = (value: Json | undefined): string => {
  if (value === undefined) return 'missing'
  const text = printableJson(value)
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text
}

const tellSide = (side: WaySide): string => {
  if (side.status === 'done') return short(side.result)
  if (side.status === 'waiting') return `waits for a person: ensemble approve ${side.run ?? ''}`
  return side.error === undefined ? 'did not end' : `failed: ${printableLine(side.error)}`
}

const tellSample = (sample: BothWaysSample, style: Style): readonly string[] => {
  const { verdict, diff = [] } = sample
  if (verdict === 'equal') return [`  ${style.dim('equal')}`]
  if (verdict === 'invalid') return [`  ${style.bold(verdict)}  ${printableLine(sample.error ?? '')}`]
  if (verdict === undefined) return [`  ${style.bold('not compared')}  ${tellSide(sample)}`]
  const fields = diff.slice(0, SHOWN_FIELDS).map(({ path, before, after }) => {
    const place = path === '' ? 'the result' : printableLine(path)
    return `    ${place}  ${short(before)} → ${short(after)}`
  })
  const more = diff.length > SHOWN_FIELDS ? [`    and ${many(diff.length - SHOWN_FIELDS, 'more difference')}`] : []
  return [`  ${style.bold('different')}`, ...fields, ...more]
}

const money = (cost: number | null): string => (cost === null ? 'no price known' : `$${cost.toFixed(4)}`)
const time = (ms: number | null): string => (ms === null ? 'no time' : `${Math.round(ms)} ms`)

const tell = ({ rows, summary, tool, activity }: ShownBothWays, style: Style): void => {
  for (const { run, span, call, explicit, latent } of rows) {
    print(`${style.bold(`${printableLine(tool)} ${short(call)}`)}  ${style.dim(`${run.slice(-6)} ${span}`)}`)
    print(`  ${printableLine(activity)}  ${tellSide(explicit)}`)
    for (const sample of latent) for (const line of tellSample(sample, style)) print(line)
  }
  const { equal, different, invalid, agreement, explicit, latent } = summary
  const share = agreement === null ? 'nothing to compare' : `${Math.round(agreement * 100)} % equal`
  print(`${share}: ${equal} equal, ${different} different, ${invalid} invalid`)
  print(
    `explicit ${time(explicit.medianMs)}, ${money(explicit.cost)}; latent ${time(latent.medianMs)}, ${money(latent.cost)}`,
  )
}

/** Recorded Calls of a Tool, done again by its Activity and by a model, row by row. Resolves to the exit code. */
export const bothWaysCommand = async (flags: BothWaysArguments): Promise<number> => {
  const { workspace, json = false } = flags
  const least = readShare(flags.agreement)
  return withClient(workspace === undefined ? {} : { workspace }, async (client) => {
    const shown = await untilDone(client, await start(client, flags))
    if (json) print(JSON.stringify(shown, null, 2))
    else tell(shown, openTerminal(process.stdout).style)
    return flags.agreement !== undefined && (shown.summary.agreement ?? 0) < least ? 1 : 0
  })
}
