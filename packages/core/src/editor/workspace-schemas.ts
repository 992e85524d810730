import { ideaFile, toolFile } from '../idea/address.ts'
import { contextTools } from '../idea/context-tools.ts'
import type { ParsedIdea } from '../idea/parse-idea.ts'
import type { ParsedTool, WorkspaceFiles } from '../idea/workspace.ts'
import { parseDocument } from '../schema/json-document.ts'
import type { Validator } from '../schema/validator.ts'
import { toProblems } from '../tool/lint-finding.ts'
import type { Finding, LintSeverities } from '../tool/lint-finding.ts'
import { normaliseTool } from '../tool/normalise.ts'
import type { Problem } from '../tool/problem.ts'
import { placeProblems } from './place-problems.ts'
import type { PlacedSchema } from './schema-problems.ts'
import { schemaFindings } from './schema-problems.ts'
import { findingsOf } from './tool-findings.ts'
import { readForEditor } from './workspace-cache.ts'

interface Looked {
  readonly validator: Validator
  readonly found: readonly Finding[]
}
const kept = new WeakMap<ParsedIdea | ParsedTool, Looked>()

/**
 * What is wrong in the schemas of a whole workspace beyond their shape: the codes `schema.…`, which the graph does not
 * tell of because it compiles nothing. Only files whose text changed are looked at again. Never throws, never fetches.
 */
export const schemaProblems = (
  files: WorkspaceFiles,
  { validator, lint = {} }: { readonly validator: Validator; readonly lint?: LintSeverities },
): readonly Problem[] => {
  const { ideas, tools, shared } = readForEditor(files)
  const names = { ideas: [], tools: [], activities: [] }
  const once = (parsed: ParsedIdea | ParsedTool, look: () => readonly Finding[]): readonly Finding[] => {
    const before = kept.get(parsed)
    if (before?.validator === validator) return before.found
    const found = look().filter(({ code }) => code.startsWith('schema.'))
    kept.set(parsed, { validator, found })
    return found
  }
  const placed = (file: string, text: string | undefined, found: readonly Problem[]): readonly Problem[] =>
    found.length === 0 ? [] : placeProblems(file, parseDocument(text ?? ''), found, names)
  return [
    ...[...ideas].flatMap(([idea, parsed]) => {
      const found = toProblems(
        once(parsed, () => findingsIn(parsed, shared, validator)),
        lint,
      )
      return placed(
        ideaFile(idea),
        files.ideas.get(idea),
        found.map((problem) => ({ ...problem, idea })),
      )
    }),
    ...[...tools].flatMap(([name, parsed]) => {
      const found = toProblems(
        once(parsed, () => findingsInTool(name, parsed, validator)),
        lint,
      )
      return placed(
        toolFile(name),
        files.tools.get(name),
        found.map((problem) => ({ ...problem, tool: name })),
      )
    }),
  ]
}

const isBroken = ({ problems }: ParsedIdea | ParsedTool, tool: string): boolean =>
  problems.some(({ severity, tool: about }) => severity === 'error' && (about ?? tool) === tool)

const findingsInTool = (name: string, parsed: ParsedTool, validator: Validator): readonly Finding[] =>
  parsed.schema === undefined
    ? []
    : findingsOf(normaliseTool(name, parsed.schema).tool, !isBroken(parsed, name), { validator, portability: false })

type Shared = Parameters<typeof contextTools>[1]

/** Of the Tools that stand in the Idea itself, its output and its Messages; a shared Tool is told of in its own file. */
const findingsIn = (parsed: ParsedIdea, shared: Shared, validator: Validator): readonly Finding[] => {
  const own = contextTools(parsed.idea?.context ?? [], shared).tools.filter((entry) => entry.shared === undefined)
  const ofTools = own.flatMap(({ name, schema, message, path }) =>
    findingsOf(normaliseTool(name, schema).tool, !isBroken(parsed, name), { validator, portability: false }).map(
      (finding) => ({ ...finding, path: parsed.pathOf(message) + path + finding.path }),
    ),
  )
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
