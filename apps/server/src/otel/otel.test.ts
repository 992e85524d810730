import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { GREETER_FILES } from '../testing/ideas.ts'
import { listenOnLoopback } from '@ensemble/core/testing'
import { type TestServer, bodyOf, testServer } from '../testing/test-server.ts'
import { otelSettings } from './otel-settings.ts'

const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

/** A collector on loopback that keeps what it is sent. */
const collector = async (status = 200) => {
  const received: { path: string; authorization: string | undefined; encoding: string | undefined; body: string }[] = []
  const there = await listenOnLoopback((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const { authorization, 'content-encoding': encoding } = request.headers
      const bytes = Buffer.concat(pieces)
      const body = (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString()
      received.push({ path: request.url ?? '', authorization, encoding, body })
      response.writeHead(status, { 'content-type': 'application/json' }).end(status === 200 ? '{}' : 'not today')
    })
  })
  return { ...there, received, endpoint: there.origin }
}

const run = async (server: TestServer, headers: Record<string, string> = {}): Promise<string> => {
  const started = await server.ask('POST', '/api/runs', { idea: 'greeter', input: { name: 'Zebulon' } }, headers)
  const { id } = await bodyOf(started)
  await (await server.deps.executor()).settled(id)
  return id
}
const withOtel = (otel: object) => ({ ...GREETER_FILES, 'ensemble.json': { version: 1, name: 'test', otel } })

