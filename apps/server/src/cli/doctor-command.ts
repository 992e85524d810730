import { EnsembleError, type Problem } from '@ensemble/core'
import type { PriceTable } from '@ensemble/core/model'
import { costAt, type ModelLimits } from '@ensemble/core/host'
import type { ExplainedExamination } from '../http/answers.ts'
import type { LocalServer } from '../models/find-local.ts'
import type { ListedEndpoint } from '../models/known-endpoints.ts'
import type { Flags } from '../settings/settings.ts'
import type { Client } from './client.ts'
import { withClient } from './with-client.ts'
import { many } from './plural.ts'
import { type Style, openTerminal } from './terminal.ts'
import { writeOut } from './write-out.ts'
import { printableLine } from './printable.ts'
import { print } from './own-output.ts'
import { problemsInGit } from '../workspace/out-of-git.ts'

interface DoctorFlags extends Flags {
  readonly find?: boolean
  readonly bundle?: string
  readonly preset?: string
  readonly address?: string
  /** The endpoint whose token command is looked at and approved. */
  readonly approve?: string
  readonly yes?: boolean
  readonly json?: boolean
}

export type Verdict =
  | { readonly examined: ExplainedExamination }
  /** The endpoint failed; nothing can be said about the model. */
  | { readonly failure: { readonly code: string; readonly message: string } }

interface Diagnosis {
  readonly health: Readonly<Record<string, unknown>>
  readonly endpoints: readonly ListedEndpoint[]
  readonly verdict: Verdict
  readonly problems: readonly Problem[]
  /** Keys that are written openly into ensemble.json. */
  readonly plainKeys: readonly Problem[]
  /** Keys and runs that git tracks. */
  readonly git: readonly Problem[]
  readonly prices: Pick<PriceTable, 'date' | 'source' | 'builtInDate'> & {
    /** Whether the price of the model is among them. */
    readonly known: boolean
  }
  /** The model’s limits in tokens; undefined if they are not known. */
  readonly limits?: ModelLimits
  /** Other models of the answering endpoints, if none has the requested one. */
  readonly offered?: readonly { readonly endpoint: string; readonly models: readonly string[] }[]
  /** Undefined if they weren't asked for. */
  readonly found?: readonly LocalServer[]
}

export const examineModel = async (client: Client, model: string): Promise<Verdict> => {
  try {
    for (;;) {
      const examined = await client.call('POST', '/api/models/examine', { body: { model } })
      if (!('pending' in examined)) return { examined }
      console.error(`${model} is slow: ${many(examined.pending, 'question')} so far …`)
    }
  } catch (error) {
    if (!(error instanceof EnsembleError)) throw error
    return { failure: { code: error.code, message: error.message } }
  }
}

const NO_TOKENS = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, reasoningTokens: 0, estimated: false }

/** Codes of a model that its endpoint may not have, rather than of an endpoint that is away. */
const MAY_BE_MISNAMED: readonly string[] = ['model.status', 'endpoint.unknown']

const modelsOf = async (client: Client, endpoints: readonly ListedEndpoint[]): Promise<Diagnosis['offered']> => {
  const listed = await Promise.all(
    endpoints.map(async ({ name: endpoint }) => {
      // One that tells no names may have models anyway.
      const { models } = await client
        .call('POST', '/api/endpoints/models', { body: { endpoint } })
        .catch(() => ({ models: [] }))
      return { endpoint, models }
    }),
  )
  return listed.filter(({ models }) => models.length > 0)
}

