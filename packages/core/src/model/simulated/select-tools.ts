import { isObject } from '../../schema/json.ts'
import { matchTools, wordsOf } from './choose-tools.ts'
import { lastSegment, type Candidate } from './context-values.ts'
import type { SeenBlock } from './read-conversation.ts'
import type { SeenRequest, SeenTool } from './read-request.ts'
import { offersNull, propertiesOf, requiredOf } from './schema-view.ts'
import type { ToolWiring } from './tool-needs.ts'
import { foldName } from './words.ts'

/** The chosen Tools in order of definition, with the words of the request that chose them. */
export type Selection = ReadonlyMap<SeenTool, readonly string[]>

/** What one world of the request asks for, as text: its input and what people wrote. */
export const askedText = (request: SeenRequest, blocks: readonly SeenBlock[]): string => {
  const shown = blocks.filter(({ kind, instance }) => kind === 'input' || (kind === 'data' && instance !== undefined))
  return [request.text, ...shown.map(({ value }) => wordsOf(value))].join(' ')
}

/**
 * Which Tools a task takes (docs/contract/protocol.md#the-simulated-model): those that share words with it, or that a needed output or reference
 * requires; all of them when nothing matches; one with `_approval` only on a match.
 */
export const selectTools = (
  request: SeenRequest,
  text: string,
  wiring: ReadonlyMap<SeenTool, ToolWiring>,
  candidates: readonly Candidate[],
): Selection => {
  const matched = withoutRivals(matchTools(request.tools, text), wiring)
  const chosen = new Set(matched.keys())
  const free = request.tools.filter((tool) => !tool.needsApproval)
  const offered = new Set(candidates.map(({ name }) => foldName(name)))
  const outputs = neededOutputs(request)

  const isProvided = (name: string): boolean => [...chosen].some((tool) => wiring.get(tool)?.provides.has(name))
  const needsOf = (tool: SeenTool): readonly string[] => (wiring.get(tool)?.needs ?? []).map(foldName)
  const providerOf = (name: string): SeenTool | undefined => free.find((tool) => wiring.get(tool)?.provides.has(name))
  /** A reference reads what another Call writes, never what is only inside its result. */
  const isWriter = (tool: SeenTool, name: string, reader: SeenTool): boolean =>
    tool !== reader && (wiring.get(tool)?.writtenNames.has(name) ?? false)

  /** A Tool that supplies the output from what several of the chosen ones write: the step that brings their results together. */
  const joinerOf = (name: string): SeenTool | undefined =>
    free.find((tool) => {
      const needs = needsOf(tool)
      const isReady = (need: string): boolean => [...chosen].some((other) => isWriter(other, need, tool))
      return !chosen.has(tool) && wiring.get(tool)?.provides.has(name) && needs.length > 1 && needs.every(isReady)
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

  const selected = chosen.size > 0 ? request.tools.filter((tool) => chosen.has(tool)) : free
  return new Map(selected.map((tool) => [tool, matched.get(tool) ?? []]))
}

/**
 * Of several Tools that would write the same place, the one that shares most words with the task: the others would only
 * overwrite what it brings. A Tool that reads the place as well is a further step, no rival.
 */
const withoutRivals = (matched: Selection, wiring: ReadonlyMap<SeenTool, ToolWiring>): Selection => {
  const startsFresh = (tool: SeenTool, path: string): boolean =>
    wiring.get(tool)?.needs.every((need) => foldName(need) !== foldName(lastSegment(path))) ?? true
  const freshAt = (tool: SeenTool): readonly string[] =>
    (wiring.get(tool)?.writes ?? []).filter((path) => startsFresh(tool, path))
  const isOutdone = (tool: SeenTool, words: readonly string[]): boolean =>
    freshAt(tool).some((path) =>
      [...matched].some(([other, more]) => more.length > words.length && freshAt(other).includes(path)),
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
