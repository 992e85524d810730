import { describe, expect, it } from 'vitest'
import { examineApis, examineEndpoint } from './examine.ts'
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

describe('examining the APIs of an endpoint', () => {
  const blind = (body: ChatBody): readonly ModelDelta[] =>
    body['tools'] === undefined ? able(body) : [{ type: 'text', text: 'Hm.' }]
  const sealed: ModelDelta = { type: 'reasoningItem', item: { before: 0, item: { type: 'reasoning' } } }
  const reasoning = (body: ChatBody): readonly ModelDelta[] => [sealed, ...able(body)]
  const gone = (status: number) => (): readonly ModelDelta[] => {
    throw new ModelError('model.status', 'no', { status })
  }
  type Answer = Parameters<typeof modelOf>[0]
  const through = (chat: Answer, responses: Answer) =>
    examineApis((api) => modelOf(api === 'chat' ? chat : responses), new AbortController().signal)

  it.each<[string, Answer, Answer, 'responses' | undefined]>([
    ['Chat Completions where both do the same', able, able, undefined],
    ['Responses where it gives reasoning back', able, reasoning, 'responses'],
    ['Responses where Chat Completions calls no functions', blind, able, 'responses'],
    [
      'Chat Completions where Responses calls no functions, whatever it gives back',
      able,
      (body) => [sealed, ...blind(body)],
      undefined,
    ],
    ['Chat Completions where there is no other', able, gone(404), undefined],
    ['Responses where there is no other', gone(404), able, 'responses'],
  ])('chooses %s', async (_, chat, responses, api) => {
    expect((await through(chat, responses)).capabilities.api).toBe(api)
  })

  it('throws what Chat Completions says where neither works, and at once where the key is wrong', async () => {
    await expect(through(gone(404), gone(500))).rejects.toMatchObject({ details: { status: 404 } })
    await expect(through(gone(401), able)).rejects.toMatchObject({ details: { status: 401 } })
  })
})