const diagnose = async (client: Client, flags: DoctorFlags): Promise<Diagnosis> => {
  const health = await client.call('GET', '/api/health')
  const model = flags.model ?? String(health.model)
  const { endpoints } = await client.call('GET', '/api/endpoints')
  const { problems } = await client.call('GET', '/api/graph')
  const git = health.workspace === undefined ? [] : await problemsInGit(health.workspace)
  const { prices, models } = await client.call('GET', '/api/models')
  const limits = models.find(({ name }) => name === model)?.limits
  const asked = flags.find === true ? await client.call('POST', '/api/endpoints/find') : undefined
  const verdict = await examineModel(client, model)
  const isDoubted = 'failure' in verdict && MAY_BE_MISNAMED.includes(verdict.failure.code)
  const offered = isDoubted ? await modelsOf(client, endpoints) : undefined
  return {
    health: { ...health, model },
    endpoints,
    verdict,
    ...(offered !== undefined && { offered }),
    problems: [...problems, ...git].filter(({ severity }) => severity === 'error'),
    plainKeys: problems.filter(({ code }) => code === 'secret.plain'),
    git,
    prices: {
      date: prices.date,
      ...(prices.source !== undefined && { source: prices.source }),
      ...(prices.builtInDate !== undefined && { builtInDate: prices.builtInDate }),
      known: costAt(NO_TOKENS, model, prices) !== null,
    },
    ...(limits !== undefined && { limits }),
    ...asked,
  }
}

const KEYS: { readonly [K in ListedEndpoint['key']]: string } = {
  none: 'no key',
  given: 'its key is set',
  missing: 'its key is missing: set it in Settings, or in the environment variable of that name',
  unapproved: 'its token command is not approved: look at it with ensemble doctor --approve and its name',
}

export const verdictLines = (verdict: Verdict, { green, yellow, red }: Style): readonly string[] => {
  if ('failure' in verdict) return [red(`  ✗ ${printableLine(verdict.failure.message)}  [${verdict.failure.code}]`)]
  if (verdict.examined.simulated)
    return [
      yellow('  ~ The simulated model answers: no language model, no key, the same answers each time.'),
      '    ensemble doctor --find looks for model servers on this machine; --preset NAME tries a provider.',
    ]
  const marks = { works: green('✓'), limited: yellow('~'), fails: red('✗') }
  return verdict.examined.findings.map(
    ({ level, about, sentence }) => `  ${marks[level]} ${about}: ${printableLine(sentence)}`,
  )
}

const MOST_NAMED = 12

const namesLine = (names: readonly string[]): string =>
  printableLine(names.slice(0, MOST_NAMED).join(', ')) + (names.length > MOST_NAMED ? ', …' : '')

const modelLimitLines = ({ limits }: Diagnosis): readonly string[] => {
  const { contextWindow, maxOutput } = limits ?? {}
  const known = [
    ...(contextWindow === undefined ? [] : [`context window ${many(contextWindow, 'token')}`]),
    ...(maxOutput === undefined ? [] : [`answers up to ${many(maxOutput, 'token')}`]),
  ]
  return known.length === 0 ? [] : [`limits     ${known.join(', ')}`]
}

const DAY_MS = 86_400_000
/** Older prices have often changed since. */
const MOST_DAYS = 180

const ageOf = (date: string): number => Math.max(0, Math.floor((Date.now() - Date.parse(date)) / DAY_MS))

/** How old the prices are, and what cannot be held without the model's. */
const priceLines = ({ health, problems, prices }: Diagnosis, { yellow, red }: Style): readonly string[] => {
  const { date, builtInDate = date, source = 'unknown' } = prices
  const days = ageOf(builtInDate)
  const age = `prices     as of ${builtInDate}, ${many(days, 'day')} old, from ${source}`
  const own = prices.builtInDate === undefined ? '' : `; own prices as of ${date}`
  const unpriced = problems.filter(({ code }) => code === 'limit.unpriced')
  return [
    days > MOST_DAYS ? yellow(age + own) : age + own,
    ...(prices.known || unpriced.length > 0
      ? []
      : [yellow(`  ~ No price for ${String(health['model'])}: the cost of its runs is not counted.`)]),
    ...unpriced.map(({ message }) => red(`  ✗ ${printableLine(message)}`)),
  ]
}

const toLines = (diagnosis: Diagnosis, style: Style): readonly string[] => [
  ...['version', 'workspace', 'model', 'profile'].map((name) => `${name.padEnd(10)} ${String(diagnosis.health[name])}`),
  ...verdictLines(diagnosis.verdict, style),
  ...modelLimitLines(diagnosis),
  ...priceLines(diagnosis, style),
  ...placeLines(diagnosis),
]

