import { NO_PROFILE } from './bindings.ts'
import type { JsonObject } from '../schema/json.ts'
import { hasOwn } from '../schema/json.ts'
import type { Rest } from '../schema/rest.ts'
import { type Steps, atOnce, inTurns } from '../schema/turns.ts'
import type { Problem } from '../tool/problem.ts'
import { drawIdea, ideaEdges, unique } from './draw-ideas.ts'
import type { DrawnIdea } from './draw-ideas.ts'
import { activityNodes, ideaNode, serverNode, targetNodes } from './graph-nodes.ts'
import type { GraphJudge } from './graph-problems.ts'
import type { Graph, GraphEdge, GraphNode, GraphOptions } from './graph-types.ts'
import type { ParsedIdea } from './parse-idea.ts'
import { createWorkspaceReader } from './workspace.ts'
import type { ParsedWorkspace, WorkspaceFiles } from './workspace.ts'

/** One Idea's part of the graph, with its inputs. */
interface Derived {
  readonly parsed: ParsedIdea
  /** Schemas of the shared Tools it names. */
  readonly shared: ReadonlyMap<string, JsonObject | undefined>
  /** The Ideas that its modules name. */
  readonly targets: ReadonlyMap<string, ParsedIdea | undefined>
  /** Whether a problem suggests a name, so that any new name may change it. */
  readonly suggests: boolean
  readonly drawn: DrawnIdea
  readonly edges: readonly GraphEdge[]
  readonly problems: readonly Problem[]
}
/** The sources of every Idea, as texts to compare. */
interface World {
  readonly surroundings: string
  readonly names: string
}

const IDEA = 'idea:'
const sharedSchema = ({ shared }: ParsedWorkspace, name: string): JsonObject | undefined =>
  hasOwn(shared, name) ? shared[name] : undefined

/** Whether an Idea's part of the graph would come out the same again. */
const holds = (derived: Derived, parsed: ParsedIdea, workspace: ParsedWorkspace): boolean =>
  derived.parsed === parsed &&
  [...derived.shared].every(([name, schema]) => sharedSchema(workspace, name) === schema) &&
  [...derived.targets].every(([name, target]) => workspace.ideas.get(name) === target)

/** The names of Ideas that a module's node was looked up by: `idea:NAME` where it is there, else any may come. */
const ideaNameIn = (node: string | undefined): string | undefined =>
  node?.startsWith(IDEA) ? node.slice(IDEA.length) : undefined

const NOTHING: ReadonlyMap<string, undefined> = new Map()

/** Most Ideas depend on nothing, and thousands are held at a time. */
const mapOf = <T>(names: readonly string[], valueOf: (name: string) => T): ReadonlyMap<string, T | undefined> =>
  names.length === 0 ? NOTHING : new Map(names.map((name) => [name, valueOf(name)]))

function dependencies(drawn: DrawnIdea, workspace: ParsedWorkspace): Pick<Derived, 'shared' | 'targets' | 'suggests'> {
  const modules = drawn.tools.flatMap((tool) => tool.modules)
  const names = [...drawn.tools.map(({ entry }) => entry), ...drawn.unresolved].flatMap(({ shared }) => shared ?? [])
  const targets = modules.flatMap(({ node }) => ideaNameIn(node) ?? [])
  return {
    shared: mapOf(names, (name) => sharedSchema(workspace, name)),
    targets: mapOf(targets, (name) => workspace.ideas.get(name)),
    suggests: drawn.unresolved.length > 0 || modules.some(({ node }) => node?.startsWith('missing:')),
  }
}

export interface DeriveOptions extends GraphOptions {
  /** `graphJudge`; without it the graph has no problems, for programs that draw first and judge later. */
  readonly judge: GraphJudge | null
}

/** Derives graphs, and remembers what they were made from. */
export interface GraphDeriver {
  (files: WorkspaceFiles, options: DeriveOptions): Graph
  /** The same, but lets other work run (`rest`) between files. */
  inTurns(files: WorkspaceFiles, options: DeriveOptions, rest: Rest): Promise<Graph>
  /** Only reads the files, as deriving their graph begins with: whatever reads them afterwards finds it done. */
  readInTurns(files: WorkspaceFiles, rest: Rest): Promise<ParsedWorkspace>
  /** Reads one Idea's text before the others are there: whatever reads all afterwards finds it done. */
  readAhead(name: string, text: string): void
}

