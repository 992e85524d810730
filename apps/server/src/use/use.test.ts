import { describe, expect, onTestFinished, test } from 'vitest'
import { GREETER_FILES, RESTARTER_FILES, TALKER } from '../testing/ideas.ts'
import { type Files, bodyOf, testServer } from '../testing/test-server.ts'

const open = async (files: Files = {}, env: Readonly<Record<string, string>> = {}) => {
  const server = await testServer({ ...GREETER_FILES, ...RESTARTER_FILES, 'ideas/talker.json': TALKER, ...files }, env)
  onTestFinished(() => server[Symbol.asyncDispose]())
  return server
}

describe('an Idea as an endpoint', () => {
  test('answers with its output, and names its run', async () => {
    const server = await open()
    const answer = await server.ask('POST', '/api/use/greeter', { name: 'Grace' }, { prefer: 'wait=60' })
    expect(answer.status).toBe(200)
    expect(await bodyOf(answer)).toEqual({ greeting: expect.any(String) })
    const run = await bodyOf(await server.ask('GET', answer.headers.get('location') ?? ''))
    expect(run).toMatchObject({
      status: 'completed',
      idea: 'idea://greeter',
      input: { name: 'Grace' },
      annotation: { labels: ['endpoint'] },
    })
  })

  test('checks the input against its schema, and names the place', async () => {
    const server = await open()
    const answer = await server.ask('POST', '/api/use/greeter', { name: 7 })
    expect(answer.status).toBe(422)
    expect(await bodyOf(answer)).toMatchObject({ code: 'input.invalid', errors: [{ path: '/name' }] })
    expect((await bodyOf(await server.ask('GET', '/api/runs'))).items).toEqual([])
    expect((await server.ask('POST', '/api/use/nobody', {})).status).toBe(404)
  })

  test('answers 202 at once where asked to, and where it waits for a person', async () => {
    const server = await open()
    for (const [idea, input, prefer] of [
      ['greeter', { name: 'Ada' }, 'respond-async'],
      ['restarter', { service: 'web' }, 'wait=60'],
    ] as const) {
      const answer = await server.ask('POST', `/api/use/${idea}`, input, { prefer })
      expect(answer.status, idea).toBe(202)
      const { id, url } = await bodyOf(answer)
      expect([url, answer.headers.get('location')]).toEqual([`/api/runs/${id}`, `/api/runs/${id}`])
    }
  })

  test('the same Idempotency-Key is the same run, and another body under it is refused', async () => {
    const server = await open()
    const call = (name: string) =>
      server.ask('POST', '/api/use/greeter', { name }, { 'idempotency-key': 'order-17', prefer: 'respond-async' })
    const [first, again] = [await bodyOf(await call('Ada')), await bodyOf(await call('Ada'))]
    expect(again.id).toBe(first.id)
    expect((await call('Eve')).status).toBe(409)
  })

  test('holds a caller to its limits, and says when to come again', async () => {
    const server = await open({ 'ensemble.json': { version: 1, use: { talker: { limits: { perMinute: 2 } } } } })
    const call = () => server.ask('POST', '/api/use/talker', {}, { prefer: 'wait=60' })
    expect([(await call()).status, (await call()).status]).toEqual([200, 200])
    const refused = await call()
    expect([refused.status, (await bodyOf(refused)).code]).toEqual([429, 'use.limit'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('counts no input that is refused', async () => {
    const limits = { perMinute: 1, perDay: 1 }
    const server = await open({ 'ensemble.json': { version: 1, use: { greeter: { limits } } } })
    const call = (name: unknown) => server.ask('POST', '/api/use/greeter', { name }, { prefer: 'respond-async' })
    expect([(await call(7)).status, (await call(7)).status]).toEqual([422, 422])
    expect([(await call('Ada')).status, (await call('Eve')).status]).toEqual([202, 429])
  })

  test('is described by OpenAPI with references that lead into the document', async () => {
    const referring = {
      context: [
        {
          type: 'input',
          schema: {
            type: 'object',
            properties: { at: { $ref: '#/$defs/day' } },
            $defs: { day: { type: 'string', minLength: 1 } },
          },
        },
      ],
    }
    const server = await open({ 'ideas/dated.json': referring })
    const document = await bodyOf(await server.ask('GET', '/api/use/openapi.json'))
    expect(Object.keys(document.paths).toSorted()).toEqual(
      ['dated', 'greeter', 'restarter', 'talker'].map((name) => `/api/use/${name}`),
    )
    const { schemas } = document.components
    expect(schemas['greeter.input'].required).toEqual(['name'])
    expect(schemas['greeter.output'].required).toEqual(['greeting'])
    const refs = JSON.stringify(document).match(/"\$ref":"#[^"]*"/g) ?? []
    for (const ref of refs) {
      const path = ref.slice('"$ref":"#/'.length, -1).split('/')
      expect(
        path.reduce((at, key) => at?.[key.replaceAll('~1', '/')], document),
        ref,
      ).toBeDefined()
    }
    expect(schemas['dated.input'].properties.at).toEqual({ $ref: '#/components/schemas/dated.input/$defs/day' })
  })
})
