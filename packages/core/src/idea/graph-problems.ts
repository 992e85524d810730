import type { Profile } from './bindings.ts'
import type { Pointer } from '../schema/json.ts'
import { nearestKey } from '../schema/nearest-name.ts'
import type { Steps } from '../schema/turns.ts'
import { findInSteps, lintTools } from '../tool/lint.ts'
import type { LintSeverities } from '../tool/lint.ts'
import { toProblems } from '../tool/lint-finding.ts'
import { describeMissingActivity } from '../tool/mode.ts'
import type { Problem } from '../tool/problem.ts'
import type { ProblemCode } from '../tool/problem-codes.ts'
import { ideaAddress, ideaFile, parseAddress } from './address.ts'
import type { ContextTool } from './context-tools.ts'
import { findCycles } from './cycles.ts'
import type { DrawnIdea, DrawnModule, DrawnTool } from './draw-ideas.ts'
import type { GraphEdge } from './graph-types.ts'
import { lintDrawn } from './lint-drawn.ts'
import { lintIdea } from './lint-idea.ts'
import { importsInto, unknownImports } from './lint-imports.ts'
import { unknownOutputPaths } from './lint-output-paths.ts'
import { mergeUpfront } from './upfront.ts'
import type { ParsedWorkspace } from './workspace.ts'

interface Surroundings {
  readonly profile: Profile
  /** Undefined where lint is somebody else's. */
  readonly lint: LintSeverities | undefined
}

/** Finds what a person should look at in a module graph. */
export interface GraphJudge {
  /** Problems of one Idea among the others, and lint of its own Tools. */
  ideaInSteps(idea: DrawnIdea, workspace: ParsedWorkspace, surroundings: Surroundings): Steps<readonly Problem[]>
  /** Every problem of a workspace, per file and between files; `problemsOf` gives those of one Idea. */
  readonly graphInSteps: typeof findProblems
}

export const graphJudge: GraphJudge = {
  *ideaInSteps(idea, workspace, surroundings) {
    yield* findInSteps(idea.tools.map(({ tool }) => tool))
    return ideaProblems(idea, workspace, surroundings)
  },
  graphInSteps: findProblems,
}

/** All findings in a workspace, per file and between files. `problemsOf` gives each file's `ideaProblems`. */
export function* findProblems(
  ideas: readonly DrawnIdea[],
  workspace: ParsedWorkspace,
  edges: readonly GraphEdge[],
  lint: LintSeverities,
  problemsOf: (idea: DrawnIdea) => readonly Problem[],
): Steps<readonly Problem[]> {
  const inFiles = [
    ...ideas.flatMap((idea) => idea.parsed.problems),
    ...[...workspace.tools.values()].flatMap((tool) => tool.problems),
    ...confusableIdeas(ideas),
  ]
  yield LOOKING * ideas.length
  const ofIdeas = ideas.flatMap(problemsOf)
  yield LOOKING * ideas.length
  const ofImports = yield* importProblems(ideas, edges, lint)
  const cycles = findCycles(edges)
  yield LOOKING * edges.length
  return [...inFiles, ...ofIdeas, ...ofImports, ...cycleProblems(cycles, ideas)]
}

/** Looking at one Idea or one edge takes as much as reading so many characters. */
const LOOKING = 16

/** Problems of one Idea among the others, and lint of its own Tools. */
export function ideaProblems(
  idea: DrawnIdea,
  workspace: ParsedWorkspace,
  { profile, lint }: Surroundings,
): readonly Problem[] {
  const unresolved = idea.unresolved.map((entry) =>
    problemAt(idea, 'tool.unresolved', pathOf(idea, entry), {
      message: `The Tool ${entry.name} refers to tool://${entry.shared ?? ''}, which is not in the workspace or cannot be read.${hint(entry.shared ?? '', workspace.tools)}`,
      tool: entry.name,
    }),
  )
  const description = idea.parsed.idea !== undefined && !idea.parsed.idea.description?.trim()
  return [
    ...(description ? [describeIdea(idea)] : []),
    ...unresolved,
    ...confusableTools(idea),
    ...idea.tools.flatMap((tool) => toolProblems(idea, tool, workspace, profile)),
    ...(lint === undefined ? [] : lintProblems(idea, workspace, profile, lint)),
  ]
}

/** An import's result depends on the Idea's callers: every graph checks it again, and the output paths with it. */
function* importProblems(
  ideas: readonly DrawnIdea[],
  edges: readonly GraphEdge[],
  lint: LintSeverities,
): Steps<readonly Problem[]> {
  const imported = importsInto(edges)
  const problems: Problem[] = []
  for (const idea of ideas) {
    const imports = unknownImports(idea, imported.get(`idea:${idea.name}`) ?? [])
    for (const { code, drawn, message } of [
      ...imports.map((found) => ({ code: 'lint.importUnknown' as const, ...found })),
      ...unknownOutputPaths(idea).map((found) => ({ code: 'lint.outputPathUnknown' as const, ...found })),
    ]) {
      const path = pathOf(idea, drawn.entry)
      const found = toProblems([{ code, path, message, tool: drawn.tool.name }], lint)
      problems.push(...found.map((problem) => problemAt(idea, code, path, problem)))
    }
    yield LOOKING
  }
  return problems
}

const describeIdea = (idea: DrawnIdea): Problem =>
  problemAt(idea, 'idea.descriptionMissing', '', {
    severity: 'info',
    message: `The Idea ${idea.name} has no description.`,
  })