describe('a collector of OpenTelemetry', () => {
  test('receives each run when it ends, without its texts, in the trace of who started it', async () => {
    await using there = await collector()
    await using server = await testServer(GREETER_FILES, {
      OTEL_EXPORTER_OTLP_ENDPOINT: there.endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20token-of-tests',
      OTEL_SERVICE_NAME: 'shop',
    })
    await run(server, { traceparent: TRACEPARENT })
    await server.stop()
    const [sent] = there.received
    expect(sent).toMatchObject({ path: '/v1/traces', authorization: 'Bearer token-of-tests' })
    expect(sent?.body).toContain('4bf92f3577b34da6a3ce929d0e0e4736')
    expect(sent?.body).toContain('"shop"')
    expect(sent?.body).not.toContain('Zebulon')
  })

  test('is sent packed spans with attributes of the resource, as the variables of OpenTelemetry say', async () => {
    await using there = await collector()
    await using server = await testServer(GREETER_FILES, {
      OTEL_EXPORTER_OTLP_ENDPOINT: there.endpoint,
      OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=shop,deployment.environment.name=staging%20two',
    })
    await run(server)
    await server.stop()
    const [sent] = there.received
    expect(sent?.encoding).toBe('gzip')
    const { resourceSpans } = JSON.parse(sent?.body ?? '') as { resourceSpans: { resource: unknown }[] }
    expect(resourceSpans[0]?.resource).toEqual({
      attributes: expect.arrayContaining([
        { key: 'service.name', value: { stringValue: 'shop' } },
        { key: 'deployment.environment.name', value: { stringValue: 'staging two' } },
      ]),
    })
  })

  test('gets protobuf where the variables of OpenTelemetry ask for it', async () => {
    const types: unknown[] = []
    const bodies: Buffer[] = []
    await using there = await listenOnLoopback((request, response) => {
      types.push(request.headers['content-type'])
      request.on('data', (piece: Buffer) => bodies.push(piece))
      request.on('end', () => void response.writeHead(200).end())
    })
    await using server = await testServer(GREETER_FILES, {
      OTEL_EXPORTER_OTLP_ENDPOINT: there.origin,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
    })
    await run(server)
    await server.stop()
    expect(types).toEqual(['application/x-protobuf'])
    expect(Buffer.concat(bodies).toString('latin1')).toContain('service.name')
    expect(Buffer.concat(bodies)[0]).toBe(0x0a)
  })

  test('receives an old run again, with its texts where a person asked for them', async () => {
    await using there = await collector()
    await using server = await testServer(withOtel({ endpoint: there.endpoint, content: true }))
    const id = await run(server)
    const answer = await bodyOf(await server.ask('POST', `/api/runs/${id}/otlp`, {}))
    expect(answer.spans).toBeGreaterThan(3)
    expect(there.received.at(-1)?.body).toContain('Zebulon')
    const printed = await (await server.ask('GET', `/api/runs/${id}/otlp`)).text()
    expect(printed).not.toContain('Zebulon')
    expect(await (await server.ask('GET', `/api/runs/${id}/otlp?content=true`)).text()).toContain('Zebulon')
  })

  test('that is away or refuses is one clear sentence, and the run is kept', async () => {
    await using server = await testServer(withOtel({ endpoint: 'http://127.0.0.1:9' }))
    const id = await run(server)
    const away = await server.ask('POST', `/api/runs/${id}/otlp`, {})
    expect({ status: away.status, ...(await bodyOf(away)) }).toMatchObject({
      status: 502,
      code: 'otel.unreachable',
      detail: 'The collector at http://127.0.0.1:9/v1/traces does not answer.',
    })
    expect((await bodyOf(await server.ask('GET', `/api/runs/${id}`))).status).toBe('completed')
    await using refusing = await collector(401)
    await using other = await testServer(withOtel({ endpoint: refusing.endpoint }))
    const refused = await other.ask('POST', `/api/runs/${await run(other)}/otlp`, {})
    expect((await bodyOf(refused)).detail).toContain('answered with status 401: not today')
  })

  test('that comes back is sent what ended while it was away', async () => {
    const there = { isAway: true }
    const received: string[] = []
    await using collecting = await listenOnLoopback((request, response) => {
      let body = ''
      request.on('data', (piece: Buffer) => (body += piece.toString()))
      request.on('end', () => {
        if (!there.isAway) received.push(body)
        response.writeHead(there.isAway ? 503 : 200).end()
      })
    })
    await using server = await testServer(withOtel({ endpoint: collecting.origin }))
    const ended = [await run(server), await run(server)]
    await expect.poll(async () => (await server.deps.journal.runs.list({})).items.length).toBe(2)
    there.isAway = false
    ended.push(await run(server))
    await expect.poll(() => received.length).toBe(3)
    for (const id of ended) expect(received.join()).toContain(id)
  })

  test('sees models asked in the same trace: each Request sends its own span along', async () => {
    const sent: (string | undefined)[] = []
    await using there = await listenOnLoopback(({ headers }, response) => {
      sent.push([headers['traceparent']].flat()[0])
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":{"message":"no"}}')
    })
    await using server = await testServer({
      ...GREETER_FILES,
      'ensemble.json': { version: 1, name: 'test', endpoints: { own: { baseUrl: `${there.origin}/v1` } } },
    })
    const body = { idea: 'greeter', input: { name: 'Ada' }, model: 'own/small' }
    const { id } = await bodyOf(await server.ask('POST', '/api/runs', body, { traceparent: TRACEPARENT }))
    await (await server.deps.executor()).settled(id)
    const spans: string[] = (
      await bodyOf(await server.ask('GET', `/api/runs/${id}/otlp`))
    ).resourceSpans[0].scopeSpans[0].spans
      .filter(({ name }: { name: string }) => name.startsWith('chat '))
      .map(({ traceId, spanId }: { traceId: string; spanId: string }) => `00-${traceId}-${spanId}-01`)
    expect(sent.length).toBeGreaterThan(0)
    for (const traceparent of sent) expect(spans).toContain(traceparent)
    expect(spans[0]).toContain('4bf92f3577b34da6a3ce929d0e0e4736')
  })

  test('is not needed', async () => {
    await using server = await testServer(GREETER_FILES)
    const answer = await server.ask('POST', `/api/runs/${await run(server)}/otlp`, {})
    expect({ status: answer.status, ...(await bodyOf(answer)) }).toMatchObject({ status: 422, code: 'otel.off' })
  })

  test('is named by the variables of OpenTelemetry before ensemble.json; its key is a secret', () => {
    const secret = (reference: string) => (reference === 'secret://OTEL' ? 'sk-collector' : undefined)
    const manifest = { endpoint: 'https://collector.example.com/', key: 'secret://OTEL' }
    expect(otelSettings({}, manifest, secret)).toEqual({
      url: 'https://collector.example.com/v1/traces',
      headers: { authorization: 'Bearer sk-collector' },
      service: 'ensemble',
      resource: {},
      protobuf: false,
      gzip: false,
      timeoutMs: 10_000,
      content: false,
    })
    expect(otelSettings({ OTEL_EXPORTER_OTLP_TIMEOUT: '2500' }, manifest, secret)?.timeoutMs).toBe(2500)
    expect(otelSettings({ OTEL_EXPORTER_OTLP_TIMEOUT: 'soon' }, manifest, secret)?.timeoutMs).toBe(10_000)
    const environment = {
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:4318/custom',
      OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true',
    }
    expect(otelSettings(environment, manifest, secret)).toMatchObject({
      url: 'http://127.0.0.1:4318/custom',
      headers: {},
      content: true,
    })
    expect(otelSettings({ OTEL_SDK_DISABLED: 'true' }, manifest, secret)).toBeUndefined()
    expect(otelSettings({ OTEL_TRACES_EXPORTER: 'none' }, manifest, secret)).toBeUndefined()
    expect(otelSettings({ OTEL_TRACES_EXPORTER: 'console, otlp' }, manifest, secret)).toBeDefined()
    const protocols = { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf', OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json' }
    expect(otelSettings(protocols, manifest, secret)?.protobuf).toBe(false)
    expect(otelSettings({}, {}, secret)).toBeUndefined()
  })
})
