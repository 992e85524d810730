import type { Json, JsonObject } from '@ensemble/core'
import { readUnfinished } from './unfinished-json.ts'

/** A Call of an answer that is still being written. */
export interface UnfinishedCall {
  /** Undefined until its name has come. */
  readonly tool: string | undefined
  /** Without meta fields. */
  readonly parameters: JsonObject
  /** The model's reason for it. */
  readonly reasoning: string | undefined
}

/** The readable part of an incomplete Solution (docs/contract/protocol.md#composition). */
export interface UnfinishedAnswer {
  readonly calls: readonly UnfinishedCall[]
  readonly output: Json | undefined
  /** The field that is being written and what it holds so far. */
  readonly writing: { readonly field: string | undefined; readonly value: Json } | undefined
}

/** On the `tools` wire each Call streams as its own line: its Tool's name, then its arguments. */
const NATIVE_CALL = /\n([A-Za-z][\w-]{0,63}) (?=\{)/

/** Reads what has streamed so far, on either wire; undefined if it is plain text. */
export function readAnswer(text: string): UnfinishedAnswer | undefined {
  const start = text.trimStart()
  if (start.startsWith('{"') || start.startsWith('{\n') || start === '{') return structured(start)
  const [before = '', ...rest] = text.split(NATIVE_CALL)
  if (rest.length === 0) return undefined
  const calls: UnfinishedCall[] = []
  let writing: UnfinishedAnswer['writing']
  for (let at = 0; at < rest.length; at += 2) {
    const { value, path } = readUnfinished(rest[at + 1] ?? '')
    calls.push(callOf({ _tool: rest[at] ?? '', ...(isObject(value) ? value : {}) }))
    writing = writingAt(value, path)
  }
  return { calls, output: before.trim() === '' ? undefined : before, writing }
}

const structured = (text: string): UnfinishedAnswer | undefined => {
  const { value, path } = readUnfinished(text)
  if (!isObject(value)) return undefined
  const { calls, output } = value
  const found = Array.isArray(calls) ? calls.filter(isObject).map(callOf) : []
  return { calls: found, output: output ?? undefined, writing: writingAt(value, path) }
}

const callOf = (call: JsonObject): UnfinishedCall => {
  // With Calls under their Tools' names, that is their one member.
  const [only, ...others] = Object.entries(call)
  if (only !== undefined && others.length === 0 && !only[0].startsWith('_') && isObject(only[1]))
    return callOf({ ...only[1], _tool: only[0] })
  const { _tool: tool, _reasoningForCall: reasoning } = call
  return {
    tool: typeof tool === 'string' && tool !== '' ? tool : undefined,
    reasoning: typeof reasoning === 'string' ? reasoning : undefined,
    parameters: Object.fromEntries(Object.entries(call).filter(([name]) => !name.startsWith('_'))),
  }
}

const writingAt = (value: Json | undefined, path: readonly string[] | undefined): UnfinishedAnswer['writing'] => {
  if (path === undefined) return undefined
  const found = path.reduce<Json | undefined>((at, name) => memberOf(at, name), value)
  if (found === undefined || (typeof found === 'object' && found !== null)) return undefined
  const field = path.findLast((name) => !/^\d+$/.test(name))
  return { field: field === 'output' || field === 'calls' ? undefined : field, value: found }
}

const memberOf = (value: Json | undefined, name: string): Json | undefined => {
  if (Array.isArray(value)) return (value as readonly Json[])[Number(name)] // an array of JSON holds JSON
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Fields whose words are for the system, not for people. */
const isQuiet = (field: string | undefined): boolean => field?.startsWith('_') === true && field !== REASON
const REASON = '_reasoningForCall'

let last: { readonly text: string; readonly spoken: string } | undefined

/** The readable part of an active answer: the called Tool and the words so far. */
export function spoken(text: string): string {
  if (last?.text === text) return last.spoken
  const answer = readAnswer(text)
  const words = answer === undefined ? text : wordsOf(answer)
  last = { text, spoken: words.replaceAll(/\s+/g, ' ').trim() }
  return last.spoken
}

const wordsOf = ({ calls, output, writing }: UnfinishedAnswer): string => {
  const tool = output === undefined ? calls.at(-1)?.tool : undefined
  if (writing === undefined || isQuiet(writing.field)) return tool ?? (typeof output === 'string' ? output : '')
  const { field, value } = writing
  const words = field === undefined || field === REASON ? String(value) : `${field}: ${String(value)}`
  return tool === undefined ? words : `${tool} · ${words}`
}
