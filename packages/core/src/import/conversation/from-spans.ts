import { isObject, type Json, type JsonObject } from '../../schema/json.ts'
import { isText, listIn, objectIn, textIn } from '../values.ts'
import { messagesFrom } from './messages.ts'
import type { RecordedMessage, RecordedRequest } from './conversation.ts'
import { resultOf } from './results.ts'

/** A step of a trace, whatever program recorded it. */
export interface Step {
  readonly kind: 'model' | 'tool' | 'other'
  readonly name: string
  readonly at?: number | undefined
  readonly end?: number | undefined
  readonly model?: string | undefined
  readonly input: Json
  readonly output: Json
  readonly inputTokens?: number | undefined
  readonly outputTokens?: number | undefined
}

const numberIn = (value: Json | undefined): number | undefined => {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? Math.floor(number) : undefined
}
/** NaN for a time that can't be read. */
const timeIn = (value: Json | undefined): number | undefined => {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value === 'number') return value > 1e14 ? Math.floor(value / 1e6) : Math.floor(value)
  const text = textIn(value)
  if (/^\d{16,}$/.test(text)) return Math.floor(Number(text) / 1e6)
  // Date.parse reads a short number as a year or a month.
  if (/^[-+]?\d+$/.test(text)) return NaN
  // LangSmith leaves out the zone, which is UTC.
  const time = Date.parse(/T[\d:.]+$/.test(text) ? `${text}Z` : text)
  return time
}

/** The last millisecond of the year 9999: later ones have no place in a date of four digits. */
export const LATEST = 253_402_300_799_999
const isSound = (time: number | undefined): boolean => time === undefined || (time > 0 && time <= LATEST)

/** Steps whose times are dates: one that cannot be a date gives way to that of the step before. */
export const withSoundTimes = (steps: readonly Step[], left: () => void): readonly Step[] => {
  let before: number | undefined
  return steps.map((step) => {
    const { at, end } = step
    for (const time of [at, end]) if (!isSound(time)) left()
    const areSound = isSound(at) && isSound(end)
    const start = isSound(at) ? at : before
    before = start ?? before
    return areSound ? step : { ...step, at: start, end: undefined }
  })
}

/** Runs of LangSmith: a tree by `child_runs`, or a list. */
export const stepsOfLangSmith = (runs: readonly Json[]): readonly Step[] =>
  runs.filter(isObject).flatMap((run): readonly Step[] => {
    const type = textIn(run['run_type'])
    const metadata = objectIn(objectIn(run['extra'])['metadata'])
    const called = objectIn(objectIn(run['extra'])['invocation_params'])
    const step: Step = {
      kind: type === 'llm' ? 'model' : type === 'tool' ? 'tool' : 'other',
      name: textIn(run['name']),
      at: timeIn(run['start_time']),
      end: timeIn(run['end_time']),
      model: [metadata['ls_model_name'], called['model'], called['model_name']].find(isText),
      input: run['inputs'] ?? null,
      output: run['outputs'] ?? null,
      inputTokens: numberIn(run['prompt_tokens']),
      outputTokens: numberIn(run['completion_tokens']),
    }
    return [step, ...stepsOfLangSmith(listIn(run['child_runs']))]
  })

/** Observations of Langfuse. */
export const stepsOfLangfuse = (observations: readonly Json[]): readonly Step[] =>
  observations.filter(isObject).map((one): Step => {
    const type = textIn(one['type']).toUpperCase()
    const usage = { ...objectIn(one['usage']), ...objectIn(one['usageDetails']) }
    return {
      kind: type === 'GENERATION' ? 'model' : type === 'TOOL' ? 'tool' : 'other',
      name: textIn(one['name']),
      at: timeIn(one['startTime']),
      end: timeIn(one['endTime']),
      model: isText(one['model']) ? one['model'] : undefined,
      input: resultOf(one['input'] ?? null),
      output: resultOf(one['output'] ?? null),
      inputTokens: numberIn(usage['input'] ?? usage['promptTokens']),
      outputTokens: numberIn(usage['output'] ?? usage['completionTokens']),
    }
  })

/** The value of an attribute of OTLP JSON. */
const valueIn = (value: Json | undefined): Json => {
  const { stringValue, intValue, doubleValue, boolValue, arrayValue, kvlistValue } = objectIn(value)
  if (arrayValue !== undefined) return listIn(objectIn(arrayValue)['values']).map(valueIn)
  if (kvlistValue !== undefined) return attributesIn(objectIn(kvlistValue)['values'])
  return stringValue ?? intValue ?? doubleValue ?? boolValue ?? null
}

const attributesIn = (list: Json | undefined): JsonObject =>
  Object.fromEntries(
    listIn(list)
      .filter(isObject)
      .map((one) => [textIn(one['key']), valueIn(one['value'])]),
  )