function toolProblems(
  idea: DrawnIdea,
  drawn: DrawnTool,
  workspace: ParsedWorkspace,
  profile: Profile,
): readonly Problem[] {
  const path = pathOf(idea, drawn.entry)
  const at = (code: ProblemCode, message: string, severity: Problem['severity'] = 'error'): Problem =>
    problemAt(idea, code, path, { message, severity, tool: drawn.tool.name })
  const isError = profile.missing === 'error'
  const missing =
    drawn.missing === undefined
      ? []
      : [
          at(
            'activity.missing',
            describeMissingActivity(drawn.tool.name, drawn.missing, isError),
            isError ? 'error' : 'warning',
          ),
        ]
  const modules = drawn.modules.flatMap((module) => moduleProblem(idea, module, workspace, at))
  const conflicts = drawn.modules.flatMap(({ node }) => {
    const target = node?.startsWith('idea:') ? workspace.ideas.get(node.slice('idea:'.length))?.idea : undefined
    return target === undefined ? [] : mergeUpfront(drawn.tool, target).conflicts
  })
  return [...missing, ...modules, ...conflicts.map(({ message }) => at('module.mergeConflict', message))]
}

function moduleProblem(
  idea: DrawnIdea,
  { address, node }: DrawnModule,
  workspace: ParsedWorkspace,
  at: (code: ProblemCode, message: string) => Problem,
): readonly Problem[] {
  if (!node?.startsWith('missing:')) return []
  const parsed = parseAddress(address, ideaAddress(idea.name))
  if (parsed.type === 'invalid') return [at(parsed.code, parsed.message)]
  const name = parsed.type === 'idea' ? parsed.name : address
  return [at('module.unresolved', `${address} leads to no Idea of the workspace.${hint(name, workspace.ideas)}`)]
}

const hint = (name: string, among: ReadonlyMap<string, unknown>): string => {
  const nearest = nearestKey(name, among)
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`
}

/** Lint of a shared Tool belongs to its own file. */
function lintProblems(
  idea: DrawnIdea,
  workspace: ParsedWorkspace,
  profile: Profile,
  severities: LintSeverities,
): readonly Problem[] {
  const entries = new Map(idea.tools.map(({ tool, entry }) => [tool.name, entry]))
  const tools = idea.tools.map(({ tool }) => tool)
  const whole = idea.parsed.idea === undefined ? [] : lintIdea(idea.parsed.idea, tools, severities)
  return [
    ...lintTools(tools, severities).map((problem) => [problem, undefined] as const),
    ...toProblems(lintDrawn(idea, workspace, profile), severities).map((problem) => [problem, undefined] as const),
    ...whole.map(({ at, word: _word, ...problem }) => [problem, at] as const),
  ].map(([problem, message]) => {
    const entry = problem.tool === undefined ? undefined : entries.get(problem.tool)
    const before = message === undefined ? '' : idea.parsed.pathOf(message)
    const path =
      entry === undefined
        ? before + problem.path
        : pathOf(idea, entry) + (entry.shared === undefined ? problem.path : '')
    return problemAt(idea, problem.code as ProblemCode, path, problem) // lint codes are listed
  })
}

function confusableTools(idea: DrawnIdea): readonly Problem[] {
  return confusable(idea.tools, ({ tool }) => tool.name).map(([drawn, other]) =>
    problemAt(idea, 'tool.confusable', pathOf(idea, drawn.entry), {
      message: `The Tools ${other.tool.name} and ${drawn.tool.name} differ only by case.`,
      tool: drawn.tool.name,
    }),
  )
}

const confusableIdeas = (ideas: readonly DrawnIdea[]): readonly Problem[] =>
  confusable(ideas, ({ name }) => name).map(([idea, other]) =>
    problemAt(idea, 'idea.confusable', '', {
      message: `The Ideas ${other.name} and ${idea.name} differ only by case.`,
    }),
  )

/** Items whose name another, earlier one has in another case; with that earlier one. */
function confusable<T>(items: readonly T[], nameOf: (item: T) => string): readonly (readonly [T, T])[] {
  const first = new Map<string, T>()
  return items.flatMap((item) => {
    const folded = nameOf(item).toLowerCase()
    const earlier = first.get(folded)
    if (earlier === undefined) first.set(folded, item)
    return earlier === undefined ? [] : [[item, earlier] as const]
  })
}

function cycleProblems(cycles: readonly (readonly GraphEdge[])[], ideas: readonly DrawnIdea[]): readonly Problem[] {
  if (cycles.length === 0) return []
  const byName = new Map(ideas.map((idea) => [idea.name, idea]))
  return cycles.map((cycle) => cycleProblem(cycle, byName))
}

function cycleProblem(cycle: readonly GraphEdge[], ideas: ReadonlyMap<string, DrawnIdea>): Problem {
  const names = cycle.map(({ from }) => from.slice('idea:'.length))
  const [first] = cycle
  const idea = ideas.get(names[0] ?? '')
  const drawn = idea?.tools.find(({ tool }) => tool.name === first?.tool)
  const message = `${[...names, names[0]].join(' → ')} call each other in a circle; only the depth limit ends it.`
  if (idea === undefined || drawn === undefined) return { code: 'module.cycle', severity: 'warning', message, path: '' }
  return problemAt(idea, 'module.cycle', pathOf(idea, drawn.entry), {
    severity: 'warning',
    message,
    tool: drawn.tool.name,
  })
}

const pathOf = (idea: DrawnIdea, { message, path }: Pick<ContextTool, 'message' | 'path'>): Pointer =>
  idea.parsed.pathOf(message) + path

function problemAt(
  { name, parsed }: DrawnIdea,
  code: ProblemCode,
  path: Pointer,
  more: Partial<Problem> & { readonly message: string },
): Problem {
  const range = parsed.rangeOf?.(path)
  const problem = { ...more, severity: more.severity ?? 'error', code, path, idea: name, file: ideaFile(name) }
  return range === undefined ? problem : { ...problem, range }
}
