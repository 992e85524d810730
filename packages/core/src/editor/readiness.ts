import { contextTools } from '../idea/context-tools.ts'
import type { WorkspaceFiles } from '../idea/workspace.ts'
import { normaliseTool } from '../tool/normalise.ts'
import type { Problem } from '../tool/problem.ts'
import type { Tool } from '../tool/tool.ts'
import type { Config } from '../idea/idea.ts'
import { mergeConfig } from '../request/config.ts'
import type { Rest } from '../schema/rest.ts'
import { type Steps, atOnce, inTurns } from '../schema/turns.ts'
import { diagnoseIdeaInSteps, diagnoseTool } from './diagnose.ts'
import type { DiagnoseOptions } from './diagnose.ts'
import { judgePrice, type PriceVerdict, type RunSettings } from './price-check.ts'
import type { RecordedCall } from './recorded-calls.ts'
import { readForEditorInSteps } from './workspace-cache.ts'

/** The checks a careful team ticks before an Idea is shipped, in their order. */
export const READINESS_CHECKS = [
  'schemas',
  'links',
  'descriptions',
  'parameters',
  'required',
  'arguments',
  'errors',
  'approvals',
  'examples',
  'cost',
  'calls',
] as const
/** One thing that an Idea is looked at for before it is shipped. */
export type ReadinessCheck = (typeof READINESS_CHECKS)[number]

/** The name of each check, wherever it is shown. */
const TITLES: { readonly [check in ReadinessCheck]: string } = {
  schemas: 'Schemas',
  links: 'Names',
  descriptions: 'Descriptions',
  parameters: 'Parameters',
  required: 'Required fields',
  arguments: 'Arguments',
  errors: 'Error handling',
  approvals: 'Critical Tools',
  examples: 'Examples and settings',
  cost: 'Cost limit',
  calls: 'Recorded Calls',
}

/** The finding of one check. */
export interface ReadinessItem {
  readonly check: ReadinessCheck
  readonly title: string
  /** `unknown` where nothing is known that could tell. */
  readonly state: 'done' | 'open' | 'unknown'
  /** A sentence about what exists or is missing. */
  readonly message: string
  /** The open points: the same Problems as in the files. */
  readonly problems: readonly Problem[]
  /** Tools that are open for a reason no Problem tells. */
  readonly tools: readonly string[]
}

/** Whether an Idea can be shipped: ready where every check is done, and nothing is open or unknown. */
export interface Readiness {
  readonly idea: string
  readonly isReady: boolean
  readonly items: readonly ReadinessItem[]
}

/** The context for checking an Idea, besides its files. */
export interface ReadinessOptions extends DiagnoseOptions {
  /** Calls in Runs of this Idea; without one that a language model made the last check is unknown. */
  readonly recordedCalls?: readonly RecordedCall[]
  /** Whether a language model gave an output of this Idea that was taken: all there is to see of one without Tools. */
  readonly isAnswered?: boolean
  /** The settings of a run with this Config; without it the cost is unknown. */
  readonly settings?: (own: Config) => RunSettings
}

/** Whether an Idea with its Tools is ready to be shipped, check by check. Undefined where there is no such Idea. */
export const readiness = (files: WorkspaceFiles, idea: string, options: ReadinessOptions = {}): Readiness | undefined =>
  atOnce(readinessInSteps(files, idea, options))

/** The same, but lets other work run (`rest`) for a large Idea or workspace. */
export const readinessInTurns = (
  files: WorkspaceFiles,
  idea: string,
  options: ReadinessOptions,
  rest: Rest,
): Promise<Readiness | undefined> => inTurns(readinessInSteps(files, idea, options), rest)

function* readinessInSteps(
  files: WorkspaceFiles,
  idea: string,
  options: ReadinessOptions,
): Steps<Readiness | undefined> {
  const workspace = yield* readForEditorInSteps(files)
  const parsed = workspace.ideas.get(idea)
  if (parsed === undefined) return undefined
  const found = contextTools(parsed.idea?.context ?? [], workspace.shared).tools
  const tools = found.map(({ name, schema }) => normaliseTool(name, schema).tool)
  const shared = [...new Set(found.flatMap((entry) => entry.shared ?? []))]
  const problems = [
    ...(yield* diagnoseIdeaInSteps(files, idea, options)),
    ...shared.flatMap((name) => diagnoseTool(files, name, options)),
  ]
  const subject: Subject = { idea, files, tools, problems, options, config: parsed.idea?.config ?? {} }
  const items = READINESS_CHECKS.map((check) => CHECKS[check](subject))
  return { idea, isReady: items.every(({ state }) => state === 'done'), items }
}

interface Subject {
  readonly idea: string
  readonly files: WorkspaceFiles
  readonly tools: readonly Tool[]
  readonly problems: readonly Problem[]
  readonly options: ReadinessOptions
  /** The Idea's own. */
  readonly config: Config
}
type Check = (subject: Subject) => ReadinessItem

const item = (
  check: ReadinessCheck,
  state: ReadinessItem['state'],
  message: string,
  more: Partial<Pick<ReadinessItem, 'problems' | 'tools'>> = {},
): ReadinessItem => ({ check, title: TITLES[check], state, message, problems: [], tools: [], ...more })

