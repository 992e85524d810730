import type { Profile } from './bindings.ts'
import { EnsembleError } from '../schema/ensemble-error.ts'
import { hashJson } from '../schema/hash.ts'
import { isObject } from '../schema/json.ts'
import type { Json, JsonObject, Pointer } from '../schema/json.ts'
import type { JsonNode } from '../schema/json-document.ts'
import { nearestName } from '../schema/nearest-name.ts'
import { type Steps, atOnce } from '../schema/turns.ts'
import { tellForeign } from '../tool/foreign-tool.ts'
import { normaliseTool } from '../tool/normalise.ts'
import type { Problem } from '../tool/problem.ts'
import { formatAddress, ideaAddress, parseAddress, toolFile } from './address.ts'
import { contextTools } from './context-tools.ts'
import type { LoadedIdea } from './idea.ts'
import { parseIdea, parseIdeaInSteps } from './parse-idea.ts'
import type { ParsedIdea } from './parse-idea.ts'
import { createShare } from './share-tools.ts'
import { readSourceText } from './source-text.ts'
import type { Range } from './source-text.ts'

/** A workspace's files as texts (docs/contract/api.md#workspace-folder), wherever they come from: a folder, a page, a test. */
export interface WorkspaceFiles {
  /** Name → text of `ideas/NAME.json`. */
  readonly ideas: ReadonlyMap<string, string>
  /** Name → text of `tools/NAME.json`. */
  readonly tools: ReadonlyMap<string, string>
  /** Names of the registered Activities. */
  readonly activities: readonly string[]
  readonly mcpServers?: readonly string[]
  /** The active profile. */
  readonly profile?: Profile
  readonly layout?: Json
}

/** A shared Tool as its file holds it; without a `schema` where that could not be read. */
export interface ParsedTool {
  readonly schema?: JsonObject
  readonly problems: readonly Problem[]
  readonly rangeOf: (pointer: Pointer) => Range
  /** The text as a tree of places, as far as it could be read. */
  readonly root?: JsonNode | undefined
}

/** Every file of a workspace as far as it could be read, by name. */
export interface ParsedWorkspace {
  readonly ideas: ReadonlyMap<string, ParsedIdea>
  readonly tools: ReadonlyMap<string, ParsedTool>
  /** Schemas of the shared Tools that could be read. */
  readonly shared: { readonly [name: string]: JsonObject }
}

const parsedWorkspaces = new WeakMap<WorkspaceFiles, ParsedWorkspace>()

/** Every file of a workspace, read; cached per `files` object. Never throws. */
export const parseWorkspace = (files: WorkspaceFiles): ParsedWorkspace => atOnce(createWorkspaceReader()(files))

/** The parsed form of these files, if already made. */
export const knownWorkspace = (files: WorkspaceFiles): ParsedWorkspace | undefined => parsedWorkspaces.get(files)

interface Kept<T> {
  readonly text: string
  readonly parsed: T
}
type KeptByName<T> = ReadonlyMap<string, Kept<T>>

/** Keeping what was read takes as much as reading so many characters. */
const KEEPING = 32

function* readChanged<T>(
  texts: ReadonlyMap<string, string>,
  before: KeptByName<T>,
  parse: (name: string, text: string) => Steps<T>,
): Steps<Map<string, Kept<T>>> {
  const read = new Map<string, Kept<T>>()
  for (const [name, text] of texts) {
    const kept = before.get(name)
    if (kept?.text === text) {
      read.set(name, kept)
      yield KEEPING
    } else {
      read.set(name, { text, parsed: yield* parse(name, text) })
      yield text.length
    }
  }
  return read
}

const parsedOf = <T>(kept: KeptByName<T>): ReadonlyMap<string, T> =>
  new Map([...kept].map(([name, { parsed }]) => [name, parsed]))

/** A `parseWorkspace`, in steps, that reads again only the files whose text is another than in the workspace it read last. */
export interface WorkspaceReader {
  (files: WorkspaceFiles): Steps<ParsedWorkspace>
  /** Reads one Idea's text, which is not large, while those of others are still on their way, for the workspace that is read next. */
  ahead(name: string, text: string): void
}

