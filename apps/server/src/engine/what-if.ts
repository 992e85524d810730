import { EnsembleError, type Json, type Run } from '@ensemble/core'
import { isBodyRef } from '@ensemble/core/host'
import type { PriceTable } from '@ensemble/core/model'
import { type AskedRequest, parentOf, repeatedShare, type WhatIf, whatIf } from '@ensemble/core/trace'
import { rest } from '../rest.ts'
import { NO_MODELS } from './recorded-calls.ts'
import type { AnnotatedQuery, WorkspaceJournal } from './workspace-journal.ts'

/** Recorded Runs under other models. */
export interface WhatIfReport {
  readonly runs: number
  readonly requests: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** Those of `inputTokens` that came from a cache. */
  readonly cachedTokens: number
  /** As recorded; null where a price was unknown. */
  readonly cost: number | null
  /** Requests whose tokens were estimated because the endpoint told none, the simulated model's included. */
  readonly estimated: number
  readonly models: readonly WhatIf[]
  /** The newest Runs whose messages were read for advice on caching. */
  readonly readForCache: number
  readonly priceDate: string
  /** Ways with which the same input of an Idea gave the equal output, the cheapest first. */
  readonly equal: readonly EqualWays[]
  readonly more: boolean
}

/** Runs of the same Idea and input with the equal output, by how they asked. */
export interface EqualWays {
  readonly idea: string
  readonly output: string
  readonly ways: readonly {
    readonly model: string
    readonly wire: string
    readonly runs: number
    readonly cost: number
  }[]
}

const PAGE = 500
/** Messages are large: those of so many Runs are compared. */
const READ_FOR_CACHE = 50
const MOST_EQUAL = 20

interface Question extends AnnotatedQuery {
  readonly models: readonly string[]
  readonly most: number
}

/** Reads the newest Runs that match; asks nothing. */
export const readWhatIf = async (
  journal: WorkspaceJournal,
  prices: PriceTable,
  { models, most, ...query }: Question,
): Promise<WhatIfReport> => {
  const runs: Run[] = []
  let cursor: string | null | undefined
  do {
    const limit = Math.min(PAGE, most - runs.length)
    const page = await journal.runs.list({ ...query, trials: false, limit, ...(cursor && { cursor }) })
    runs.push(...page.items)
    cursor = page.next
  } while (cursor !== null && runs.length < most)
  const requests: AskedRequest[] = []
  for (const [at, { id }] of runs.entries()) {
    await rest()
    requests.push(...(await requestsOf(journal, id, at < READ_FOR_CACHE)))
  }
  const asked = [...new Set([...models, ...requests.map(({ model }) => model)])].filter(
    (model) => !NO_MODELS.has(model),
  )
  const sum = (of: (request: AskedRequest) => number): number => requests.reduce((total, each) => total + of(each), 0)
  const costs = runs.map(({ usage }) => usage.cost)
  return {
    runs: runs.length,
    requests: requests.length,
    inputTokens: sum(({ usage }) => usage.inputTokens),
    outputTokens: sum(({ usage }) => usage.outputTokens),
    cachedTokens: sum(({ usage }) => usage.cachedTokens),
    cost: costs.includes(null) ? null : costs.reduce<number>((total, cost) => total + (cost ?? 0), 0),
    estimated: requests.filter(({ usage }) => usage.estimated).length,
    models: whatIf(requests, asked, prices).toSorted(
      (one, other) => (one.cost ?? Number.POSITIVE_INFINITY) - (other.cost ?? Number.POSITIVE_INFINITY),
    ),
    readForCache: Math.min(runs.length, READ_FOR_CACHE),
    priceDate: prices.date,
    equal: await equalWays(journal, runs),
    more: cursor !== null,
  }
}

const requestsOf = async (
  journal: WorkspaceJournal,
  run: string,
  withMessages: boolean,
): Promise<readonly AskedRequest[]> => {
  const started = new Map<string, { readonly model: string; readonly messages: unknown }>()
  for (const event of await journal.readType(run, 'request.started'))
    if (event.type === 'request.started') started.set(event.span, event.data)
  const found: AskedRequest[] = []
  const before = new Map<string, readonly unknown[]>()
  for (const event of await journal.readType(run, 'request.completed')) {
    if (event.type !== 'request.completed' || event.data.source !== undefined) continue
    const { model = '', messages } = started.get(event.span) ?? {}
    const { usage, ms, firstTokenMs } = event.data
    const shown = withMessages ? await listOf(journal, messages) : undefined
    const loop = parentOf(event.span) ?? ''
    const repeated = shown && repeatedShare(before.get(loop) ?? [], shown)
    if (shown !== undefined) before.set(loop, shown)
    found.push({ model, usage, ms, firstTokenMs, ...(repeated !== undefined && { repeated }) })
  }
  return found
}

/** The messages; undefined where they are gone. */
const listOf = async (journal: WorkspaceJournal, stored: unknown): Promise<readonly unknown[] | undefined> => {
  if (!isBodyRef(stored)) return Array.isArray(stored) ? stored : undefined
  try {
    const bytes = await journal.bodies.get(stored.$body)
    const value: unknown = bytes && JSON.parse(new TextDecoder().decode(bytes))
    return Array.isArray(value) ? value : undefined
  } catch (error) {
    if (!(error instanceof EnsembleError)) throw error
    return undefined
  }
}

/** Only Runs with a cost can be compared; a large value is the same if its hash is. */
const equalWays = async (journal: WorkspaceJournal, runs: readonly Run[]): Promise<readonly EqualWays[]> => {
  const groups = groupBy(
    runs.filter(({ status, usage, model }) => status === 'completed' && usage.cost !== null && !NO_MODELS.has(model)),
    ({ idea, input, output }) => JSON.stringify([idea, input, output] as Json[]),
  )
  const found: EqualWays[] = []
  for (const same of groups.values()) {
    if (found.length === MOST_EQUAL) break
    const ways = new Map<string, { model: string; wire: string; runs: number; cost: number }>()
    for (const { id, model, usage } of same) {
      const [first] = await journal.readType(id, 'request.started')
      const wire = first?.type === 'request.started' ? first.data.wire : ''
      const way = ways.get(`${model} ${wire}`) ?? { model, wire, runs: 0, cost: 0 }
      // The mean so far.
      way.cost = (way.cost * way.runs + (usage.cost ?? 0)) / (way.runs + 1)
      way.runs += 1
      ways.set(`${model} ${wire}`, way)
    }
    if (ways.size < 2) continue
    const [{ idea, output }] = same as [Run]
    found.push({
      idea,
      output: (JSON.stringify(output) ?? '').slice(0, 120),
      ways: [...ways.values()].toSorted((one, other) => one.cost - other.cost),
    })
  }
  return found
}

const groupBy = <T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> => {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}
