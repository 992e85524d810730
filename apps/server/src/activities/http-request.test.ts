import type { ActivityContext, JsonObject } from '@ensemble/core'
import { normaliseTool } from '@ensemble/core/tool'
import { describe, expect, test } from 'vitest'
import { createHttpActivity } from './http-activity.ts'
import { parseHttpDefinition } from './http-definition.ts'

interface Sent {
  readonly url: string
  readonly method: string
  readonly headers: Headers
  readonly body: string | null
}

const activityOf = (definition: object, answer: Response = new Response('{}'), tool: JsonObject = {}) => {
  const sent: Sent[] = []
  const read = parseHttpDefinition({ url: 'https://api.example.com/', ...definition }, (sentence) => {
    throw new Error(sentence)
  })
  const activity = createHttpActivity('lookUp', read, {
    egress: async (url, init) => {
      const { method = 'GET', headers, body } = init ?? {}
      sent.push({ url: String(url), method, headers: new Headers(headers), body: (body as string | undefined) ?? null }) // a text in every case
      return answer
    },
    secret: () => undefined,
    redact: (text) => text,
  })
  const context = (approved: boolean): ActivityContext =>
    ({
      tool: normaliseTool('lookUp', tool).tool,
      attempt: 2,
      approved,
      idempotencyKey: 'call-1',
      traceparent: '00-1-2-01',
      signal: new AbortController().signal,
      artifact: async (name: string, _bytes: Uint8Array, { type }: { readonly type: string }) => ({ name, type }),
    }) as unknown as ActivityContext // what an HTTP activity uses of it
  return {
    sent,
    options: activity.options,
    run: (call: JsonObject = {}, approved = false) => activity.run({ _tool: 'lookUp', ...call }, context(approved)),
  }
}
const sentBy = async (definition: object, call: JsonObject = {}): Promise<Sent> => {
  const { sent, run } = activityOf(definition)
  await run(call)
  if (sent[0] === undefined) throw new Error('nothing was sent')
  return sent[0]
}

describe('A request that a person confirms', () => {
  test('is one whose Activity asks before it begins, so that it may also be one that is never sent twice', () => {
    expect(activityOf({ approval: 'required' }).options.approval).toContain('a person confirms')
    expect(activityOf({}).options).not.toHaveProperty('approval')
  })

  test('is one that its author says so of, and no other', async () => {
    const { sent, run } = activityOf({})
    await run()
    expect(sent).toHaveLength(1)
  })
})

describe('A request', () => {
  test('carries the key of its Call where it changes something, and its place in the trace always', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect((await sentBy({ method })).headers.get('idempotency-key'), method).toBe('call-1')
    for (const method of ['GET', 'HEAD'])
      expect((await sentBy({ method })).headers.has('idempotency-key'), method).toBe(false)
    expect((await sentBy({})).headers.get('traceparent')).toBe('00-1-2-01')
  })

  test('leaves out a header whose parameter was not given', async () => {
    const headers = { 'x-lang': '{lang}', 'x-fixed': 'a' }
    expect((await sentBy({ headers }, { lang: 'en' })).headers.get('x-lang')).toBe('en')
    const { headers: sent } = await sentBy({ headers })
    expect(sent.has('x-lang')).toBe(false)
    expect(sent.get('x-fixed')).toBe('a')
  })

  test('has a body by its method, unless its author writes one', async () => {
    for (const method of ['POST', 'PUT', 'PATCH'])
      expect(await sentBy({ method }, { a: 1 }), method).toMatchObject({ body: '{"a":1}' })
    for (const method of ['GET', 'HEAD', 'DELETE']) {
      const { body, headers } = await sentBy({ method }, { a: 1 })
      expect([body, headers.has('content-type')], method).toEqual([null, false])
    }
    expect(await sentBy({ method: 'DELETE', body: { why: '{why}' } }, { why: 'old' })).toMatchObject({
      body: '{"why":"old"}',
    })
  })

  test('calls what it sends as its API does, where the Tool keeps those names', async () => {
    const tool = { type: 'object', properties: { _parameterNames: { const: { id: '_id', user: '_user' } } } }
    const { sent, run } = activityOf({ method: 'POST', url: 'https://api.example.com/{user}' }, undefined, tool)
    await run({ id: 1, user: 'ada', name: 'x' })
    expect(sent).toMatchObject([{ url: 'https://api.example.com/ada', body: '{"_id":1,"name":"x"}' }])
  })

  test('sends nothing where its whole body is a parameter that was not given', async () => {
    expect((await sentBy({ method: 'POST', body: '{text}' })).body).toBeNull()
    expect((await sentBy({ method: 'POST', body: 'Dear {name}' })).body).toBeNull()
    expect((await sentBy({ method: 'POST', body: ['{a}', '{b}'] }, { a: 1 })).body).toBe('[1,null]')
  })

  test('sends a text as a text, unless its header says JSON', async () => {
    const plain = await sentBy({ method: 'POST', body: 'Dear {name}' }, { name: 'Ada' })
    expect([plain.body, plain.headers.get('content-type')]).toEqual(['Dear Ada', 'text/plain;charset=UTF-8'])
    const headers = { 'content-type': 'application/json' }
    expect((await sentBy({ method: 'POST', headers, body: 'Dear {name}' }, { name: 'Ada' })).body).toBe('"Dear Ada"')
    const number = await sentBy({ method: 'POST', body: '{n}' }, { n: 5 })
    expect([number.body, number.headers.get('content-type')]).toEqual(['5', 'application/json'])
  })

  test('sends a value that isn’t an object unchanged, also where its header says form', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await sentBy({ method: 'POST', headers, body: 'a={a}' }, { a: '1' })).body).toBe('a=1')
    expect((await sentBy({ method: 'POST', headers }, { a: 'x', b: [1] })).body).toBe('a=x&b=%5B1%5D')
  })
})

describe('An answer', () => {
  const answered = (body: BodyInit | null, init: ResponseInit = {}, definition: object = {}) =>
    activityOf(definition, new Response(body, init)).run()

  test('that fails without a message is reported by its status alone', async () => {
    const json = { 'content-type': 'application/json' }
    await expect(answered('', { status: 500, headers: json })).rejects.toThrow(/with status 500$/)
    const picture = { 'content-type': 'image/png' }
    await expect(answered('xyz', { status: 404, headers: picture })).rejects.toThrow(/with status 404$/)
    await expect(answered('{"no":1}', { status: 400, headers: json })).rejects.toThrow(/with status 400: \{"no":1\}$/)
  })

  test('that says nothing of its kind is a file', async () => {
    expect(await answered(new Uint8Array([1, 2]))).toEqual({ name: 'lookUp', type: 'application/octet-stream' })
  })

  test('whose result is missing is an error that names the place', async () => {
    const headers = { 'content-type': 'application/json' }
    await expect(answered('{"a":1}', { headers }, { result: '/b' })).rejects.toThrow(
      'The answer of GET https://api.example.com/ has nothing at /b.',
    )
    expect(await answered('{"a":null}', { headers }, { result: '/a' })).toBeNull()
  })
})
