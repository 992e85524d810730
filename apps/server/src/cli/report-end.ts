import type { Json, JournalEvent, OpenApproval } from '@ensemble/core'
import { artifactsIn, filesNotMade } from '../engine/artifact-values.ts'
import { placeOf, shellWord } from '../workspace/shell-word.ts'
import { coverageOf, simulatedIn } from '@ensemble/core/trace'
import { SIMULATED_NOTICE } from '../engine/simulated-notice.ts'
import type { Answers } from '../http/answers.ts'
import type { Client } from './client.ts'
import { coverageSentences } from './coverage-sentences.ts'
import { eventsOf } from './events-of.ts'
import type { Ended } from './follow-run.ts'
import { many } from './plural.ts'
import { filesOf, outputOf, shortNameOf } from './run-artifacts.ts'
import { printable, printableJson, printableLine } from './printable.ts'
import { print } from './own-output.ts'

/** The files that an output holds, each with the command that saves it. */
const tellFiles = async (client: Client, run: string, output: Json, workspace: string | undefined): Promise<void> => {
  if (artifactsIn(output).length === 0) return
  const files = await filesOf(client, run)
  const held = [...files.inOutput].flatMap((own) => files.listed.filter(({ name }) => name === own))
  const made = files.listed.map(({ name }) => name)
  for (const own of filesNotMade(output, made))
    console.error(`The output names a file that this run did not make: ${printableLine(own)}`)
  if (held.length === 0) return
  console.error(
    held.length === 1 ? 'The output contains a file. Save it with:' : 'The output contains files. Save them with:',
  )
  for (const { name, type, bytes } of held)
    console.error(
      `  ensemble export ${run} --to ${shellWord(shortNameOf(name, files))}${placeOf(workspace)}  # ${type}, ${many(bytes, 'byte')}`,
    )
}

/** How much of the graph a simulated Run tried: it is a check of the workspace as much as an answer. */
const tellCoverage = async (client: Client, events: readonly JournalEvent[]): Promise<void> => {
  const graph: Answers['GET']['/api/graph'] = await client.call('GET', '/api/graph')
  for (const sentence of coverageSentences(coverageOf(events, graph))) console.error(printableLine(sentence))
}

const reasonOf = (last: JournalEvent): string => {
  if (last.type === 'run.failed') return `${last.data.error.message} [${last.data.error.code}]`
  return last.type === 'run.cancelled' ? 'It was cancelled.' : `It ended with ${last.type}.`
}

/** The reason the command ended before its Run, and how the Run continues. */
const waitingSentence = (
  client: Client,
  id: string,
  { tool, parameters, why }: OpenApproval,
  workspace: string | undefined,
): string => {
  const place = placeOf(workspace)
  const page = client.isOwn ? `the page of \`ensemble serve${place}\`` : `the page at ${client.url}`
  if (why === 'question')
    return (
      `the model asks: ${printable(String(parameters['question']), '  ')}\n` +
      `Nothing was lost: answer in ${page}, or with \`ensemble approve ${id} --answer "…"${place}\`.`
    )
  return (
    `the run waits for a person before ${printableLine(tool)} ${printableJson(parameters)}, and this command has no prompt. ` +
    `Nothing was lost: run ${id} continues once a person answers in ${page}, or with \`ensemble approve ${id}${place}\`.`
  )
}

export interface ReportOptions {
  /** Its events were the output. */
  readonly json: boolean
  readonly workspace: string | undefined
}

/** Prints a Run's output on standard output, everything else on the error stream. Returns 0 if it completed, else 1. */
export const reportEnd = async (
  client: Client,
  id: string,
  ended: Ended,
  { json, workspace }: ReportOptions,
): Promise<number> => {
  if (ended.type === 'unanswered') {
    console.error(`ensemble: ${waitingSentence(client, id, ended.approval, workspace)}`)
    return 1
  }
  if (ended.type === 'left') {
    console.error(
      `ensemble: the run was stopped before its end. Nothing was lost: run ${id} resumes at the next start of \`ensemble serve${placeOf(workspace)}\`.`,
    )
    return 1
  }
  const { last } = ended
  if (last.type === 'run.completed') {
    if (json) return 0
    const output = await outputOf(client, id, last.data.output)
    print(printableJson(output, 2))
    const events = await eventsOf(client, id)
    const simulated = simulatedIn(events)
    if (simulated !== undefined) {
      console.error(SIMULATED_NOTICE[simulated])
      await tellCoverage(client, events)
    }
    await tellFiles(client, id, output, workspace)
    return 0
  }
  console.error(`ensemble: the run did not complete: ${printable(reasonOf(last), '  ')}`)
  return 1
}
