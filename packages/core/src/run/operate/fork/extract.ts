import { parseAddress } from '../../../idea/address.ts'
import type { LoadedIdea } from '../../../idea/idea.ts'
import { inputDefaultOf } from '../../../idea/input.ts'
import type { EventData, JournalEvent } from '../../../journal/events.ts'
import { limitsOf, mergeConfig } from '../../../request/config.ts'
import { EnsembleError } from '../../../schema/ensemble-error.ts'
import { hashJson } from '../../../schema/hash.ts'
import type { ExecutorDeps } from '../../record/executor-deps.ts'
import { withDeclaredImports } from './declared-imports.ts'
import { liftedCalls } from '../../record/lifted-calls.ts'
import { allPins } from './fork.ts'
import { pinText, storeText } from '../../record/pins.ts'
import { replayTo } from '../replay.ts'
import { refuseImported } from '../../record/refuse-imported.ts'
import { runCreated, type RunCreated } from '../../record/run-created.ts'
import type { Endpoints, Watch } from '../../perform/run-scope.ts'

/** The future Idea: the Module of the Call at `span`, or sibling Calls. `idea`: the new Idea's place. */
export type ExtractOptions = { readonly idea: string } & (
  { readonly span: string } | { readonly calls: readonly string[] }
)

const noModule = (span: string): EnsembleError =>
  new EnsembleError('extract.span', `There is no Module at ${span}: only a Call that ran one holds a Loop to extract.`)

/**
 * A recorded Module as an Idea: its Messages, and an input for parameters and imports. Throws EnsembleError
 * `extract.span`.
 */
export async function extractIdea(
  deps: ExecutorDeps,
  endpoints: Endpoints,
  run: string,
  span: string,
): Promise<Pick<LoadedIdea, 'idea' | 'tools'>> {
  let found: Parameters<NonNullable<Watch['onLoop']>>[0] | undefined
  const onLoop: Watch['onLoop'] = (start) => {
    if (start.span === span) found ??= start
  }
  if (span !== '') await replayTo({ deps, run, endpoints }, { onLoop })
  if (found?.module === undefined) throw noModule(span)
  return { idea: withDeclaredImports(found.module, found.loaded.tools), tools: found.loaded.tools }
}

/**
 * The first event of the new Idea's first case, with the recorded facts kept. Throws EnsembleError `extract.span`,
 * `extract.calls`.
 */
export async function extractedEvent(
  deps: ExecutorDeps,
  source: readonly JournalEvent[],
  options: ExtractOptions,
): Promise<RunCreated> {
  const [first] = source
  if (first?.type !== 'run.created') throw noModule('')
  refuseImported(first.data, first.run)
  const { before, from, calls } = 'calls' in options ? ofCalls(source, options.calls) : ofModule(source, options.span)
  const { engine: _engine, base, config, profile, bindings, implementations, swapsEvery } = first.data
  const loaded = await deps.ideas.resolve(options.idea)
  const merged = mergeConfig(base, loaded.idea.config, config)
  const input = inputDefaultOf(loaded.idea) ?? null
  const hash = await storeText(deps.journal, pinText(loaded))
  return runCreated(deps, {
    engine: deps.engine,
    idea: loaded.address,
    input,
    profile,
    config,
    base,
    model: deps.models(merged.model).name,
    limits: limitsOf(merged),
    seed: hashJson([input, merged.seed ?? null]),
    pins: { ...allPins(source), [loaded.address]: hash },
    bindings: { ...bindings, ...renamed(bindings, before, loaded.address) },
    ...(implementations && { implementations }),
    ...(swapsEvery && { swapsEvery }),
    fork: { run: first.run, at: source.length, reuse: 'unchanged', from, ...(calls && { calls }) },
  })
}

/** Where what is extracted was recorded, and the Idea whose Loop it is. */
interface Origin {
  readonly before: string
  readonly from: string
  readonly calls?: readonly string[]
}

const ofModule = (source: readonly JournalEvent[], span: string): Origin => {
  const entered = source.find((event) => event.type === 'module.entered' && event.span === span)
  if (entered?.type !== 'module.entered') throw noModule(span)
  return { before: entered.data.address, from: span }
}

const ofCalls = (source: readonly JournalEvent[], spans: readonly string[]): Origin => {
  const calls = liftedCalls(source, spans)
  return { before: calls[0].caller, from: calls[0].loop, calls: calls.map(({ span }) => span) }
}

/** The profile's bindings for the old Idea alone, for the new one. */
const renamed = (bindings: EventData['run.created']['bindings'], from: string, to: string): Record<string, string> => {
  const [before, after] = [parseAddress(from), parseAddress(to)]
  if (before.type !== 'idea' || after.type !== 'idea') return {}
  const prefix = `${before.name}/`
  return Object.fromEntries(
    Object.entries(bindings)
      .filter(([tool]) => tool.startsWith(prefix))
      .map(([tool, target]) => [`${after.name}/${tool.slice(prefix.length)}`, target]),
  )
}
