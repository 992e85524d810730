import { NO_PROFILE } from '../idea/bindings.ts'
import type { Profile } from '../idea/bindings.ts'
import { ideaFile, toolFile } from '../idea/address.ts'
import { drawIdeasInSteps } from '../idea/draw-ideas.ts'
import type { DrawnIdea } from '../idea/draw-ideas.ts'
import { findProblems, ideaProblems } from '../idea/graph-problems.ts'
import { lintDrawn } from '../idea/lint-drawn.ts'
import { lintIdea } from '../idea/lint-idea.ts'
import { findSyntaxError } from '../idea/source-text.ts'
import type { ParsedWorkspace, WorkspaceFiles } from '../idea/workspace.ts'
import { parseDocument } from '../schema/json-document.ts'
import type { JsonDocument, JsonNode } from '../schema/json-document.ts'
import { type Rest, charactersIn, isLarge } from '../schema/rest.ts'
import { A_TURN, type Steps, atOnce, inTurns } from '../schema/turns.ts'
import type { Validator } from '../schema/validator.ts'
import { findInSteps, lintToolSet } from '../tool/lint.ts'
import { toProblems } from '../tool/lint-finding.ts'
import type { LintSeverities } from '../tool/lint-finding.ts'
import { META_FIELDS } from '../tool/meta-fields.ts'
import { normaliseTool } from '../tool/normalise.ts'
import type { Problem } from '../tool/problem.ts'
import type { FixNames } from './fixes/fix.ts'
import type { FoundProblem } from './place-problems.ts'
import { commentProblems, placeProblems } from './place-problems.ts'
import { schemaFindings } from './schema-problems.ts'
import type { PlacedSchema } from './schema-problems.ts'
import { findingsOf } from './tool-findings.ts'
import { readForEditor, readForEditorInSteps, withoutComments } from './workspace-cache.ts'
import { schemasOfIdea } from './workspace-schemas.ts'

/** The facts for judging a file, besides its text. */
export interface DiagnoseOptions {
  /** Compiles schemas and judges examples and defaults; without one these two are left out. */
  readonly validator?: Validator
  /** The workspace's severities (`lint` of ensemble.json). */
  readonly lint?: LintSeverities
  /** Instead of the workspace's own. */
  readonly profile?: Profile
  /** The text is a draft: comments are reported, not refused. */
  readonly isDraft?: boolean
  /** Changes and losses under strict mode; true by default. */
  readonly portability?: boolean
}

/**
 * All findings for `ideas/NAME.json`: JSON, JSON Schema, the protocol, lint. Each has a range in the text and, if
 * possible, a fix. Pure; never throws, never fetches.
 */
export const diagnoseIdea = (files: WorkspaceFiles, name: string, options: DiagnoseOptions = {}): readonly Problem[] =>
  atOnce(diagnoseIdeaInSteps(files, name, options))

/** The same, but lets other work run (`rest`) for a large Idea or workspace. */
export const diagnoseIdeaInTurns = (
  files: WorkspaceFiles,
  name: string,
  options: DiagnoseOptions,
  rest: Rest,
): Promise<readonly Problem[]> => inTurns(diagnoseIdeaInSteps(files, name, options), rest)

/** The same, in steps. */
export function* diagnoseIdeaInSteps(
  files: WorkspaceFiles,
  name: string,
  options: DiagnoseOptions,
): Steps<readonly Problem[]> {
  const text = files.ideas.get(name)
  if (text === undefined) return []
  const { lint = {}, isDraft = false } = options
  const workspace = yield* readForEditorInSteps(files)
  const root = workspace.ideas.get(name)?.root
  const document = documentOf(text, root)
  if (isLarge(text.length)) yield A_TURN
  const syntax = workspace.ideas.get(name)?.problems.filter(({ code }) => code === 'idea.json') ?? []
  // Findings about a broken text mostly follow from the break, and their fixes would do harm.
  if (syntax.length > 0)
    return placeProblems(ideaFile(name), document, [...syntax, ...commentProblems(text, isDraft, lint)], namesIn(files))
  const profile = options.profile ?? files.profile ?? NO_PROFILE
  const { ideas, edges } = yield* drawIdeasInSteps(workspace, profile, new Set(files.activities))
  const drawn = ideas.find((idea) => idea.name === name)
  const file = ideaFile(name)
  const found: readonly FoundProblem[] = [
    ...(yield* findProblems(ideas, workspace, edges, lint, (idea) =>
      idea.name === name ? ideaProblems(idea, workspace, { profile, lint: undefined }) : [],
    ))
      .filter((problem) => problem.file === file)
      .map(aboutField),
    ...(drawn === undefined ? [] : yield* ideaLint(drawn, workspace, profile, options)),
    ...commentProblems(text, isDraft, lint),
  ].map((problem) => ({ ...problem, idea: name }))
  if (isLarge(text.length)) yield A_TURN
  return placeProblems(file, document, found, namesIn(files))
}

