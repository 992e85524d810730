import type { Json } from '../../schema/json.ts'
import type { RecordedCall, RecordedMessage, RecordedRequest } from './conversation.ts'
import { isJson, resultOf } from './results.ts'

export type Results = ReadonlyMap<RecordedCall, Json>

const grouped = <T>(values: readonly T[], keyOf: (value: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const value of values) {
    const group = groups.get(keyOf(value))
    if (group === undefined) groups.set(keyOf(value), [value])
    else group.push(value)
  }
  return groups
}

/** Calls that have no result yet, by what a result names: the id, or the tool where the recording gave no id. */
const createOpenCalls = () => {
  const turns = new Map<string, RecordedCall[][]>()
  const nameIn = ({ id, name, isNumbered }: RecordedCall): string => (isNumbered ? name : id)
  return {
    add: (calls: readonly RecordedCall[]): void => {
      for (const [key, turn] of grouped(calls, nameIn)) {
        const known = turns.get(key)
        if (known === undefined) turns.set(key, [turn])
        else known.push(turn)
      }
    },
    /** Out of the latest turn that has an open Call of this name: its first one, or its last. */
    take: (key: string, end: 'first' | 'last'): RecordedCall | undefined => {
      const open = turns.get(key)
      const turn = open?.at(-1)
      const call = end === 'first' ? turn?.shift() : turn?.pop()
      if (turn?.length === 0) open?.pop()
      return call
    },
    remove: (call: RecordedCall): void => {
      const open = turns.get(nameIn(call)) ?? []
      const at = open.findLastIndex((turn) => turn.includes(call))
      const left = (open[at] ?? []).filter((one) => one !== call)
      if (at >= 0) open.splice(at, 1, ...(left.length > 0 ? [left] : []))
    },
  }
}

interface Paired {
  readonly pairs: readonly (readonly [call: RecordedCall, result: Json])[]
  /** Results whose Call is not in the list before them. */
  readonly others: readonly (readonly [id: string, result: Json])[]
}

/** The results of one list of messages, each with the latest open Call before it. */
const pairsOf = (messages: readonly RecordedMessage[]): Paired => {
  const open = createOpenCalls()
  const pairs: [RecordedCall, Json][] = []
  const others: [string, Json][] = []
  for (const { role, callId, text, calls } of messages) {
    open.add(calls)
    if (role !== 'tool' || callId === undefined) continue
    const result = isJson(text) ? resultOf(text) : text
    const call = open.take(callId, 'first')
    if (call === undefined) others.push([callId, result])
    else pairs.push([call, result])
  }
  return { pairs, others }
}

export const resultsOfLists = (lists: readonly (readonly RecordedMessage[])[]): Results =>
  new Map(lists.flatMap((messages) => pairsOf(messages).pairs))

/**
 * Results by the Call of the answer that asked for them. Later Requests repeat earlier messages, so each list is compared from its end; a Call
 * in it is the same as one before if id, tool and parameters are.
 */
export const resultsOfRequests = (requests: readonly RecordedRequest[]): Results => {
  const found = new Map<RecordedCall, Json>()
  const open = createOpenCalls()
  const asked = new Map<string, RecordedCall[]>()
  const textOf = ({ id, name, parameters }: RecordedCall): string => JSON.stringify([id, name, parameters])
  for (const { messages, answer } of requests) {
    const seen = new Map<string, number>()
    const { pairs, others } = pairsOf(messages)
    for (const [repeated, result] of pairs.toReversed()) {
      const text = textOf(repeated)
      const same = asked.get(text) ?? []
      const count = (seen.get(text) ?? 0) + 1
      seen.set(text, count)
      const call = same.at(-count)
      if (call === undefined || found.has(call)) continue
      open.remove(call)
      found.set(call, result)
    }
    for (const [id, result] of others.toReversed()) {
      const call = open.take(id, 'last')
      if (call !== undefined) found.set(call, result)
    }
    open.add(answer.calls)
    for (const [text, calls] of grouped(answer.calls, textOf)) asked.set(text, [...(asked.get(text) ?? []), ...calls])
  }
  return found
}

/** Ids that more than one Call has, so that a result may belong to either. */
export const repeatedIds = (requests: readonly RecordedRequest[]): readonly string[] => {
  const calls = requests.flatMap(({ answer }) => answer.calls).filter(({ isNumbered }) => !isNumbered)
  return [...grouped(calls, ({ id }) => id)].filter(([, same]) => same.length > 1).map(([id]) => id)
}
