import type { Json, JsonObject } from '../schema/json.ts'
import { isObject } from '../schema/json.ts'

/** Names that APIs give the parameter that asks for a later part. */
const NEXT =
  /^(?:page|page_?(?:number|token|no|index)|offset|skip|start|start_?(?:index|at)|cursor|next_?(?:token|cursor)|continuation_?token|continue|after|starting_after|bookmark|marker|page\[(?:number|offset|cursor|after)\]|\$skip)$/iu
/** And to the one that says how many it has. */
const SIZE = /^(?:per_?page|page_?size|limit|max_?results|count|size|first|top|\$top|page\[(?:size|limit)\])$/iu

/** A sentence for the model about an operation that answers in parts; undefined if it answers at once. */
export const pagingOf = (parameters: readonly JsonObject[], answer: Json | undefined): string | undefined => {
  const called = (pattern: RegExp): string | undefined => {
    const found = parameters.find((each) => each['in'] === 'query' && pattern.test(String(each['name'])))
    return found === undefined ? undefined : String(found['called'])
  }
  const next = called(NEXT)
  const size = called(SIZE)
  if (next === undefined || (size === undefined && !isList(answer))) return undefined
  return `The answer is one part of a list: ask for a later part with ${next}${size === undefined ? '' : `, for its size with ${size}`}.`
}

/** An answer that is a list, or that may hold one. */
const isList = (answer: Json | undefined): boolean =>
  isObject(answer) && (answer['type'] === 'array' || answer['type'] === 'object' || typeof answer['$ref'] === 'string')