/** The same for a shared Tool's file, `tools/NAME.json`. */
export const diagnoseTool = (
  files: WorkspaceFiles,
  name: string,
  options: DiagnoseOptions = {},
): readonly Problem[] => {
  const text = files.tools.get(name)
  if (text === undefined) return []
  const { lint = {}, isDraft = false } = options
  const { schema, problems, root } = readForEditor(files).tools.get(name) ?? { problems: [] }
  const isSound = !problems.some(({ severity }) => severity === 'error')
  const tool = schema && normaliseTool(name, schema).tool
  const found: readonly Problem[] = [
    ...problems,
    ...(tool ? toProblems(findingsOf(tool, isSound, options), lint) : []),
    ...commentProblems(text, isDraft, lint),
  ].map((problem) => ({ ...problem, tool: name }))
  return placeProblems(toolFile(name), documentOf(text, root), found, namesIn(files))
}

/** The text was read already: its tree tells the places too, unless there is none to read. */
const documentOf = (text: string, root: JsonNode | undefined): JsonDocument =>
  root === undefined ? parseDocument(text) : { text, root }

/** Only the place where a text stops being JSON: much faster than all findings. Tolerates comments. Empty for JSON. */
export const diagnoseSyntax = (files: WorkspaceFiles, type: 'idea' | 'tool', name: string): readonly Problem[] => {
  const text = (type === 'idea' ? files.ideas : files.tools).get(name)
  const error = text === undefined ? undefined : findSyntaxError(withoutComments(text))
  if (error === undefined) return []
  const file = type === 'idea' ? ideaFile(name) : toolFile(name)
  const { message, range } = error
  const found = { severity: 'error', message: `${file}: ${message}`, path: '', file, range } as const
  return [type === 'idea' ? { ...found, code: 'idea.json', idea: name } : { ...found, code: 'tool.json', tool: name }]
}

const namesIn = (files: WorkspaceFiles): FixNames => ({
  ideas: [...files.ideas.keys()],
  tools: [...files.tools.keys()],
  activities: files.activities,
})

const deeper = (placed: readonly PlacedSchema[], { validator, lint, portability = true }: DiagnoseOptions) =>
  toProblems(schemaFindings(placed, { validator, portability }), lint)

/** Problems told of a whole Tool that are about one of its meta fields. */
const FIELD_OF: { readonly [code: string]: string | undefined } = {
  'module.unresolved': '_module',
  'module.outside': '_module',
  'module.mergeConflict': '_resolve',
  'module.cycle': '_module',
  'activity.missing': '_activity',
  'lint.importUnknown': '_imports',
  'lint.outputPathUnknown': '_outputPath',
}
/** The one entry of a list that a problem is about, as its message names it. */
const ENTRY_OF: { readonly [code: string]: RegExp | undefined } = { 'lint.importUnknown': / list (.+?), which / }

const aboutField = (problem: Problem): FoundProblem => {
  const field = FIELD_OF[problem.code]
  if (field === undefined) return problem
  const alias = META_FIELDS.find(({ name }) => name === field)?.alias
  const entry = ENTRY_OF[problem.code]?.exec(problem.message)?.[1]
  const word = entry === undefined ? undefined : JSON.stringify(entry)
  return { ...problem, field, ...(alias !== undefined && { alias }), ...(word !== undefined && { word }) }
}

/** Lint of an Idea's own Tools, their combination, and the Idea; a shared Tool's file reports its own. */
function* ideaLint(
  drawn: DrawnIdea,
  workspace: ParsedWorkspace,
  profile: Profile,
  options: DiagnoseOptions,
): Steps<readonly FoundProblem[]> {
  const { parsed, tools } = drawn
  const { lint = {} } = options
  const entries = new Map(tools.map(({ tool, entry }) => [tool.name, entry]))
  const entryPath = (name: string | undefined): string | undefined => {
    const entry = name === undefined ? undefined : entries.get(name)
    return entry && parsed.pathOf(entry.message) + entry.path
  }
  const isOwn = (name: string | undefined): boolean =>
    name !== undefined && entries.has(name) && entries.get(name)?.shared === undefined
  const inEntry = (problem: FoundProblem): FoundProblem => {
    const path = entryPath(problem.tool)
    if (path === undefined) return problem
    return { ...problem, path: isOwn(problem.tool) ? path + problem.path : path }
  }
  const all = tools.map(({ tool }) => tool)
  const broken = new Set(parsed.problems.flatMap(({ severity, tool }) => (severity === 'error' && tool ? [tool] : [])))
  yield* findInSteps(all)
  const ofTools: FoundProblem[] = []
  for (const tool of all) {
    if (!isOwn(tool.name)) continue
    ofTools.push(...toProblems(findingsOf(tool, !broken.has(tool.name), options), lint).map(inEntry))
    yield charactersIn(tool.source)
  }
  return [
    ...ofTools,
    ...lintToolSet(all, lint).map(inEntry),
    ...toProblems(lintDrawn(drawn, workspace, profile), lint).map(inEntry),
    ...(parsed.idea === undefined ? [] : lintIdea(parsed.idea, all, lint)).map(({ at, ...problem }) =>
      at === undefined ? inEntry(problem) : { ...problem, path: parsed.pathOf(at) + problem.path },
    ),
    ...deeper(schemasOfIdea(parsed), options),
  ]
}
