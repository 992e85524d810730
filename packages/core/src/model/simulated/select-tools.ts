import { isObject, type Json } from '../../schema/json.ts'
import { accepts } from './accepts.ts'
import { type Asked, readAsked } from './asked.ts'
import { matchTools } from './choose-tools.ts'
import { lastSegment, type Candidate } from './context-values.ts'
import { forbiddenTools } from './forbidden-tools.ts'
import type { SeenBlock } from './read-conversation.ts'
import type { SeenRequest, SeenTool } from './read-request.ts'
import type { LeftOut } from './repair.ts'
import { offersNull, propertiesOf, requiredOf, valueSchema } from './schema-view.ts'
import { outputSchemaOf, requiredParameters, type ToolWiring } from './tool-needs.ts'
import { labelsOf, spokenIn, unreadFields } from './spoken.ts'
import { changesSomething, isVerbAsked, nameWords, unnamedChoice } from './tool-verb.ts'
import { foldName, splitWords, stemOf } from './words.ts'

/** The chosen Tools in order of definition, with the words of the request that chose them. */
export type Selection = ReadonlyMap<SeenTool, readonly string[]>

/** One world of the request as text: its input and people's words. */
export const askedText = (request: SeenRequest, blocks: readonly SeenBlock[]): string => {
  const shown = blocks.filter(({ kind, instance }) => kind === 'input' || (kind === 'data' && instance !== undefined))
  return [request.text, ...shown.map(({ value }) => spokenIn(value))].join('\n\n').trim()
}

/**
 * A task's Tools (docs/contract/protocol.md#the-simulated-model): those sharing words, or required by an output or
 * reference; changing ones only with their verb. Else those whose parameters the input names; none for an unrelated
 * sentence.
 */
export const selectTools = (
  request: SeenRequest,
  asked: Asked,
  blocks: readonly SeenBlock[],
  wiring: ReadonlyMap<SeenTool, ToolWiring>,
  candidates: readonly Candidate[],
  leaveOut: (left: LeftOut) => void,
): Selection => {
  const text = askedText(request, blocks)
  const sentence = isSentence(request, blocks)
  /** An Idea may ask for the change itself, where its input is what the Tool takes and nothing else. */
  const instructed = readAsked(request.instructions)
  const isInstructed = (tool: SeenTool): boolean =>
    asked.barred.trim() === '' && isItsInput(tool, request, blocks) && isVerbAsked(tool, instructed)
  const isOpen = (tool: SeenTool): boolean => {
    if (!changesSomething(tool)) return true
    if (!isVerbAsked(tool, asked) && !isInstructed(tool)) return false
    const unnamed = unnamedChoice(tool, asked, candidates)
    if (unnamed !== undefined) leaveOut({ tool: tool.name, why: `the request does not name its ${unnamed}` })
    return unnamed === undefined
  }
  const forbidden = forbiddenTools(request.tools, asked, candidates)
  const unread = unreadFields(blocks)
  const allowed = request.tools.filter((tool) => !forbidden.has(tool) && unread.every((name) => takes(tool, name)))
  const opened = allowed.filter(isOpen)
  const lacks = (tool: SeenTool): boolean => lacksParameters(tool, wiring, candidates)
  const matched = withoutRivals(matchTools(opened, asked, sentence, labelsOf(text)), wiring, lacks)
  const isNamed = (tool: SeenTool): boolean => asked.named.includes(tool.name)
  const chosen = new Set([
    ...matched.keys(),
    ...opened.filter((tool) => isNamed(tool) || (changesSomething(tool) && isInstructed(tool))),
  ])
  const free = allowed.filter((tool) => !tool.needsApproval && !changesSomething(tool))
  const supplied = sentence ? free.filter((tool) => isSupplied(tool, candidates)) : free
  /** Nothing is required for the answer to a sentence that fits no Tool. */
  const open = (): readonly SeenTool[] => (chosen.size > 0 ? free : supplied)
  const offered = new Set(candidates.map(({ name }) => foldName(name)))
  const outputs = neededOutputs(request)

  const isProvided = (name: string): boolean => [...chosen].some((tool) => wiring.get(tool)?.provides.has(name))
  const needsOf = (tool: SeenTool): readonly string[] => (wiring.get(tool)?.needs ?? []).map(foldName)
  const providerOf = (name: string): SeenTool | undefined => open().find((tool) => wiring.get(tool)?.provides.has(name))
  /** A reference reads what another Call writes, never what is only inside its result. */
  const isWriter = (tool: SeenTool, name: string, reader: SeenTool): boolean =>
    tool !== reader && (wiring.get(tool)?.writtenNames.has(name) ?? false)

  /** A Tool that supplies the output from what several of the chosen ones write: the step that brings their results together. */
  const joinerOf = (name: string): SeenTool | undefined =>
    free.find((tool) => {
      const needs = needsOf(tool)
      const isReady = (need: string): boolean => [...chosen].some((other) => isWriter(other, need, tool))
      // A Tool's results may be left out of the request.
      const mayProvide = wiring.get(tool)?.provides.has(name) || outputSchemaOf(tool) === undefined
      return !chosen.has(tool) && mayProvide && needs.length > 1 && needs.every(isReady)
    })

  const nextRequired = (): SeenTool | undefined => {
    for (const tool of chosen) {
      for (const need of needsOf(tool)) {
        if ([...chosen].some((other) => isWriter(other, need, tool))) continue
        const writer = free.find((other) => isWriter(other, need, tool))
        if (writer !== undefined) return writer
      }
    }
    for (const { name, required } of outputs) {
      const joiner = joinerOf(name)
      if (joiner !== undefined) return joiner
      const provider = required && !offered.has(name) && !isProvided(name) ? providerOf(name) : undefined
      if (provider !== undefined) return provider
    }
    return undefined
  }
  for (let tool = nextRequired(); tool !== undefined && !chosen.has(tool); tool = nextRequired()) chosen.add(tool)

  const selected = chosen.size > 0 ? request.tools.filter((tool) => chosen.has(tool)) : supplied
  return new Map(selected.map((tool) => [tool, matched.get(tool) ?? (isNamed(tool) ? [tool.name] : [])]))
}

