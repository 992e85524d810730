import type { JsonObject } from '../schema/json.ts'
import { charactersIn } from '../schema/rest.ts'
import { type Steps, atOnce } from '../schema/turns.ts'
import { approvalCanHold } from './lint-approval.ts'
import { asksForApproval, describesItself } from './lint-description.ts'
import type { Finding, LintSeverities, SetRule, ToolRule } from './lint-finding.ts'
import { toProblems } from './lint-finding.ts'
import {
  fewParameters,
  namesDistinct,
  nestedDocumented,
  parametersDocumented,
  parametersSpecific,
  requiredFilled,
  requiresSomething,
  shallow,
} from './lint-parameters.ts'
import { fewTools, toldApart } from './lint-set.ts'
import { LIKE_ANOTHER } from './normalise.ts'
import type { Problem } from './problem.ts'
import type { Tool } from './tool.ts'

export type { LintSeverities } from './lint-finding.ts'

/** Rules that look at nothing but a Tool's name and parameters. */
const PARAMETER_RULES: readonly ToolRule[] = [
  nestedDocumented,
  parametersDocumented,
  parametersSpecific,
  requiresSomething,
  requiredFilled,
  namesDistinct,
  fewParameters,
  shallow,
]
const TOOL_RULES: readonly ToolRule[] = [describesItself, findInParameters, asksForApproval, approvalCanHold]
const SET_RULES: readonly SetRule[] = [toldApart, fewTools]

/** The findings of all rules in one Tool, before the workspace's settings. */
export const findInTool = (tool: Tool): readonly Finding[] => {
  const known = foundIn.get(tool)
  if (known !== undefined) return known
  const some = TOOL_RULES.flatMap((rule) => rule(tool))
  // Most are sound, and tens of thousands are held at a time.
  const found = some.length === 0 ? NOTHING : some
  foundIn.set(tool, found)
  return found
}
const NOTHING: readonly Finding[] = []

/** Tools that only their words tell apart have one object for parameters. */
const foundInParameters = new WeakMap<JsonObject, { readonly name: string; readonly found: readonly Finding[] }>()

function findInParameters(tool: Tool): readonly Finding[] {
  const { name, parameters } = tool
  const known = foundInParameters.get(parameters)
  if (known?.name === name) return known.found
  const found = PARAMETER_RULES.flatMap((rule) => rule(tool))
  foundInParameters.set(parameters, { name, found })
  return found
}

const foundIn = new WeakMap<Tool, readonly Finding[]>()

/** Findings among the Tools of a list. */
interface Among {
  readonly tools: readonly Tool[]
  readonly found: readonly Finding[]
}
/** So few are looked through again sooner than remembered. */
const FEW = 16

/** Findings among the Tools that begin with one. */
const foundAmong = new WeakMap<Tool, Among>()
/** For a few: the next caller lints them. */
let foundLast: Among | undefined

const isAmong = (known: Among | undefined, tools: readonly Tool[]): known is Among =>
  known?.tools.length === tools.length && tools.every((tool, at) => tool === known.tools[at])

function* findAmongInSteps(tools: readonly Tool[]): Steps<readonly Finding[]> {
  const [first] = tools
  const known = [foundLast, first && foundAmong.get(first)].find((among) => isAmong(among, tools))
  if (known !== undefined) return known.found
  const found: Finding[] = []
  for (const rule of SET_RULES) found.push(...(yield* rule(tools)))
  if (first !== undefined && tools.length > FEW) foundAmong.set(first, { tools, found })
  else foundLast = { tools, found }
  return found
}

/** Looks at one Tool in each step, then at all together. The findings are remembered: linting afterwards finds it done. */
export function* findInSteps(tools: readonly Tool[]): Steps<void> {
  for (const tool of tools) {
    if (foundIn.has(tool)) continue
    const isLikeAnother = foundInParameters.has(tool.parameters)
    findInTool(tool)
    yield isLikeAnother ? LIKE_ANOTHER : charactersIn(tool.source)
  }
  yield* findAmongInSteps(tools)
}

/** Properties that make models choose or fill one Tool wrongly. Paths point into the author's schema. */
export const lintTool = (tool: Tool, severities: LintSeverities = {}): readonly Problem[] =>
  toProblems(findInTool(tool), severities)

/** Findings that only show among the Tools of one Idea. */
export const lintToolSet = (tools: readonly Tool[], severities: LintSeverities = {}): readonly Problem[] =>
  toProblems(atOnce(findAmongInSteps(tools)), severities)

/** Both for the Tools of one Idea. */
export const lintTools = (tools: readonly Tool[], severities: LintSeverities = {}): readonly Problem[] => [
  ...tools.flatMap((tool) => lintTool(tool, severities)),
  ...lintToolSet(tools, severities),
]
