import { findSchemaIssues, tellIssue } from '../schema/check-schema.ts'
import { isObject } from '../schema/json.ts'
import type { Json, JsonObject, Pointer } from '../schema/json.ts'
import { escapePointer } from '../schema/json.ts'
import type { JsonNode } from '../schema/json-document.ts'
import { nearestName } from '../schema/nearest-name.ts'
import type { Rest } from '../schema/rest.ts'
import { type Steps, atOnce, inTurnsIfLarge } from '../schema/turns.ts'
import { NAME_PATTERN, isName } from '../tool/name.ts'
import { normaliseInSteps } from '../tool/normalise.ts'
import type { Problem } from '../tool/problem.ts'
import { ideaFile } from './address.ts'
import { checkConfig } from './check-config.ts'
import type { Idea } from './idea.ts'
import type { Message } from './message.ts'
import { parseMessage, sharedToolName } from './parse-message.ts'
import type { ReportAt } from './parse-message.ts'
import { type Share, shareTools } from './share-tools.ts'
import { readSourceText } from './source-text.ts'
import type { Range, SourceText } from './source-text.ts'

/** An Idea as its file holds it, with everything that is wrong in it. */
export interface ParsedIdea {
  /** As much of the Idea as could be understood, so that a broken file can still be drawn. Not to be run with `error` problems. */
  readonly idea?: Idea
  readonly problems: readonly Problem[]
  /** The place of a value in the text; undefined without a text. */
  readonly rangeOf?: (pointer: Pointer) => Range
  /** The text as a tree of places; undefined where a value was given, and where it could not be read. */
  readonly root?: JsonNode | undefined
  /** The place of each Message of `idea.context` in the file: unreadable Messages leave gaps. */
  readonly pathOf: (message: Message) => Pointer
}

/** Reads an Idea from text or a parsed value (docs/contract/protocol.md#vocabulary). Never throws: gives problems. */
export const parseIdea = (source: unknown, name: string): ParsedIdea => atOnce(parseIdeaInSteps(source, name))

/** The same, but lets other work run (`rest`) while the Idea is large. */
export const parseIdeaInTurns = (source: unknown, name: string, rest: Rest): ParsedIdea | Promise<ParsedIdea> =>
  inTurnsIfLarge(parseIdeaInSteps(source, name), rest)

/** The same, a Tool in each step. Of a text, equal Tools become the same object by `share`. */
export function* parseIdeaInSteps(source: unknown, name: string, share?: Share): Steps<ParsedIdea> {
  const text = typeof source === 'string' ? readSourceText(source) : undefined
  const problems: Problem[] = []
  const file = ideaFile(name)
  const report: ReportAt = (code, path, message, more = {}) => {
    const range = more.range ?? text?.rangeOf(path)
    problems.push({ severity: 'error', ...more, code, message, path, idea: name, file, ...(range && { range }) })
  }
  if (!isName(name)) {
    report('idea.name', '', `The Idea name ${JSON.stringify(name)} must match ${NAME_PATTERN.source}.`)
  }
  if (text !== undefined) checkText(text, file, report)
  // Anything that is not JSON (undefined, functions) fails the first check of parseValue.
  const paths = new Map<Message, Pointer>()
  const value = text === undefined ? (source as Json | undefined) : text.value
  if (text !== undefined && share !== undefined) shareTools(value, share)
  yield* normaliseInSteps(toolsIn(value))
  const idea = parseValue(value, text?.error !== undefined, report, paths)
  const pathOf = (message: Message): Pointer => paths.get(message) ?? ''
  const parsed = { ...(idea && { idea }), problems, pathOf }
  return text === undefined ? parsed : withPlaces(parsed, text)
}

/** The Tools that an Idea writes itself, whatever else is wrong with it. */
function* toolsIn(value: Json | undefined): Generator<readonly [string, JsonObject]> {
  const context = isObject(value) && Array.isArray(value.context) ? value.context : []
  for (const message of context) {
    if (!isObject(message) || message.type !== 'tool' || !isObject(message.tool)) continue
    for (const [name, entry] of Object.entries(message.tool))
      if (isObject(entry) && sharedToolName(entry) === undefined) yield [name, entry]
  }
}

const withPlaces = (parsed: Omit<ParsedIdea, 'root' | 'rangeOf'>, text: SourceText): ParsedIdea => ({
  ...parsed,
  rangeOf: text.rangeOf,
  get root() {
    return text.root
  },
})

function checkText(text: SourceText, file: string, report: ReportAt): void {
  if (text.error !== undefined) report('idea.json', '', `${file}: ${text.error.message}`, { range: text.error.range })
  for (const { key, path, range } of text.duplicateKeys) {
    report('idea.duplicateKey', path, `The key ${JSON.stringify(key)} appears here a second time.`, { range })
  }
}

const IDEA_FIELDS = ['title', 'description', 'config', 'context', 'schema', '$schema']

function parseValue(
  value: Json | undefined,
  isBroken: boolean,
  report: ReportAt,
  paths: Map<Message, Pointer>,
): Idea | undefined {
  if (!isObject(value)) {
    if (!isBroken) report('idea.shape', '', 'An Idea is an object with a context: a list of Messages.')
    return undefined
  }
  // A text that isn't JSON has only that problem; parts missing after the break aren't reported.
  const reportShape: ReportAt = isBroken ? () => undefined : report
  const isSchemaFit = checkShape(value, reportShape)
  const context = Array.isArray(value.context) ? value.context : []
  const messages = context.flatMap((item: Json, index): readonly Message[] => {
    const path = `/context/${index}`
    const message = parseMessage(item, path, reportShape)
    if (message === undefined) return []
    paths.set(message, path)
    return [message]
  })
  return {
    ...(typeof value.title === 'string' && { title: value.title }),
    ...(typeof value.description === 'string' && { description: value.description }),
    ...(isObject(value.config) && { config: value.config }),
    context: messages,
    ...(isSchemaFit && { schema: value.schema as JsonObject | boolean }), // no issue: a schema
  }
}

/** Reports what is wrong, and says whether there is an output schema without an issue. */
function checkShape(value: JsonObject, report: ReportAt): boolean {
  if (!Array.isArray(value.context)) {
    const isMissing = value.context === undefined
    const message = isMissing ? 'An Idea needs a context: a list of Messages.' : 'context must be a list of Messages.'
    report('idea.shape', isMissing ? '' : '/context', message)
  }
  for (const key of ['title', 'description']) {
    if (value[key] !== undefined && typeof value[key] !== 'string')
      report('idea.shape', `/${key}`, `${key} must be a string.`)
  }
  if (value.config !== undefined) {
    for (const { path, message, isUnknownField } of checkConfig(value.config)) {
      if (isUnknownField) report('idea.unknownField', `/config${path}`, message, { severity: 'warning' })
      else report('idea.config', `/config${path}`, message)
    }
  }
  const issues = value.schema === undefined ? [] : findSchemaIssues(value.schema)
  for (const issue of issues)
    report('idea.shape', `/schema${issue.path}`, `The output schema is malformed${tellIssue(issue)}`)
  for (const key of Object.keys(value)) {
    if (IDEA_FIELDS.includes(key)) continue
    const nearest = nearestName(key, IDEA_FIELDS)
    const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`
    report('idea.unknownField', `/${escapePointer(key)}`, `An Idea has no field ${key}.${hint}`, {
      severity: 'warning',
    })
  }
  return value.schema !== undefined && issues.length === 0
}
