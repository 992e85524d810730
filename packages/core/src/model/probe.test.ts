import { describe, expect, it } from 'vitest'
import { ModelError, type ChatBody, type Model, type ModelDelta } from './model.ts'
import { probeEndpoint, probeKey } from './probe.ts'

const finish: ModelDelta = { type: 'finish', reason: 'stop' }
type Answer = (body: ChatBody, whole: boolean | undefined) => ModelDelta | ModelError | undefined
const modelOf = (answer: Answer): Model => ({
  name: 'm',
  simulated: false,
  endpoint: 'http://127.0.0.1/v1',
  capabilities: { structured: true, strict: true, tools: true },
  async *ask(body, { whole }) {
    const given = answer(body, whole)
    if (given instanceof ModelError) throw given
    if (given !== undefined) yield given
    yield finish
  },
})
const probe = (answer: Answer) => probeEndpoint(modelOf(answer), new AbortController().signal)
const ready: ModelDelta = { type: 'text', text: '{"ready":true}' }
const refused = new ModelError('model.schemaRefused', 'no')

describe('probeEndpoint', () => {
  it('finds what an endpoint can do', async () => {
    const call: ModelDelta = { type: 'call', index: 0, name: 'report', argumentsDelta: '{}' }
    expect(await probe((body) => (body.tools ? call : ready))).toEqual({
      strict: true,
      structured: true,
      tools: true,
      files: ['image', 'audio', 'file'],
    })
    const notStrict = (body: ChatBody) =>
      body.tools ? refused : JSON.stringify(body).includes('"strict":true') ? refused : ready
    expect(await probe(notStrict)).toMatchObject({ strict: false, structured: true, tools: false })
  })
  it('takes an answer that ignores what was asked for a no', async () => {
    expect(await probe(() => ({ type: 'text', text: 'I am ready!' }))).toMatchObject({
      strict: false,
      structured: false,
      tools: false,
    })
  })
  describe('finds the keywords that strict mode keeps to', () => {
    const GOOD: { readonly [name: string]: unknown } = {
      code: 'zq123',
      again: null,
      'date-time': '2026-11-23T09:50:00Z',
      time: '09:50:00Z',
      date: '2026-11-23',
      duration: 'P1D',
      email: 'a@b.example',
      hostname: 'b.example',
      ipv4: '127.0.0.1',
      ipv6: '::1',
      uuid: '123e4567-e89b-12d3-a456-426614174000',
      whole: 7305,
      part: 7.5,
      list: Array.from({ length: 7 }, () => true),
      text: 'x'.repeat(23),
    }
    /** Answers the form, unless one of these is in its schema; fills in these properties otherwise. */
    const filling = (refusing: readonly string[], instead: object = {}) => {
      const asked: string[][] = []
      const answer = (body: ChatBody): ModelDelta | ModelError => {
        const format = body.response_format as { json_schema: { schema: { properties: object } } } | undefined
        const { properties } = format?.json_schema.schema ?? { properties: { ready: true } }
        if ('ready' in properties) return ready
        asked.push(Object.keys(properties))
        if (refusing.some((keyword) => JSON.stringify(properties).includes(`"${keyword}"`))) return refused
        const form = Object.keys(properties).map((name) => [name, GOOD[name]])
        return { type: 'text', text: JSON.stringify({ ...Object.fromEntries(form), ...instead }) }
      }
      return { answer, asked }
    }

    it('all with one question', async () => {
      const { answer, asked } = filling([])
      const { keywords = [] } = await probe(answer)
      expect(keywords).toEqual(
        expect.arrayContaining(['pattern', 'format', 'minimum', 'multipleOf', 'minItems', 'maxLength']),
      )
      expect(asked).toHaveLength(1)
    })

    it('each kind by itself where one is refused', async () => {
      const { answer, asked } = filling(['minLength'])
      const { keywords = [] } = await probe(answer)
      expect(keywords).toContain('pattern')
      expect(keywords).toContain('maxItems')
      expect(keywords).not.toContain('maxLength')
      expect(asked).toHaveLength(6)
    })

    it('without those that are taken and not kept to', async () => {
      const { keywords } = await probe(filling([], { whole: 5, code: 'ready' }).answer)
      expect(keywords).toEqual(['format', 'minItems', 'maxItems', 'minLength', 'maxLength'])
    })

    it('none where all are refused, and none are asked about where nothing is enforced', async () => {
      expect(await probe(() => ready)).not.toHaveProperty('keywords')
      const { answer, asked } = filling([])
      const loose = (body: ChatBody) => (JSON.stringify(body).includes('"strict":true') ? refused : answer(body))
      expect(await probe(loose)).not.toHaveProperty('keywords')
      expect(asked).toEqual([])
    })
  })
  it('asks for whole answers where Calls are lost in a stream, and only there', async () => {
    const call: ModelDelta = { type: 'call', index: 0, name: 'report', argumentsDelta: '{}' }
    const asked: (boolean | undefined)[] = []
    const losing = (body: ChatBody, whole: boolean | undefined) => {
      asked.push(whole)
      return body.tools ? (whole ? call : undefined) : ready
    }
    expect(await probe(losing)).toMatchObject({ structured: true, tools: true, streams: false })
    // One schema and its keywords, a function lost and found, then three files and the limit as they will be asked about.
    const keywords = Array.from({ length: 6 }, () => false)
    expect(asked).toEqual([false, ...keywords, false, true, true, true, true, true, true])
    expect(await probe((body) => (body.tools ? call : ready))).not.toHaveProperty('streams')
    expect(await probe(() => undefined)).toMatchObject({ structured: false, tools: false, files: [] })
  })
  it('takes a refused file for a no, and asks for the others', async () => {
    const blind = (body: ChatBody) =>
      JSON.stringify(body).includes('image_url') ? new ModelError('model.status', 'no', { status: 500 }) : ready
    expect(await probe(blind)).toMatchObject({ structured: true, files: ['audio', 'file'] })
  })
  it.each([
    ['max_completion_tokens', undefined],
    ['max_tokens', false],
    ['neither', undefined],
  ])('learns by which name an answer is limited: %s', async (known, expected) => {
    const long = (body: ChatBody) => (body[known] === undefined ? ready : new ModelError('model.length', 'cut'))
    expect((await probe(long)).maxCompletionTokens).toBe(expected)
  })
  it('throws where the endpoint is away or locked', async () => {
    const locked = new ModelError('model.status', 'no', { status: 401 })
    await expect(probe(() => locked)).rejects.toBe(locked)
  })
  it('is kept by endpoint and model', () => {
    expect(probeKey(modelOf(() => ready))).toBe('http://127.0.0.1/v1 m')
  })
})