export function createWorkspaceReader(): WorkspaceReader {
  let tools: KeptByName<ParsedTool> = new Map()
  let ideas = new Map<string, Kept<ParsedIdea>>()
  let share = createShare()

  function* read(files: WorkspaceFiles): Steps<ParsedWorkspace> {
    const known = parsedWorkspaces.get(files)
    if (known !== undefined) return known
    const readTools = yield* readChanged(files.tools, tools, parseToolInSteps)
    const readIdeas = yield* readChanged(files.ideas, ideas, (name, text) => parseIdeaInSteps(text, name, share))
    // Others may read another workspace between two steps: what is kept is whole.
    ;[tools, ideas] = [readTools, readIdeas]
    share = createShare()
    const schemas = [...tools].flatMap(([name, { parsed }]): [string, JsonObject][] =>
      parsed.schema ? [[name, parsed.schema]] : [],
    )
    const parsed = { ideas: parsedOf(ideas), tools: parsedOf(tools), shared: Object.fromEntries(schemas) }
    parsedWorkspaces.set(files, parsed)
    return parsed
  }
  const ahead = (name: string, text: string): void => {
    if (ideas.get(name)?.text !== text) ideas.set(name, { text, parsed: atOnce(parseIdeaInSteps(text, name, share)) })
  }
  return Object.assign(read, { ahead })
}

/** As `parseSharedTool`. */
// oxlint-disable-next-line require-yield -- one Tool is one step
export function* parseToolInSteps(name: string, text: string): Steps<ParsedTool> {
  return parseSharedTool(name, text)
}

/** A shared Tool's file; problems carry the file and the range. */
export function parseSharedTool(name: string, text: string): ParsedTool {
  const source = readSourceText(text)
  const { value, rangeOf } = source
  const withPlaces = (parsed: Omit<ParsedTool, 'root' | 'rangeOf'>): ParsedTool => ({
    ...parsed,
    rangeOf,
    get root() {
      return source.root
    },
  })
  const file = toolFile(name)
  const place = (problem: Problem): Problem => ({ range: rangeOf(problem.path), ...problem, file, tool: name })
  const error = (code: Problem['code'], message: string, more: Partial<Problem>): Problem =>
    place({ code, severity: 'error', message, path: '', ...more })
  if (source.error !== undefined) {
    const message = `${file}: ${source.error.message}`
    return withPlaces({ problems: [error('tool.json', message, { range: source.error.range })] })
  }
  const twice = source.duplicateKeys.map(({ key, path, range }) =>
    error('tool.duplicateKey', `The key ${JSON.stringify(key)} appears here a second time.`, { path, range }),
  )
  const foreign = value !== undefined && !isObject(value) ? tellForeign(value) : undefined
  if (foreign !== undefined) return withPlaces({ problems: [error('tool.foreign', `${file} ${foreign}`, {})] })
  if (!isObject(value))
    return withPlaces({ problems: [error('tool.notObject', `${file} must hold an object schema.`, {})] })
  return withPlaces({ schema: value, problems: [...twice, ...normaliseTool(name, value).problems.map(place)] })
}

/** One Idea with its shared Tools. Throws EnsembleError `module.unresolved`, or `idea.invalid` with `errors`. */
export function loadIdea(files: WorkspaceFiles, name: string): LoadedIdea {
  const workspace = parseWorkspace(files)
  const parsed = workspace.ideas.get(name)
  if (parsed === undefined) throw unknownIdea(files, name)
  const { tools, unresolved } = contextTools(parsed.idea?.context ?? [], workspace.shared)
  const sharedNames = [...new Set(tools.flatMap(({ shared }) => (shared === undefined ? [] : [shared])))]
  const errors = [
    ...parsed.problems,
    ...sharedNames.flatMap((shared) => workspace.tools.get(shared)?.problems ?? []),
    ...unresolved.map((tool) => ({
      severity: 'error' as const,
      path: parsed.pathOf(tool.message) + tool.path,
      message: `The Tool ${tool.name} refers to tool://${tool.shared ?? ''}, which is not in the workspace or cannot be read.`,
    })),
  ].filter(({ severity }) => severity === 'error')
  if (parsed.idea === undefined || errors.length > 0) throw invalidIdea(name, errors)
  const address = ideaAddress(name)
  const shared = Object.fromEntries(sharedNames.map((key): [string, JsonObject] => [key, workspace.shared[key] ?? {}]))
  return { address, idea: parsed.idea, tools: shared, hash: hashIdea({ address, idea: parsed.idea, tools: shared }) }
}