/** Spans of OTLP JSON with the GenAI conventions, those of today and of earlier versions. */
export const stepsOfOtlp = (resources: readonly Json[]): readonly Step[] =>
  resources
    .flatMap((one) => listIn(objectIn(one)['scopeSpans'] ?? objectIn(one)['instrumentationLibrarySpans']))
    .flatMap((one) => listIn(objectIn(one)['spans']))
    .filter(isObject)
    .map((span): Step => {
      const has = attributesIn(span['attributes'])
      const operation = textIn(has['gen_ai.operation.name'])
      const isTool = operation === 'execute_tool' || has['gen_ai.tool.name'] !== undefined
      const isModel =
        /^(?:chat|generate_content|text_completion)$/.test(operation) || has['gen_ai.prompt.0.role'] !== undefined
      const system = resultOf(has['gen_ai.system_instructions'] ?? null)
      const asked = listIn(resultOf(has['gen_ai.input.messages'] ?? null))
      return {
        kind: isTool ? 'tool' : isModel ? 'model' : 'other',
        name: textIn(has['gen_ai.tool.name']) || textIn(span['name']),
        at: timeIn(span['startTimeUnixNano']),
        end: timeIn(span['endTimeUnixNano']),
        model: [has['gen_ai.response.model'], has['gen_ai.request.model']].find(isText),
        input: isTool
          ? (has['gen_ai.tool.call.arguments'] ?? null)
          : [
              ...(Array.isArray(system) ? [{ role: 'system', parts: system }] : []),
              ...(asked.length > 0 ? asked : numbered(has, 'gen_ai.prompt')),
            ],
        output: isTool
          ? resultOf(has['gen_ai.tool.call.result'] ?? null)
          : (resultOf(has['gen_ai.output.messages'] ?? null) ?? numbered(has, 'gen_ai.completion')),
        inputTokens: numberIn(has['gen_ai.usage.input_tokens'] ?? has['gen_ai.usage.prompt_tokens']),
        outputTokens: numberIn(has['gen_ai.usage.output_tokens'] ?? has['gen_ai.usage.completion_tokens']),
      }
    })

/** `gen_ai.prompt.0.role`, `gen_ai.prompt.0.content`, as earlier instrumentations wrote them. */
const numbered = (attributes: JsonObject, prefix: string): readonly Json[] => {
  const messages: { [key: string]: Json }[] = []
  for (let index = 0; attributes[`${prefix}.${index}.role`] !== undefined; index++) {
    const at = `${prefix}.${index}`
    const calls: Json[] = []
    for (let call = 0; attributes[`${at}.tool_calls.${call}.name`] !== undefined; call++) {
      const part = (key: string): Json => attributes[`${at}.tool_calls.${call}.${key}`] ?? null
      calls.push({ id: part('id'), name: part('name'), arguments: part('arguments') })
    }
    const role = attributes[`${at}.role`] ?? null
    messages.push({
      role,
      content: attributes[`${at}.content`] ?? '',
      ...(calls.length > 0 && { tool_calls: calls }),
      ...(role === 'tool' && { tool_call_id: attributes[`${at}.tool_call_id`] ?? '' }),
    })
  }
  return messages
}

/** The messages in what a step was given or gave: a list, `{ messages }`, lists in lists, `{ generations }`, `{ choices }`. */
export const messagesIn = (
  value: Json,
  role: 'user' | 'assistant',
  left: (kind: string) => void,
): readonly RecordedMessage[] => {
  if (typeof value === 'string') return value === '' ? [] : [{ role, text: value, calls: [] }]
  if (Array.isArray(value)) return value.flatMap((one: Json) => messagesIn(one, role, left))
  if (!isObject(value)) return []
  const own = messagesFrom(value, left)
  if (own.length > 0) return own
  for (const key of ['messages', 'contents', 'generations', 'choices', 'candidates', 'message', 'input', 'output']) {
    const inner = value[key]
    if (typeof inner === 'object' && inner !== null) return [...instructionsIn(value), ...messagesIn(inner, role, left)]
  }
  // Gemini's answer has its message in `content`.
  if (isObject(value['content'])) return messagesIn(value['content'], role, left)
  const text = [value['text'], value['content'], value['contents'], value['input'], value['output']].find(isText)
  return text === undefined ? [] : [...instructionsIn(value), { role, text, calls: [] }]
}

/** Gemini's system instruction, which its SDKs put into the configuration of a request. */
const instructionsIn = (request: JsonObject): readonly RecordedMessage[] => {
  const config = objectIn(request['config'])
  const text = [config['system_instruction'], config['systemInstruction'], request['systemInstruction']].find(isText)
  return text === undefined ? [] : [{ role: 'system', text, calls: [] }]
}

/** The requests of steps of models, in order of time. */
export const requestsOfSteps = (steps: readonly Step[], left: (kind: string) => void): readonly RecordedRequest[] =>
  steps
    .filter(({ kind }) => kind === 'model')
    .toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0))
    .flatMap((step): readonly RecordedRequest[] => {
      const { model, at, end, inputTokens, outputTokens } = step
      const [first] = messagesIn(step.output, 'assistant', left)
      const answer: RecordedMessage | undefined = first && { ...first, role: 'assistant' }
      const ms = at !== undefined && end !== undefined ? Math.max(0, end - at) : undefined
      if (answer === undefined) return []
      return [{ model, at, ms, inputTokens, outputTokens, messages: messagesIn(step.input, 'user', left), answer }]
    })