/** Whether a text says what a person wants. Data doesn't: a ticket, or form fields that name Tools (`opening`). */
const isSentence = ({ isAsked, text, tools }: SeenRequest, blocks: readonly SeenBlock[]): boolean => {
  if (!isAsked || WORD.test(text)) return isAsked
  const inputs = blocks.filter(({ kind }) => kind === 'input').map(({ value }) => value)
  const fields = inputs.flatMap((value): readonly (readonly [string, Json])[] =>
    isObject(value) ? Object.entries(value) : [['', value]],
  )
  const said = fields.filter(([, value]) => WORD.test(textIn(value)))
  const names = new Set(tools.flatMap((tool) => nameWords(tool).map(stemOf)))
  const isWorkedOn = said.some(([name]) => splitWords(name).some((word) => names.has(stemOf(word))))
  return said.length === 1 || (said.length > 1 && !isWorkedOn)
}

const textIn = (value: Json): string => (isObject(value) ? '' : spokenIn(value))
/** `T-1042` holds none. */
const WORD = /\p{L}{2}/u

/** A text that is the Tool's own argument is data, however long. */
const takes = ({ schema }: SeenTool, field: string): boolean =>
  Object.keys(propertiesOf(schema)).some((name) => foldName(name) === foldName(field))

/** The input holds values of this Tool's parameters alone: no task in words. */
const isItsInput = (tool: SeenTool, { isAsked, text }: SeenRequest, blocks: readonly SeenBlock[]): boolean => {
  const inputs = blocks.filter(({ kind }) => kind === 'input').map(({ value }) => value)
  const names = inputs.flatMap((value) => (isObject(value) ? Object.keys(value) : ['']))
  const properties = propertiesOf(tool.schema)
  return isAsked && text === '' && names.length > 0 && names.every((name) => properties[name] !== undefined)
}

/** The task names the Tool's parameters, at least the required ones: it was written for this Tool. */
const isSupplied = (tool: SeenTool, candidates: readonly Candidate[]): boolean => {
  const properties = Object.entries(propertiesOf(tool.schema)).filter(([name]) => !name.startsWith('_'))
  const required = new Set(requiredOf(tool.schema))
  const given = properties.filter(([name, property]) => {
    const { schema } = valueSchema(property, tool.root)
    const isFixed = isObject(schema) && schema.const !== undefined
    return candidates.some(
      (candidate) =>
        foldName(candidate.name) === foldName(name) && (isFixed || accepts(schema, candidate.value, tool.root)),
    )
  })
  return (
    given.length > 0 &&
    properties.every((entry) => !required.has(entry[0]) || offersNull(entry[1], tool.root) || given.includes(entry))
  )
}

/** A required parameter is neither given under its name nor written by another Tool: the task was written for others. */
const lacksParameters = (
  tool: SeenTool,
  wiring: ReadonlyMap<SeenTool, ToolWiring>,
  candidates: readonly Candidate[],
): boolean => {
  const there = new Set([...candidates.map(({ name }) => name), ...(wiring.get(tool)?.needs ?? [])].map(foldName))
  return requiredParameters(tool).some((name) => !there.has(foldName(name)))
}

/**
 * Prefers, among Tools that write one place, the one with the input's parameters, otherwise with most shared words. One that also
 * reads the place is a further step.
 */
const withoutRivals = (
  matched: Selection,
  wiring: ReadonlyMap<SeenTool, ToolWiring>,
  lacks: (tool: SeenTool) => boolean,
): Selection => {
  const startsFresh = (tool: SeenTool, path: string): boolean =>
    wiring.get(tool)?.needs.every((need) => foldName(need) !== foldName(lastSegment(path))) ?? true
  const freshAt = (tool: SeenTool): readonly string[] =>
    (wiring.get(tool)?.writes ?? []).filter((path) => startsFresh(tool, path))
  const isBetter = (other: SeenTool, more: number, tool: SeenTool, words: number): boolean =>
    lacks(other) === lacks(tool) ? more > words : lacks(tool)
  const isOutdone = (tool: SeenTool, words: readonly string[]): boolean =>
    freshAt(tool).some((path) =>
      [...matched].some(
        ([other, more]) => isBetter(other, more.length, tool, words.length) && freshAt(other).includes(path),
      ),
    )
  return new Map([...matched].filter(([tool, words]) => !isOutdone(tool, words)))
}

const neededOutputs = ({ output }: SeenRequest): readonly { readonly name: string; readonly required: boolean }[] => {
  if (output === undefined || !isObject(output.schema)) return []
  const required = new Set(requiredOf(output.schema))
  return Object.entries(propertiesOf(output.schema)).map(([name, property]) => ({
    name: foldName(name),
    required: required.has(name) && !offersNull(property, output.root),
  }))
}