/** An Idea from another file or a URL, without shared Tools. Throws EnsembleError `idea.invalid` with `errors`. */
export function readForeignIdea(text: string, address: string): LoadedIdea {
  // It has an address and no name; only its problems' places are reported.
  const parsed = parseIdea(text, 'module')
  const { unresolved } = contextTools(parsed.idea?.context ?? [], {})
  const errors = [
    ...parsed.problems,
    ...unresolved.map((tool) => ({
      severity: 'error' as const,
      path: parsed.pathOf(tool.message) + tool.path,
      message: `The Tool ${tool.name} refers to tool://${tool.shared ?? ''}; only Ideas of the workspace share its Tools.`,
    })),
  ].filter(({ severity }) => severity === 'error')
  if (parsed.idea === undefined || errors.length > 0) throw invalidIdea(address, errors)
  return { address, idea: parsed.idea, tools: {}, hash: hashIdea({ address, idea: parsed.idea, tools: {} }) }
}

/** A Run's pin: the sha256 of an Idea with its address and shared Tools. */
export const hashIdea = (loaded: Omit<LoadedIdea, 'hash'>): string => {
  const { address, idea, tools } = loaded
  // An Idea holds JSON only; its interfaces lack the index signature that Json asks for.
  return hashJson({ address, idea: idea as unknown as Json, tools })
}

function unknownIdea(files: WorkspaceFiles, name: string): EnsembleError {
  const nearest = nearestName(name, files.ideas.keys())
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`
  return new EnsembleError('module.unresolved', `The workspace has no Idea ${name}.${hint}`)
}

function invalidIdea(name: string, errors: readonly { path: string; message: string }[]): EnsembleError {
  const first = errors[0]?.message ?? 'it could not be read.'
  return new EnsembleError('idea.invalid', `The Idea ${name} cannot be run: ${first}`, {
    errors: errors.map(({ path, message }) => ({ path, message })),
  })
}

/** The shared Tools without an error, by name. */
const usableTools = (files: WorkspaceFiles): { readonly [name: string]: JsonObject } =>
  Object.fromEntries(
    [...parseWorkspace(files).tools].flatMap(([name, { schema, problems }]): [string, JsonObject][] =>
      schema === undefined || problems.some(({ severity }) => severity === 'error') ? [] : [[name, schema]],
    ),
  )

/** Finds a workspace's Ideas by address; what is outside (URLs, other paths) is `module.unresolved`. */
export function createIdeaSource(files: WorkspaceFiles): {
  resolve(address: string, from?: string): Promise<LoadedIdea>
  sharedTools(): Promise<{ readonly [name: string]: JsonObject }>
} {
  return {
    sharedTools: async () => usableTools(files),
    resolve: async (text, from) => {
      const address = parseAddress(text, from)
      switch (address.type) {
        case 'idea':
          return loadIdea(files, address.name)
        case 'anonymous':
          return anonymousIdea()
        case 'invalid':
          throw new EnsembleError(address.code, address.message)
        default:
          throw new EnsembleError('module.unresolved', `${formatAddress(address)} is not an Idea of this workspace.`)
      }
    },
  }
}

/** The empty Idea behind `_module: "anonymous"`. */
export const anonymousIdea = (): LoadedIdea => {
  const loaded = { address: 'anonymous', idea: { context: [] }, tools: {} }
  return { ...loaded, hash: hashIdea(loaded) }
}