const placeLines = ({ endpoints, offered = [], problems, plainKeys, git, found }: Diagnosis): readonly string[] => [
  ...endpoints.flatMap((endpoint) => [
    `endpoint   ${endpoint.name}  ${endpoint.baseUrl}  ${KEYS[endpoint.key]}`,
    ...limitLines(endpoint),
  ]),
  ...offered.map(({ endpoint, models }) => `has        ${endpoint}  ${namesLine(models)}; choose with --model`),
  ...(found ?? []).flatMap((server) => foundLines(server, endpoints)),
  ...(found?.length === 0 ? ['found      no model server on the default ports of this machine'] : []),
  ...plainKeys.map(({ message }) => `key        ${printableLine(message)}`),
  ...git.map(({ message }) => `git        ${printableLine(message)}`),
  `problems   ${many(problems.length, 'error')} in the workspace${problems.length === 0 ? '' : '; ensemble validate names them'}`,
]

/** The limits of an endpoint by the minute, and the models that stand in for it. */
const limitLines = ({ limits = {}, fallback = [] }: ListedEndpoint): readonly string[] => {
  const { requestsPerMinute, tokensPerMinute } = limits
  const most = [
    ...(requestsPerMinute === undefined ? [] : [many(requestsPerMinute, 'Request')]),
    ...(tokensPerMinute === undefined ? [] : [many(tokensPerMinute, 'token')]),
  ]
  return [
    ...(most.length === 0 ? [] : [`           at most ${most.join(' and ')} a minute`]),
    ...(fallback.length === 0 ? [] : [`           if it can’t answer: ${printableLine(fallback.join(', '))}`]),
  ]
}

/** A server of this machine, its limits, and the lines for ensemble.json if no endpoint has its address. */
const foundLines = (
  { name, baseUrl, models: [first, ...others], quirk }: LocalServer,
  endpoints: readonly ListedEndpoint[],
): readonly string[] => {
  const models = first === undefined ? 'no models' : printableLine([first, ...others].join(', '))
  const isUsed = endpoints.some((endpoint) => endpoint.baseUrl === baseUrl)
  const key = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const added = { ...(first !== undefined && { model: `${key}/${first}` }), endpoints: { [key]: { baseUrl } } }
  return [
    `found      ${name}  ${baseUrl}  ${models}`,
    ...(quirk === undefined ? [] : [`           ${quirk}`]),
    ...(isUsed ? [] : [`           To use it, add to ensemble.json: ${printableLine(JSON.stringify(added))}`]),
  ]
}

/** Tries the model and reports what works here. Resolves to 1 if a run would fail. */
export const doctorCommand = async (flags: DoctorFlags): Promise<number> => {
  const { preset, approve } = flags
  if (approve !== undefined) return (await import('./doctor-approve.ts')).doctorApprove({ ...flags, approve })
  if (preset !== undefined) return (await import('./doctor-preset.ts')).doctorPreset({ ...flags, preset })
  return withClient(flags, async (client) => {
    const diagnosis = await diagnose(client, flags)
    if (flags.json === true) print(JSON.stringify(diagnosis))
    else for (const line of toLines(diagnosis, openTerminal().style)) print(line)
    if (flags.bundle !== undefined) {
      const bundle = await client.call('GET', '/api/diagnosis')
      await writeOut(flags.bundle, `${JSON.stringify(bundle, null, 2)}\n`)
      console.error(
        `${flags.bundle} holds versions, codes and counts; no key, prompt, input or result. Read it, then attach it.`,
      )
    }
    const { verdict, problems } = diagnosis
    const fails = 'failure' in verdict || verdict.examined.findings.some(({ level }) => level === 'fails')
    const isSimulated = 'examined' in verdict && verdict.examined.simulated
    return problems.length > 0 || (fails && !isSimulated) ? 1 : 0
  })
}
