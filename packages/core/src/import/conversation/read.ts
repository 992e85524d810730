import { isObject, type Json, type JsonObject } from '../../schema/json.ts'
import { readJson } from '../../tool/convert.ts'
import { replaceKeys } from '../keys.ts'
import { type ReportRow, reportRow } from '../report.ts'
import { brokenJson } from '../read-source.ts'
import { DEEPEST, isDeep, isText, listIn, objectIn, textIn } from '../values.ts'
import type { Conversation } from './conversation.ts'
import { requestsOf } from './from-messages.ts'
import {
  type Step,
  requestsOfSteps,
  withSoundTimes,
  stepsOfLangSmith,
  stepsOfLangfuse,
  stepsOfOtlp,
} from './from-spans.ts'
import { messagesFrom } from './messages.ts'
import { roundedNumbers } from './rounded-numbers.ts'
import { repeatedIds, resultsOfLists, resultsOfRequests } from './pair-results.ts'

const MOST_CHARACTERS = 20_000_000
const MOST_REQUESTS = 1000

/** A recorded conversation in a text; a sentence where it is too long or holds none; undefined for any other text. Never throws. */
export const readConversation = (path: string, given: string): Conversation | string | undefined => {
  if (given.length > MOST_CHARACTERS) return undefined
  let keys = 0
  let times = 0
  const text = replaceKeys(given, () => {
    keys++
    return '[key]'
  })
  const values = valuesIn(text)
  if (values === undefined) return RECORDED.test(text) ? brokenSentence(text) : undefined
  if (values.some((value) => isDeep(value)))
    return RECORDED.test(text) ? `It is nested deeper than ${DEEPEST} levels. Nothing was imported.` : undefined
  const found = recorded(values)
  if (found === undefined) return oddPlace(values)
  const lost = new Map<string, number>()
  const left = (kind: string): void => void lost.set(kind, (lost.get(kind) ?? 0) + 1)
  const lists =
    found.type === 'steps'
      ? []
      : found.lists.map(({ messages, model }) => ({
          messages: messages.flatMap((one) => messagesFrom(one, left)),
          model,
        }))
  const requests =
    found.type === 'steps'
      ? requestsOfSteps(
          withSoundTimes(found.steps, () => times++),
          left,
        )
      : lists.flatMap(({ messages, model }) => requestsOf(messages, model))
  if (requests.length === 0)
    return found.type === 'lists'
      ? `No answer of a model is in this conversation: none of its ${lists.flatMap(({ messages }) => messages).length} messages has the role assistant. Nothing was imported.`
      : `No answer of a model is in this conversation: none of its ${found.steps.length} steps is one. Nothing was imported.`
  if (requests.length > MOST_REQUESTS)
    return `This conversation has ${requests.length} answers of models; at most ${MOST_REQUESTS} become a Run. Nothing was imported.`
  const others = found.type === 'steps' ? found.steps.filter(({ kind }) => kind === 'other') : []
  const report: ReportRow[] = [...lost].map(([kind, count]) =>
    reportRow(path, 'messagePart', { kind, count: String(count) }),
  )
  if (others.length > 0)
    report.push(reportRow(path, 'stepsLeft', { count: String(others.length), names: namesOf(others) }))
  if (found.type === 'lists' && found.lists.length > 1)
    report.push(reportRow(path, 'conversationsJoined', { count: String(found.lists.length) }))
  const repeated = repeatedIds(requests)
  if (repeated.length > 0)
    report.push(reportRow(path, 'idsRepeated', { ids: firstOf(repeated), count: String(repeated.length) }))
  const rounded = roundedIn(text)
  if (rounded.length > 0)
    report.push(reportRow(path, 'numbersRounded', { numbers: firstOf(rounded), count: String(rounded.length) }))
  if (times > 0) report.push(reportRow(path, 'timesLeft', { count: String(times) }))
  if (keys > 0) report.push(reportRow(path, 'keysRemoved', { count: String(keys) }))
  const named = new Map<string, Json[]>()
  if (found.type === 'steps')
    for (const { name, output } of found.steps.filter(({ kind }) => kind === 'tool'))
      named.set(name, [...(named.get(name) ?? []), resultIn(output)])
  return {
    program: found.program,
    title: found.title,
    requests,
    results:
      found.type === 'steps' ? resultsOfRequests(requests) : resultsOfLists(lists.map(({ messages }) => messages)),
    named,
    report,
  }
}

