import { readFile } from 'node:fs/promises'
import { EnsembleError, type Json, type JsonObject, type Run, isObject } from '@ensemble/core'
import { sha256Text } from '@ensemble/core/host'
import { hasEnded } from '@ensemble/core/journal'
import type { Flags } from '../settings/settings.ts'
import type { Client } from './client.ts'
import { readExpect } from './keep-command.ts'
import { print } from './own-output.ts'
import { mapRow } from './map-row.ts'
import { many } from './plural.ts'
import { printableJson, printableLine } from './printable.ts'
import { readRows, rowsText } from './read-rows.ts'
import { runToEnd } from './run-quietly.ts'
import { readShare } from './share.ts'
import { withClient } from './with-client.ts'

export interface CasesArguments extends Flags {
  readonly action: string
  readonly file?: string
  readonly idea?: string
  /** `COLUMN=input/NAME,COLUMN=output/NAME`. */
  readonly map?: string
  readonly match?: string
  readonly expect?: string
  /** The share of runs to keep, from 0 to 1. */
  readonly ratio?: string
  readonly failed?: boolean
  readonly minCost?: string
  readonly minMs?: string
  readonly dryRun?: boolean
}

/** Makes cases: `import` from the rows of a file, `sample` from recorded runs. */
export const casesCommand = async (flags: CasesArguments): Promise<number> => {
  if (flags.action === 'import') return importCases(flags)
  if (flags.action === 'sample') return sampleCases(flags)
  throw new EnsembleError('usage', `ensemble cases takes import FILE or sample, not ${flags.action}.`)
}

/** Rows beyond these belong into an experiment. */
const MOST_ROWS = 1000
const MATCHES = ['equals', 'similar'] as const

const importCases = async (flags: CasesArguments): Promise<number> => {
  const { file, idea, match: wanted = 'equals', dryRun = false } = flags
  if (file === undefined || idea === undefined)
    throw new EnsembleError('usage', 'Name the file and the Idea: ensemble cases import FILE.csv --idea IDEA.')
  const match = MATCHES.find((each) => each === wanted)
  if (match === undefined) throw new EnsembleError('usage', `--match is equals or similar, not ${wanted}.`)
  const more = (await readExpect(flags.expect)) ?? []
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw new EnsembleError('usage', `${file} cannot be read.`, { cause })
  })
  const rows = readRows(file, rowsText(file, bytes))
  if (rows.length === 0 || rows.length > MOST_ROWS)
    throw new EnsembleError('usage', `${file} has ${many(rows.length, 'row')}; from 1 to ${MOST_ROWS} can be imported.`)
  return withClient(flags, async (client) => {
    const schema = inputSchema(await client.call('GET', '/api/ideas/{name}', { path: { name: idea } }))
    const mapped = rows.map((row) => mapRow(row, flags.map, schema))
    const taken = new Set((await client.call('GET', '/api/cases')).map(({ name }) => name.toLowerCase()))
    let made = 0
    for (const { input, expected } of mapped) {
      // The same row is the same case, however often it is imported.
      const name = `${idea.slice(0, 40)}-${sha256Text(JSON.stringify([input, expected])).slice(0, 8)}`
      const expect = [...expected.map((each) => ({ type: match, ...each })), ...more]
      if (dryRun) print(`${name}  ${printableJson(input)}  ${expect.map(printableJson).join(' ')}`)
      if (dryRun || taken.has(name.toLowerCase())) continue
      const run = await runRow(client, { idea, input, ...(flags.model !== undefined && { model: flags.model }) })
      await client.call('POST', '/api/cases', { body: { name, run, expect } })
      taken.add(name.toLowerCase())
      print(`cases/${name}.json  ${run}`)
      made++
    }
    if (!dryRun) print(`${many(rows.length, 'row')}, ${many(made, 'new case')}`)
    return 0
  })
}

/** The run of a row, ended. Throws EnsembleError `run.unfinished` where it waits for a person. */
const runRow = async (client: Client, body: object): Promise<string> => {
  const { id } = await client.call('POST', '/api/runs', { body })
  const ended = await runToEnd(client, id)
  if (ended.type === 'ended') return id
  const hint = `Decide with \`ensemble approve ${id}\` and import again.`
  throw new EnsembleError('run.unfinished', `Run ${id} waits for a person before ${ended.approval.tool}. ${hint}`)
}

const inputSchema = (idea: Json): JsonObject => {
  const context = isObject(idea) && Array.isArray(idea['context']) ? (idea['context'] as readonly Json[]) : []
  const input = context.find((message) => isObject(message) && message['type'] === 'input')
  const schema = isObject(input) ? input['schema'] : undefined
  return isObject(schema) && isObject(schema['properties']) ? schema['properties'] : {}
}

const MOST_CASES = 500

const sampleCases = async (flags: CasesArguments): Promise<number> => {
  const { idea, failed = false, dryRun = false } = flags
  if (idea === undefined)
    throw new EnsembleError('usage', 'Name the Idea: ensemble cases sample --idea IDEA --ratio 0.1.')
  const ratio = readShare('--ratio', flags.ratio) ?? 1
  const [minCost, minMs] = [readBound('--min-cost', flags.minCost), readBound('--min-ms', flags.minMs)]
  const expect = await readExpect(flags.expect)
  return withClient(flags, async (client) => {
    const taken = new Set((await client.call('GET', '/api/cases')).map(({ name }) => name.toLowerCase()))
    const query = { idea: `idea://${idea}`, limit: 500, minCost, minMs, ...(failed && { status: 'failed' }) }
    let [seen, made, cursor]: [number, number, string | null] = [0, 0, '']
    while (cursor !== null && made < MOST_CASES) {
      const page: { readonly items: readonly Run[]; readonly next: string | null } = await client.call(
        'GET',
        '/api/runs',
        {
          query: { ...query, ...(cursor !== '' && { cursor }) },
        },
      )
      cursor = page.next
      seen += page.items.length
      for (const run of page.items.filter((each) => hasEnded(each) && isSampled(each.id, ratio))) {
        const name = `sampled-${run.id.slice(-12)}`
        if (taken.has(name) || made >= MOST_CASES) continue
        made++
        print(`cases/${name}.json  ${run.id}  ${printableLine(run.status)}  ${printableJson(run.input)}`)
        if (dryRun) continue
        await client.call('POST', '/api/cases', {
          body: { name, run: run.id, ...(expect !== undefined && { expect }) },
        })
      }
    }
    print(`${many(seen, 'run')} looked at, ${many(made, 'new case')}`)
    return 0
  })
}

const readBound = (flag: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  const bound = text.trim() === '' ? Number.NaN : Number(text)
  if (bound >= 0) return bound
  throw new EnsembleError('usage', `${flag} must be a number from 0 on, not "${text}".`)
}

/** The same runs each time: by a hash of the id. */
const isSampled = (run: string, ratio: number): boolean =>
  Number.parseInt(sha256Text(run).slice(0, 8), 16) / 2 ** 32 < ratio
