import { isObject } from '../schema/json.ts'
import type { Json } from '../schema/json.ts'
import { nearestName } from '../schema/nearest-name.ts'
import type { Tool } from '../tool/tool.ts'
import type { Idea } from './idea.ts'
import type { IdeaFinding } from './idea-finding.ts'
import type { Message } from './message.ts'

/** Calls as prompts write them for models: nothing else looks so, whatever the text is about. */
const CALLS = [
  /"_tool"\s*:\s*"([A-Za-z][\w-]{0,63})"/gu,
  // The two fields of a call as the APIs of providers and open models write them.
  /"name"\s*:\s*"([A-Za-z][\w-]{0,63})"\s*,\s*"(?:arguments|parameters|input|args)"\s*:/gu,
  // tool_call restart_service(…), <tool_call>restart_service(…), function_call: "restart_service"(…)
  /\b(?:tool|function)_?[Cc]all\s*[>:=(]?\s*["'`]?([A-Za-z][\w-]{0,63})["'`]?\s*[({]/gu,
  // <function=restart_service>, <invoke name="restart_service">
  /<(?:function|invoke|tool)(?:=|\s+name=)["']?([A-Za-z][\w-]{0,63})["']?\s*\/?>/gu,
  /(?:^|\n)\s*Action:\s*([A-Za-z][\w-]{0,63})(?=\s*(?:[[({]|\n|$))/gu,
]
/** Words that mean a Tool where the Idea has some. */
const MENTIONS = [
  /"tool"\s*:\s*"([A-Za-z][\w-]{0,63})"/gu,
  /(?:\b[Cc]all|\b[Ii]nvoke|\b[Uu]se|[Вв]ыз[оы]в\p{L}*|[Ии]спользу\p{L}*)\s+(?:the\s+)?(?:tools?\s+|инструмент\p{L}*\s+)?`?([A-Za-z][a-z\d]*(?:[A-Z_]\w*)+)/gu,
]
/** Every text with one of CALLS contains this; most texts skip the check by it. */
const MAY_CALL = /"_tool"|"name"|[Cc]all|<(?:function|invoke|tool)|Action:/
/** The same of MENTIONS and IDENTIFIER. */
const MAY_MENTION = /"tool"|[A-Za-z\d][A-Z_]/
/** A name as programs write it, which prose does not: `composeSong`, `compose_song`. */
const IDENTIFIER = /(?<![\w†.`/-])[a-z][a-z\d]*(?:[A-Z_][A-Za-z\d]*)+(?![\w.])/gu

/** Names in text and `data` Messages that look like Tools but aren't Tools of this Idea. */
export const unknownInExamples = (idea: Idea, tools: readonly Tool[]): readonly IdeaFinding[] => {
  const names = tools.map(({ name }) => name)
  return idea.context.flatMap((message): readonly IdeaFinding[] => {
    const found = message.type === 'text' ? meantIn(message.text, names, tools) : meantInData(message)
    const path = message.type === 'text' ? '/text' : '/data'
    return [...new Set(found)]
      .filter((word) => !names.includes(word))
      .map((word) => {
        const nearest = nearestName(word, names)
        const has = names.length === 0 ? 'It has no Tools.' : `It has ${names.join(', ')}.`
        const hint = nearest === undefined ? has : `Did you mean ${nearest}?`
        const what = message.type === 'text' ? 'text' : 'data'
        const says = `The ${what} names the Tool ${word}, which this Idea does not have. ${hint}`
        return { code: 'lint.exampleUnknownTool', path, message: says, word, at: message }
      })
  })
}

/** A Call that is written out means a Tool even where a parameter is called alike. */
const meantIn = (written: string, names: readonly string[], tools: readonly Tool[]): readonly string[] => {
  const text = written.includes('†') ? written.replaceAll(/†[\p{L}\p{N}_.]+/gu, '') : written
  const called = callsIn(text)
  if (names.length === 0 || !MAY_MENTION.test(text)) return called
  const misspelt = [...text.matchAll(IDENTIFIER)].map(([word]) => word).filter((word) => nearestName(word, names))
  const parameters = new Set(tools.flatMap(({ parameters: { properties } }) => keysOf(properties)))
  return [...called, ...[...matchesOf(MENTIONS, text), ...misspelt].filter((word) => !parameters.has(word))]
}

/** Examples that are given as data: as Calls in JSON, or as texts that hold some. */
const meantInData = (message: Message): readonly string[] =>
  message.type === 'data' && message.kind !== 'file' ? calledIn(message.data) : []

const calledIn = (value: Json): readonly string[] => {
  if (typeof value === 'string') return callsIn(value)
  if (Array.isArray(value)) return value.flatMap(calledIn)
  if (!isObject(value)) return []
  const own = typeof value._tool === 'string' ? [value._tool] : []
  return [...own, ...Object.values(value).flatMap(calledIn)]
}

const callsIn = (text: string): readonly string[] => (MAY_CALL.test(text) ? matchesOf(CALLS, text) : [])

const matchesOf = (patterns: readonly RegExp[], text: string): readonly string[] =>
  patterns.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? ''))

const keysOf = (value: Json | undefined): readonly string[] => (isObject(value) ? Object.keys(value) : [])
