import { setTimeout as sleep } from 'node:timers/promises'
import { EnsembleError, isObject } from '@ensemble/core'
import { differenceText, experimentPage, figureText, verdictText } from '../experiments/experiment-page.ts'
import type { ShownExperiment } from '../experiments/show-experiment.ts'
import type { Flags } from '../settings/settings.ts'
import type { Client } from './client.ts'
import { print } from './own-output.ts'
import { printableLine } from './printable.ts'
import { parseInput } from './run-command.ts'
import { withClient } from './with-client.ts'
import { writeOut } from './write-out.ts'

export interface ExperimentArguments extends Flags {
  /** `@file` or JSON of a new experiment, or the id of one. */
  readonly what?: string
  readonly continue?: boolean
  /** USD, for --continue. */
  readonly budget?: string
  /** The file of a page to share. */
  readonly page?: string
  /** The letter of the variant whose change becomes that of the files. */
  readonly apply?: string
  readonly json?: boolean
}

const LOOK_MS = 200
const ID = /^[0-9a-f-]{36}$/

/** Starts an experiment and waits for it, or shows, continues or applies one; without either lists them. */
export const experimentCommand = async (flags: ExperimentArguments): Promise<number> => {
  const { what, json = false } = flags
  const budget = readBudget(flags.budget)
  const asked = what === undefined || ID.test(what) ? undefined : await parseInput(what, 'The experiment')
  if (asked !== undefined && !isObject(asked))
    throw new EnsembleError('usage', 'An experiment is an object { idea, inputs, variants }: give it as @file or JSON.')
  return withClient(flags, async (client) => {
    if (what === undefined) {
      for (const { id, title, idea, startedAt } of await client.call('GET', '/api/experiments'))
        print(`${id}  ${printableLine(title === '' ? idea : title)}  ${startedAt}`)
      return 0
    }
    const id = asked === undefined ? what : (await client.call('POST', '/api/experiments', { body: asked })).id
    const path = { id }
    if (flags.continue === true)
      await client.call('POST', '/api/experiments/{id}/continue', {
        path,
        body: budget === undefined ? {} : { budget },
      })
    const shown = await untilDone(client, id, json)
    if (json) print(JSON.stringify(shown, null, 2))
    else tell(shown)
    if (flags.page !== undefined) await writeOut(flags.page, experimentPage(shown))
    if (flags.apply !== undefined) await apply(client, shown, flags.apply)
    return 0
  })
}

const readBudget = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  const budget = Number(text)
  if (budget > 0) return budget
  throw new EnsembleError('usage', `--budget must be a number of dollars above 0, not "${text}".`)
}

const untilDone = async (client: Client, id: string, isQuiet: boolean): Promise<ShownExperiment> => {
  let told = -1
  for (;;) {
    const shown = await client.call('GET', '/api/experiments/{id}', { path: { id } })
    if (shown.endedAt !== undefined) return shown
    const ended = shown.summary.reduce((sum, line) => sum + line.ended, 0)
    if (!isQuiet && ended !== told) console.error(`${ended} of ${shown.cells.length} runs`)
    told = ended
    await sleep(LOOK_MS)
  }
}

const tell = (shown: ShownExperiment): void => {
  const { id, variants, summary, comparisons, isOverBudget, cancelled } = shown
  print(id)
  for (const [at, line] of summary.entries()) {
    const facts = [
      `${line.completed} of ${line.runs} completed`,
      ...(line.score === null ? [] : [`score ${figureText('score', line.score)}`]),
      ...(line.medianMs === null ? [] : [figureText('ms', line.medianMs)]),
      `${line.tokens} tokens`,
      line.cost === null ? 'no price' : figureText('cost', line.cost),
    ]
    print(`${letterOf(at)}  ${printableLine(variants[at]?.name ?? '')}  ${facts.join(', ')}`)
  }
  for (const comparison of comparisons) {
    const { variant, metric, pairs, p } = comparison
    const sign = p === null ? 'all pairs equal' : `p ${p.toPrecision(2)}`
    print(
      `${letterOf(variant)} less A  ${metric.padEnd(6)}  ${differenceText(comparison)}  ${pairs} pairs, ${sign}: ${verdictText(comparison)}`,
    )
  }
  if (isOverBudget === true || cancelled === true) {
    const why = isOverBudget === true ? 'Its budget is used' : 'It was stopped'
    console.error(
      `${why}. Continue it with \`ensemble experiment ${id} --continue${isOverBudget ? ' --budget N' : ''}\`.`,
    )
  }
}

const letterOf = (variant: number): string => String.fromCharCode(65 + variant)

/** Writes the files as the variant has them, all or none. */
const apply = async (client: Client, { id, variants }: ShownExperiment, letter: string): Promise<void> => {
  const variant = letter.toUpperCase().charCodeAt(0) - 65
  if (letter.length !== 1 || variants[variant] === undefined)
    throw new EnsembleError('usage', `--apply takes the letter of a variant, A to ${letterOf(variants.length - 1)}.`)
  const texts = await client.call('GET', '/api/experiments/{id}/edits', { path: { id }, query: { variant } })
  if (texts.length === 0) return void console.error(`Variant ${letterOf(variant)} changes no file.`)
  const edits = texts.map(({ file, etag, text }) => ({ file, ifMatch: etag, text }))
  await client.call('POST', '/api/workspace/edits', { body: { edits } })
  for (const { file } of texts) print(`changed  ${printableLine(file)}`)
}