/** Members that only recorded conversations have all over; lists of tools may hold them, too. */
const RECORDED = /"(?:role|run_type|resourceSpans|observations|traceId)"\s*:/

/** The line of JSONL that is broken, or the place in one JSON text. */
const brokenSentence = (text: string): string | undefined => {
  if (!/^\s*[[{]/.test(text)) return undefined
  const lines = text.split('\n')
  const first = lines.find((line) => line.trim() !== '') ?? ''
  if (parsed(first) !== undefined) {
    const broken = lines.findIndex((line) => line.trim() !== '' && parsed(line) === undefined)
    return `Line ${broken + 1} is broken JSON. Nothing was imported.`
  }
  const { brokenAt } = brokenJson(text)
  return brokenAt && `Its JSON is broken at line ${brokenAt.line}, column ${brokenAt.column}. Nothing was imported.`
}

/** The place that keeps a list from being a conversation: an empty list of messages, or an entry among messages without a role. */
const oddPlace = (values: readonly Json[]): string | undefined => {
  const [first] = values
  const [list, place] =
    values.length > 1
      ? [values, '']
      : Array.isArray(first)
        ? [listIn(first), '']
        : [objectIn(first ?? null)['messages'], '/messages']
  if (!Array.isArray(list)) return undefined
  if (list.length === 0) return place === '' ? undefined : `#${place} is empty. Nothing was imported.`
  const isMessage = (one: Json): boolean => messagesFrom(one, () => {}).length > 0
  const odd = list.findIndex((one: Json) => !isMessage(one))
  const isList = place !== '' || list.some(isMessage)
  return isList && odd >= 0
    ? `#${place}/${odd} is not a message: it has no role that is known. Nothing was imported.`
    : undefined
}

/** The numbers of a text that was read as JSON, or line by line. */
const roundedIn = (text: string): readonly string[] =>
  (parsed(text) === undefined ? text.split('\n') : [text]).flatMap((part) =>
    parsed(part) === undefined ? [] : roundedNumbers(part),
  )

const MOST_NAMES = 12
const namesOf = (steps: readonly Step[]): string => firstOf([...new Set(steps.map(({ name }) => name || '–'))])
const firstOf = (names: readonly string[]): string =>
  `${names.slice(0, MOST_NAMES).join(', ')}${names.length > MOST_NAMES ? ', …' : ''}`

/** LangChain's tools answer with a message. */
const resultIn = (output: Json): Json => {
  const inner = isObject(output) && output['output'] !== undefined ? output['output'] : output
  const message = isObject(inner) ? objectIn(inner['kwargs'] ?? inner)['content'] : undefined
  return message ?? inner
}

/** One JSON value, or one in each line. */
const valuesIn = (text: string): readonly Json[] | undefined => {
  if (!/^\s*[[{]/.test(text)) return undefined
  const whole = parsed(text) ?? readJson(text)
  if (whole !== undefined) return [whole]
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const values = lines.map(parsed)
  return values.every((value) => value !== undefined) ? values : undefined
}

const parsed = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json // what JSON gives
  } catch {
    return undefined
  }
}

interface Messages {
  readonly messages: readonly Json[]
  readonly model?: string
}

type Found =
  | { readonly type: 'steps'; readonly program: string; readonly title: string; readonly steps: readonly Step[] }
  | { readonly type: 'lists'; readonly program: string; readonly title: string; readonly lists: readonly Messages[] }

const recorded = (values: readonly Json[]): Found | undefined => {
  const [first] = values
  const all = values.length === 1 && Array.isArray(first) ? (first as readonly Json[]) : values // an array, as just seen
  const objects = all.filter(isObject)
  if (objects.length === 0 || objects.length !== all.length) return undefined
  const steps = (program: string, title: string, found: readonly Step[]): Found => ({
    type: 'steps',
    program,
    title,
    steps: found,
  })
  const resources = resourcesIn(objects)
  if (resources !== undefined) return steps('OpenTelemetry', 'trace', stepsOfOtlp(resources))
  if (objects.every((one) => isText(one['run_type'])))
    return steps('LangSmith', textIn(objects[0]?.['name']), stepsOfLangSmith(objects))
  const page = objects.length === 1 ? objects[0] : undefined
  if (Array.isArray(page?.['runs']) && listIn(page['runs']).every((one) => isText(objectIn(one)['run_type'])))
    return steps('LangSmith', 'trace', stepsOfLangSmith(listIn(page['runs'])))
  const observations = observationsIn(objects)
  if (observations !== undefined)
    return steps('Langfuse', textIn(objectIn(page?.['trace'] ?? page ?? null)['name']), stepsOfLangfuse(observations))
  const lists = listsIn(objects)
  return lists && { type: 'lists', program: 'OpenAI messages', title: 'conversation', lists }
}

/** `resourceSpans`, which Tempo calls `batches` and puts into `trace`, or the spans themselves, as collectors write a line for each. */
const resourcesIn = (objects: readonly JsonObject[]): readonly Json[] | undefined => {
  const inside = objects
    .flatMap((one) => [one, objectIn(one['trace'] ?? null)])
    .flatMap((one) => [one['resourceSpans'], one['batches']].find(Array.isArray) ?? [])
  if (inside.length > 0) return inside.filter(isObject)
  const areSpans = objects.every(
    (one) => isText(one['traceId']) && isText(one['spanId']) && Array.isArray(one['attributes']),
  )
  return areSpans ? [{ scopeSpans: [{ spans: objects }] }] : undefined
}

/** A trace with `observations`, or the observations themselves (a list, or `data` of the API). */
const observationsIn = (objects: readonly JsonObject[]): readonly Json[] | undefined => {
  const inside = objects.flatMap((one) =>
    listIn(
      [one, objectIn(one['trace'] ?? null), objectIn(one['data'] ?? null)].find((each) => each['observations'])?.[
        'observations'
      ] ?? null,
    ),
  )
  if (inside.length > 0 && inside.every(isObject)) return inside
  const list = objects.length === 1 && Array.isArray(objects[0]?.['data']) ? listIn(objects[0]['data']) : objects
  const isTrace =
    list.length > 0 && list.every((one) => isText(objectIn(one)['traceId']) && isText(objectIn(one)['type']))
  return isTrace ? list : undefined
}

/** `[{ role }]`, `{ messages }`, a line of each, or the body of a request with its response. */
const listsIn = (objects: readonly JsonObject[]): readonly Messages[] | undefined => {
  const isMessage = (one: Json): boolean =>
    messagesFrom(one, () => {}).length > 0 && isObject(one) && !Array.isArray(one['messages'])
  if (objects.every(isMessage)) return [{ messages: objects }]
  const lists = objects.flatMap((one): readonly Messages[] => {
    const request = objectIn(one['request'] ?? one['body'] ?? one)
    const asked = [request['messages'], request['input'], one['items']].find(Array.isArray)
    if (asked === undefined || !listIn(asked).some(isMessage)) return []
    const response = objectIn(one['response'] ?? one['output'] ?? null)
    const answer = [...listIn(response['choices']), ...listIn(one['choices'])].flatMap(
      (choice) => objectIn(choice)['message'] ?? [],
    )
    return [{ messages: [...listIn(asked), ...answer], ...(isText(request['model']) && { model: request['model'] }) }]
  })
  return lists.length === objects.length ? lists : undefined
}