/** Done while no Problem of these codes is there. */
const noProblem =
  (check: ReadinessCheck, isOf: (problem: Problem) => boolean, done: string, open: string): Check =>
  ({ problems }) => {
    const left = problems.filter(isOf)
    return left.length === 0 ? item(check, 'done', done) : item(check, 'open', open, { problems: left })
  }

const LINKS = new Set([
  'tool.unresolved',
  'module.unresolved',
  'module.outside',
  'module.mergeConflict',
  'activity.missing',
])
const DESCRIPTIONS = new Set([
  'idea.descriptionMissing',
  'lint.descriptionMissing',
  'lint.descriptionVague',
  'lint.descriptionsAlike',
  'tool.confusable',
])
const PARAMETERS = new Set([
  'lint.parameterUndocumented',
  'lint.parameterVague',
  'lint.nestedUndocumented',
  'lint.namesAlike',
])
const REQUIRED = new Set(['lint.noRequired', 'lint.requiredMayBeEmpty', 'schema.requiredUndeclared'])

const COST: { readonly [V in PriceVerdict]: readonly [state: ReadinessItem['state'], message: string] } = {
  priced: ['done', 'The price of its model is known, so the cost limit is enforced.'],
  allowed: ['done', 'No price is known for its model. The settings allow that, so only the token limit is enforced.'],
  default: ['unknown', 'No price is known for its model, so its costs are unknown.'],
  refused: ['open', 'No price is known for its model, so every run ends before its first request.'],
}

const SCHEMAS = noProblem(
  'schemas',
  ({ code, severity }) => !LINKS.has(code) && (severity === 'error' || code.startsWith('schema.')),
  'Every schema is valid and compiles.',
  'Some schemas are not valid.',
)

const CHECKS: { readonly [check in ReadinessCheck]: Check } = {
  schemas: (subject) => {
    const found = SCHEMAS(subject)
    return subject.options.validator === undefined && found.state === 'done'
      ? item('schemas', 'unknown', 'No schema was compiled.')
      : found
  },
  links: noProblem(
    'links',
    ({ code }) => LINKS.has(code),
    'Every Tool, module and Activity that is named is there.',
    'Some named Tools, modules or Activities are missing.',
  ),
  descriptions: noProblem(
    'descriptions',
    ({ code }) => DESCRIPTIONS.has(code),
    'Descriptions are concrete and distinct.',
    'Some descriptions are missing, vague or alike.',
  ),
  parameters: noProblem(
    'parameters',
    ({ code }) => PARAMETERS.has(code),
    'Every parameter says what it means.',
    'Some parameters do not say what they mean.',
  ),
  required: noProblem(
    'required',
    ({ code }) => REQUIRED.has(code),
    'What a Call must hold is stated.',
    'It is not stated everywhere what a Call must hold.',
  ),
  arguments: ({ tools }) => {
    const open = tools.filter(
      ({ parameters }) => parameters.additionalProperties !== false && parameters.unevaluatedProperties !== false,
    )
    return open.length === 0
      ? item('arguments', 'done', 'Arguments are validated before anything runs, undeclared ones refused.')
      : item('arguments', 'open', 'Some Tools accept undeclared parameters.', {
          tools: open.map(({ name }) => name),
        })
  },
  errors: ({ config, options: { settings } }) => {
    const { turns, invalidTurns } = mergeConfig(settings?.(config).config, config).limits ?? {}
    return turns === 1 || invalidTurns === 1
      ? item('errors', 'open', 'A limit of 1 ends the Run before the model can act on an error.')
      : item('errors', 'done', 'Errors go back to the model, which has a turn to act on them.')
  },
  approvals: noProblem(
    'approvals',
    ({ code }) => code === 'lint.approvalMissing',
    'What sounds dangerous is confirmed by a person.',
    'Some Tools sound dangerous and run unconfirmed.',
  ),
  examples: noProblem(
    'examples',
    ({ code }) => code === 'lint.exampleUnknownTool' || code === 'lint.temperatureWithTools',
    'Texts name only Tools that are there, and nothing is left to chance.',
    'A text or a setting leads the model astray.',
  ),
  cost: ({ config, options: { settings } }) => {
    if (settings === undefined) return item('cost', 'unknown', 'The price of the model was not looked up.')
    return item('cost', ...COST[judgePrice({ config }, settings(config))])
  },
  calls: ({ tools, options: { recordedCalls, isAnswered } }) => {
    if (tools.length === 0)
      return isAnswered === true
        ? item('calls', 'done', 'It has no Tools to call, and a real model answered it.')
        : item(
            'calls',
            'unknown',
            'No real model has answered this Idea yet. Answers of the simulated model do not count.',
          )
    if (recordedCalls === undefined) return item('calls', 'unknown', 'No Run was looked at.')
    const called = new Set(recordedCalls.flatMap(({ tool, byModel }) => (byModel === true ? [tool] : [])))
    const never = tools.filter(({ name }) => !called.has(name)).map(({ name }) => name)
    if (never.length === 0) return item('calls', 'done', 'A real model called every Tool.')
    const seen = tools.length - never.length
    const message =
      seen === 0
        ? 'No real model has called a Tool of this Idea yet. Calls of the simulated model do not count.'
        : `A real model called ${seen} of ${tools.length} Tools.`
    // Nothing is wrong with a Tool that no Run needed: whether the model finds it is not known.
    return item('calls', 'unknown', message, { tools: never })
  },
}
