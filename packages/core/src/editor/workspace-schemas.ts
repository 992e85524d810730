import { ideaFile, toolFile } from '../idea/address.ts'
import { contextTools } from '../idea/context-tools.ts'
import type { ParsedIdea } from '../idea/parse-idea.ts'
import type { ParsedTool, WorkspaceFiles } from '../idea/workspace.ts'
import { parseDocument } from '../schema/json-document.ts'
import { type Rest, charactersIn } from '../schema/rest.ts'
import { type Steps, atOnce, inTurns } from '../schema/turns.ts'
import type { Validator } from '../schema/validator.ts'
import { toProblems } from '../tool/lint-finding.ts'
import type { Finding, LintSeverities } from '../tool/lint-finding.ts'
import { normaliseTool } from '../tool/normalise.ts'
import type { Problem } from '../tool/problem.ts'
import type { Tool } from '../tool/tool.ts'
import { placeProblems } from './place-problems.ts'
import type { PlacedSchema } from './schema-problems.ts'
import { schemaFindings, schemasOfTool } from './schema-problems.ts'
import { MOST_KEPT, findingsOf } from './tool-findings.ts'
import { readForEditorInSteps } from './workspace-cache.ts'

interface Looked {
  readonly validator: Validator
  readonly found: readonly Finding[]
}
const kept = new WeakMap<ParsedIdea | ParsedTool, Looked>()

interface SchemaOptions {
  readonly validator: Validator
  readonly lint?: LintSeverities
}

/**
 * Schema faults of a whole workspace beyond shape (`schema.…`), which the graph skips as it compiles nothing. Checks
 * only changed files. Never throws, never fetches.
 */
export const schemaProblems = (files: WorkspaceFiles, options: SchemaOptions): readonly Problem[] =>
  atOnce(findProblems(files, options))

/** The same, but lets other work run (`rest`) between files. */
export const schemaProblemsInTurns = (
  files: WorkspaceFiles,
  options: SchemaOptions,
  rest: Rest,
): Promise<readonly Problem[]> => inTurns(findProblems(files, options), rest)

const NO_NAMES = { ideas: [], tools: [], activities: [] }

function* findProblems(files: WorkspaceFiles, { validator, lint = {} }: SchemaOptions): Steps<readonly Problem[]> {
  const { ideas, tools, shared } = yield* readForEditorInSteps(files)
  const problems: Problem[] = []
  // With more Ideas than the cache holds, none would be found again.
  const findAnew: FindInTool = (tool, isSound) =>
    schemaFindings(schemasOfTool(tool, ''), { validator, portability: false, isReported: !isSound })
  const findOrRemember: FindInTool = (tool, isSound) => findingsOf(tool, isSound, { validator, portability: false })
  const findInTool = ideas.size > MOST_KEPT ? findAnew : findOrRemember
  function* look(
    parsed: ParsedIdea | ParsedTool,
    { file, text, about, find }: Subject & { readonly find: () => Steps<readonly Finding[]> },
  ): Steps<void> {
    const before = kept.get(parsed)
    const isKnown = before?.validator === validator
    const found = isKnown ? before.found : (yield* find()).filter(({ code }) => code.startsWith('schema.'))
    if (!isKnown) kept.set(parsed, { validator, found })
    if (found.length > 0) {
      const named = toProblems(found, lint).map((problem) => ({ ...problem, ...about }))
      problems.push(...placeProblems(file, parseDocument(text), named, NO_NAMES))
    }
    if (!isKnown || found.length > 0) yield text.length
  }
  for (const [idea, parsed] of ideas) {
    const subject = { file: ideaFile(idea), text: files.ideas.get(idea) ?? '', about: { idea } }
    yield* look(parsed, { ...subject, find: () => findingsIn(parsed, shared, findInTool, validator) })
  }
  for (const [tool, parsed] of tools) {
    const subject = { file: toolFile(tool), text: files.tools.get(tool) ?? '', about: { tool } }
    yield* look(parsed, { ...subject, find: () => findingsInTool(tool, parsed, findInTool) })
  }
  return problems
}

/** A file that is looked at. */
interface Subject {
  readonly file: string
  readonly text: string
  readonly about: Pick<Problem, 'idea' | 'tool'>
}

const isBroken = ({ problems }: ParsedIdea | ParsedTool, tool: string): boolean =>
  problems.some(({ severity, tool: about }) => severity === 'error' && (about ?? tool) === tool)

// oxlint-disable-next-line require-yield -- a shared Tool is one step
function* findingsInTool(name: string, parsed: ParsedTool, findInTool: FindInTool): Steps<readonly Finding[]> {
  return parsed.schema === undefined ? [] : findInTool(normaliseTool(name, parsed.schema).tool, !isBroken(parsed, name))
}

/** Findings in a Tool; `isSound` if it has no errors that are reported elsewhere. */
type FindInTool = (tool: Tool, isSound: boolean) => readonly Finding[]

type Shared = Parameters<typeof contextTools>[1]

/** The Idea's own Tools, output and Messages; a shared Tool is reported in its own file. */
function* findingsIn(
  parsed: ParsedIdea,
  shared: Shared,
  findInTool: FindInTool,
  validator: Validator,
): Steps<readonly Finding[]> {
  const own = contextTools(parsed.idea?.context ?? [], shared).tools.filter((entry) => entry.shared === undefined)
  const ofTools: Finding[] = []
  for (const { name, schema, message, path } of own) {
    const { tool } = normaliseTool(name, schema)
    const at = parsed.pathOf(message) + path
    for (const finding of findInTool(tool, !isBroken(parsed, name)))
      ofTools.push({ ...finding, path: at + finding.path })
    yield charactersIn(schema)
  }
  return [...ofTools, ...schemaFindings(schemasOfIdea(parsed), { validator, portability: false })]
}

/** The output's schema and those of Messages. */
export const schemasOfIdea = ({ idea, pathOf }: ParsedIdea): readonly PlacedSchema[] => {
  if (idea === undefined) return []
  const ofMessages = idea.context.flatMap((message): readonly PlacedSchema[] => {
    if (!('schema' in message) || message.schema === undefined) return []
    const path = `${pathOf(message)}/schema`
    return [{ schema: message.schema, path, subject: `The schema of the ${message.type} Message`, isSent: false }]
  })
  return idea.schema === undefined
    ? ofMessages
    : [...ofMessages, { schema: idea.schema, path: '/schema', subject: 'The output schema', isSent: true }]
}