interface Shown {
  readonly drawn: DrawnIdea
  readonly node: GraphNode
}

/** The cost of one Idea's part of the graph, in characters of its text; at least 1. */
const weightOf = (files: WorkspaceFiles, name: string): number => (files.ideas.get(name)?.length ?? 0) + 1

/** The cost of making a node, in characters. */
const NODE_WEIGHT = 64
/** The same of finding that an Idea's part holds. */
const HOLDING = 64
/** The same of an edge that is put among the others. */
const EDGE_WEIGHT = 16

/** A caching `deriveGraph`: redoes only files that changed or that name a changed one. Memory: one workspace. */
export function createGraphDeriver(): GraphDeriver {
  const read = createWorkspaceReader()
  let known: ReadonlyMap<string, Derived> = new Map()
  let nodes: ReadonlyMap<string, Shown> = new Map()
  let world: World = { surroundings: '', names: '' }

  function* derive(files: WorkspaceFiles, options: DeriveOptions): Steps<Graph> {
    const workspace = yield* read(files)
    const profile = options.profile ?? files.profile ?? NO_PROFILE
    const activities = new Set(options.activities ?? files.activities)
    const servers = files.mcpServers ?? []
    const lint = options.lint ?? {}
    const { judge } = options
    const now: World = {
      surroundings: JSON.stringify([profile, [...activities], servers, lint, judge !== null]),
      names: [...workspace.ideas.keys(), '', ...workspace.tools.keys()].join('\n'),
    }
    const isSameWorld = world.surroundings === now.surroundings
    const sameNames = world.names === now.names
    const before = known

    function* deriveIdea(name: string, parsed: ParsedIdea): Steps<Derived> {
      const drawn = drawIdea(name, parsed, workspace, profile, activities)
      const problems = judge === null ? [] : yield* judge.ideaInSteps(drawn, workspace, { profile, lint })
      return {
        parsed,
        ...dependencies(drawn, workspace),
        drawn,
        edges: ideaEdges(drawn, servers),
        problems,
      }
    }
    const derived = new Map<string, Derived>()
    for (const [name, parsed] of workspace.ideas) {
      const last = isSameWorld ? before.get(name) : undefined
      if (last !== undefined && holds(last, parsed, workspace) && (sameNames || !last.suggests)) {
        derived.set(name, last)
        yield HOLDING
      } else {
        derived.set(name, yield* deriveIdea(name, parsed))
        yield weightOf(files, name)
      }
    }
    // Others may derive another workspace between two steps: what is kept is whole.
    ;[known, world] = [derived, now]

    const all = [...derived.values()]
    const ideas = all.map(({ drawn }) => drawn)
    const edges = unique(all.flatMap((each) => each.edges))
    yield EDGE_WEIGHT * edges.length
    const problemsOf = ({ name }: DrawnIdea): readonly Problem[] => derived.get(name)?.problems ?? []
    const problems = judge === null ? [] : yield* judge.graphInSteps(ideas, workspace, edges, lint, problemsOf)
    const counts = countByIdea(problems)
    yield EDGE_WEIGHT * problems.length
    const shown = new Map<string, Shown>()
    for (const drawn of ideas) {
      const count = counts.get(drawn.name) ?? 0
      const last = nodes.get(drawn.name)
      const isSame = last?.drawn === drawn && last.node.problems === count
      shown.set(drawn.name, isSame ? last : { drawn, node: ideaNode(drawn, count) })
      yield isSame ? 1 : NODE_WEIGHT
    }
    nodes = shown
    return {
      nodes: [
        ...[...shown.values()].map(({ node }) => node),
        ...activityNodes(activities, ideas, servers),
        ...servers.map((name) => serverNode(name, activities)),
        ...targetNodes(edges),
      ],
      edges,
      problems,
    }
  }

  const deriver = (files: WorkspaceFiles, options: DeriveOptions): Graph => atOnce(derive(files, options))
  return Object.assign(deriver, {
    inTurns: (files: WorkspaceFiles, options: DeriveOptions, rest: Rest) => inTurns(derive(files, options), rest),
    readInTurns: (files: WorkspaceFiles, rest: Rest) => inTurns(read(files), rest),
    readAhead: read.ahead,
  })
}

function countByIdea(problems: readonly Problem[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { idea } of problems) if (idea !== undefined) counts.set(idea, (counts.get(idea) ?? 0) + 1)
  return counts
}
