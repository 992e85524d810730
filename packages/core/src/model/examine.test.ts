import { describe, expect, it } from 'vitest'
import { examineEndpoint } from './examine.ts'
import { explainExamination, verdictOf } from './explain-examination.ts'
import { ModelError, type ChatBody, type Model, type ModelDelta } from './model.ts'

const modelOf = (answer: (body: ChatBody) => readonly ModelDelta[]): Model => ({
  name: 'm',
  simulated: false,
  endpoint: 'http://127.0.0.1/v1',
  capabilities: { structured: true, strict: true, tools: true },
  async *ask(body) {
    yield* answer(body)
    yield { type: 'finish', reason: 'stop' }
  },
})
const examine = (answer: (body: ChatBody) => readonly ModelDelta[]) =>
  examineEndpoint(modelOf(answer), new AbortController().signal)

const usage: ModelDelta = {
  type: 'usage',
  usage: { inputTokens: 9, outputTokens: 9, cachedTokens: 0, reasoningTokens: 0, estimated: false },
}
const call = (index: number, name: string): ModelDelta => ({ type: 'call', index, name, argumentsDelta: '{}' })

/** Does everything that is asked of it. */
const able = (body: ChatBody): readonly ModelDelta[] => {
  const asked = JSON.stringify(body['tools'] ?? '')
  if (asked.includes('get_time')) return [call(0, 'get_weather'), call(1, 'get_time')]
  if (asked !== '""') return [call(0, 'report')]
  if (body['response_format'] !== undefined) return [{ type: 'text', text: '{"ready":true}' }]
  return [{ type: 'text', text: 'one, ' }, { type: 'text', text: 'two' }, usage]
}

describe('examining a model', () => {
  it('finds everything that a good endpoint does', async () => {
    const found = await examine(able)
    expect(found).toMatchObject({
      capabilities: { strict: true, structured: true, tools: true },
      streaming: true,
      usage: true,
      parallelCalls: true,
    })
    expect(verdictOf(explainExamination(found))).toBe('works')
  })

  it('tells pieces from a whole, and one function at a time from several', async () => {
    const found = await examine((body) => {
      if (JSON.stringify(body['tools'] ?? '').includes('get_time')) return [call(0, 'get_weather')]
      return body['tools'] === undefined && body['response_format'] === undefined
        ? [{ type: 'text', text: 'one, two' }]
        : able(body)
    })
    expect(found).toMatchObject({ streaming: false, usage: false, parallelCalls: false })
    expect(explainExamination(found).filter(({ level }) => level === 'limited')).toHaveLength(3)
    expect(verdictOf(explainExamination(found))).toBe('limited')
  })

  it('says that answers are asked for whole where a stream loses what the model calls', () => {
    const rest = { structured: true, strict: true, tools: true, streams: false }
    const findings = explainExamination({ capabilities: rest, streaming: true, usage: true, parallelCalls: true })
    expect(findings.filter(({ level }) => level !== 'works')).toMatchObject([{ level: 'limited', about: 'streaming' }])
  })

  it('says in plain words that a model which ignores schemas and functions will not do', async () => {
    const found = await examine(() => [{ type: 'text', text: 'Sure!' }])
    const findings = explainExamination(found)
    const [first] = findings
    expect(verdictOf(findings)).toBe('fails')
    expect(first).toMatchObject({ level: 'fails', about: 'answers' })
  })

  it('throws where the endpoint is away', async () => {
    const away = new ModelError('model.unreachable', 'away', { retryable: true })
    const failing = examine(() => {
      throw away
    })
    await expect(failing).rejects.toBe(away)
  })
})
