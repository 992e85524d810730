import { describe, expect, it } from 'vitest'
import { parseManifest } from './manifest.ts'

const read = (members: object = {}) => parseManifest(JSON.stringify({ version: 1, ...members }))
const endpoint = (members: object) => ({ endpoints: { local: { baseUrl: 'http://127.0.0.1:1234/v1', ...members } } })

describe('ensemble.json', () => {
  it('needs a version and nothing else', () => {
    expect(read()).toMatchObject({
      name: 'workspace',
      config: {},
      missingActivities: 'latent',
      retention: {},
      egressHosts: [],
      secrets: [],
      otel: { content: false },
    })
    const { profiles, endpoints, httpActivities, lint } = read()
    expect([profiles, endpoints, httpActivities, lint].map(({ size }) => size)).toEqual([0, 0, 0, 0])
    expect(read()).not.toHaveProperty('model')
    expect(read()).not.toHaveProperty('approvalsExpireAfter')
  })

  it.each([
    ['', 'is not JSON'],
    [
      '{"version":1,"egress":{"hosts":[]},"egress":{"hosts":["a.example"]}}',
      'is ambiguous: the property "egress" is written twice (line 1, column 36).',
    ],
    ['{\n  "version": 1\n  "name": "x"\n}', 'is not JSON at line 3, column 3: a comma is expected.'],
    ['\uFEFF{"version":1}', 'is not JSON at line 1, column 1: an invisible byte order mark'],
    ['[]', 'must hold one JSON object'],
    ['null', 'must hold one JSON object'],
    ['{"name":"x"}', 'needs "version": 1.'],
    ['{"version":2}', 'has version 2; this Ensemble reads version 1'],
  ])('that is %j is refused by a sentence', (text, sentence) => {
    expect(() => parseManifest(text)).toThrow(sentence)
    expect(() => parseManifest(text)).toThrow(expect.objectContaining({ code: 'workspace.invalid' }))
  })

  it.each<[member: string, value: object]>([
    ['"name" to be a text', { name: 7 }],
    ['"model" to be a text', { model: ['a'] }],
    ['"profile" to be a text', { profile: {} }],
    ['"profiles" to be an object', { profiles: [] }],
    ['"endpoints" to be an object', { endpoints: null }],
    ['"endpoints.local" to be an object', { endpoints: { local: 'http://127.0.0.1' } }],
    ['"endpoints.local.baseUrl" to be an http or https address', endpoint({ baseUrl: 7 })],
    ['"endpoints.local.baseUrl" to be an http or https address', endpoint({ baseUrl: 'http://' })],
    ['"endpoints.local.baseUrl" to be an http or https address', endpoint({ baseUrl: 'file:///etc/passwd' })],
    [
      '"endpoints.local.key", which a model in a file does not take',
      endpoint({ baseUrl: 'file:a.gguf', key: 'secret://A' }),
    ],
    ['"endpoints.local.concurrency" to be a whole number from 1', endpoint({ baseUrl: 'file:a.gguf', concurrency: 0 })],
    ['"endpoints.local.concurrency" to be a whole number from 1', endpoint({ concurrency: '8' })],
    ['"endpoints.local.concurrency" to be a whole number from 1', endpoint({ concurrency: 1.5 })],
    ['"endpoints.local.concurrency" to be a whole number from 1', endpoint({ concurrency: 0 })],
    ['"endpoints.local.key" to be a reference such as "secret://local"', endpoint({ key: 'sk-1234' })],
    ['"endpoints.local.key" to be a reference', endpoint({ key: 7 })],
    ['"endpoints.local.headers" to be an object of texts', endpoint({ headers: { a: 1 } })],
    ['"endpoints.local.headers.api-key" to be a reference', endpoint({ headers: { 'api-key': 'abc' } })],
    ['"endpoints.local.headers.Authorization" to be a reference', endpoint({ headers: { Authorization: 'Bearer x' } })],
    ['"endpoints.local.headers.x" to be one line', endpoint({ headers: { x: 'a\r\nhost: b' } })],
    ['"endpoints.local.query" to be an object of texts', endpoint({ query: 'api-version=1' })],
    ['"endpoints.local.query.key" to be a reference', endpoint({ baseUrl: 'https://a.example/v1?key=AIza' })],
    ['"endpoints.local.body" to be an object', endpoint({ body: [] })],
    ['"activities.missing" to be "latent" or "error"', { activities: { missing: 'warn' } }],
    ['"activities.http.2x" to be named with a letter', { activities: { http: { '2x': {} } } }],
    ['"activities.http.weather"', { activities: { http: { weather: { url: 'ftp://x' } } } }],
    ['"egress.hosts" to be a list of host names', { egress: { hosts: 'example.com' } }],
    ['"egress.hosts" to be a list of host names', { egress: { hosts: ['a.example', 7] } }],
    ['"approvals.expireAfter" to be milliseconds or a duration', { approvals: { expireAfter: 'soon' } }],
    ['"approvals.onExpiry" to be "refuse"', { approvals: { onExpiry: 'approve' } }],
    ['"retention.days" to be a number above 0', { retention: { days: 0 } }],
    ['"retention.days" to be a number above 0', { retention: { days: '90' } }],
    ['"retention.runs" to be a whole number from 1', { retention: { runs: 0 } }],
    ['"retention.runs" to be a whole number from 1', { retention: { runs: 2.5 } }],
    ['"retention.runs" to be a whole number from 1', { retention: { runs: '9' } }],
    ['"otel.endpoint" to be an http or https address', { otel: { endpoint: 'collector:4318' } }],
    ['"otel.endpoint" to be an http or https address', { otel: { endpoint: 4318 } }],
    ['"otel.key" to be a reference such as "secret://OTEL"', { otel: { key: 'Bearer x' } }],
    ['"otel.content" to be true or false', { otel: { content: 'yes' } }],
    ['"limits.turns" to be a whole number, 1 or more', { limits: { turns: 'x' } }],
    ['"limits.cost" to be a number, 0 or more', { limits: { cost: null } }],
    ['"config.wire" to be structured, tools, json', { config: { wire: 'zz' } }],
    ['"profiles.a" to be an object', { profiles: { a: 5 } }],
    ['"profiles.a.tools.x" to be the name', { profiles: { a: { tools: { x: 5 } } } }],
    ['"profiles.a.tools.x" to be the name', { profiles: { a: { tools: { x: [] } } } }],
    ['"profiles.a.activities.x" to be the name of an Activity', { profiles: { a: { activities: { x: 1 } } } }],
    ['"profiles.a.tools.x.per" to be "run"', { profiles: { a: { tools: { x: { default: 'b', per: 'day' } } } } }],
    ['"profiles.a.tools.x.0.weight" to be a number', { profiles: { a: { tools: { x: [{ to: 'b', weight: '1' }] } } } }],
    ['"profiles.a.missing" to be "latent" or "error"', { profiles: { a: { missing: 'no' } } }],
    ['"profiles.a.config.seed" to be', { profiles: { a: { config: { seed: {} } } } }],
    ['"prices" to be', { prices: { models: [] } }],
    ['"lint" to be an object', { lint: 'off' }],
  ])('is refused where it needs %s', (sentence, value) => {
    expect(() => read(value)).toThrow(sentence)
  })

  it.each<[sentence: string, value: object]>([
    ['models.m.contextWindow', { models: { m: { contextWindow: 0 } } }],
    ['cannot set "endpoints.local.headers.Host"', endpoint({ headers: { Host: 'b' } })],
    ['cannot set "endpoints.local.headers.a b"', endpoint({ headers: { 'a b': 'c' } })],
    ['has both "endpoints.local.key" and', endpoint({ key: 'secret://A', tokenCommand: ['az'] })],
    ['needs "endpoints.local.ca" to be the path of a file', endpoint({ ca: 5 })],
    ['has "endpoints.local.ca", but an address without https', endpoint({ ca: 'certs/company.pem' })],
    ['needs "endpoints.local.limits" to be an object', endpoint({ limits: 5 })],
    ['has no "endpoints.local.limits.perMinute": the limits are', endpoint({ limits: { perMinute: 5 } })],
    [
      'needs "endpoints.local.limits.requestsPerMinute" to be a whole number from 1',
      endpoint({ limits: { requestsPerMinute: 0 } }),
    ],
    ['needs "endpoints.local.fallback" to be a list of models such as', endpoint({ fallback: 'other/m' })],
    ['needs "endpoints.local.fallback" to be a list of models such as', endpoint({ fallback: ['other'] })],
    ['names "other/m" in "endpoints.local.fallback", but has no endpoint "other"', endpoint({ fallback: ['other/m'] })],
    ['needs "endpoints.local.api" to be one of chat, responses, anthropic', endpoint({ api: 'assistants' })],
    ['has "endpoints.local.body.input", which every request already sets', endpoint({ body: { input: [] } })],
    ['needs "endpoints.local.tokenCommand" to be a list: a program', endpoint({ tokenCommand: 'az account' })],
    ['needs "endpoints.local.tokenCommand" to be a list', endpoint({ tokenCommand: [] })],
    ['needs "endpoints.local.tokenCommand" to be a list', endpoint({ tokenCommand: ['az', 1] })],
    ['has "endpoints.local.body.messages", which every request already sets', endpoint({ body: { messages: [] } })],
  ])('is refused where an endpoint sets what a request sets itself: %s', (sentence, value) => {
    expect(() => read(value)).toThrow(sentence)
  })

  it.each<[said: string, profile: object]>([
    ['profiles.прод has no field activites. Did you mean activities?', { activites: { погода: 'weatherB' } }],
    ['profiles.прод.tools.погода has no field idea. Did you mean ideas?', { tools: { погода: { idea: {} } } }],
    ['profiles.прод.tools.x has no field pre. Did you mean per?', { tools: { x: { default: 'b', pre: 'input' } } }],
    [
      'profiles.прод.tools.x.0 has no field wieght. Did you mean weight?',
      { tools: { x: [{ to: 'b', weight: 1, wieght: 2 }] } },
    ],
    ['profiles.прод.config.limits has no field turn. Did you mean turns?', { config: { limits: { turn: 3 } } }],
  ])('is refused where a profile has a field that nothing reads: %s', (said, profile) => {
    expect(() => read({ profiles: { прод: profile } })).toThrow(`ensemble.json is not valid: ${said}`)
  })

  it('says what runs, how much at once, and by which key, which it only names', () => {
    const manifest = read({
      name: 'mine',
      model: 'local/small',
      profile: 'production',
      activities: { missing: 'error' },
      limits: { turns: 3 },
      config: { temperature: 1 },
      profiles: { production: {} },
      lint: { 'lint.noRequired': 'off' },
      endpoints: {
        local: { baseUrl: 'http://127.0.0.1:1234/v1//' },
        far: { baseUrl: 'https://api.example.com', concurrency: 1, key: 'secret://FAR' },
        file: { baseUrl: 'file:models/small.gguf' },
      },
    })
    expect(manifest).toMatchObject({
      name: 'mine',
      model: 'local/small',
      profile: 'production',
      missingActivities: 'error',
      secrets: ['FAR'].map((name) => `secret://${name}`),
      config: { temperature: 1, limits: { turns: 3 }, model: 'local/small' },
    })
    expect([...manifest.endpoints]).toEqual([
      ['local', { baseUrl: 'http://127.0.0.1:1234/v1', concurrency: 8, headers: {}, query: {}, body: {}, secrets: [] }],
      ['far', expect.objectContaining({ concurrency: 1, key: 'secret://FAR', secrets: ['secret://FAR'] })],
      ['file', { baseUrl: 'file:models/small.gguf', concurrency: 1, headers: {}, query: {}, body: {}, secrets: [] }],
    ])
    expect([...manifest.profiles.keys()]).toEqual(['production'])
    expect(manifest.lint.get('lint.noRequired')).toBe('off')
  })

  it('says how long things are kept, what may be reached, and where spans go', () => {
    expect(
      read({
        retention: { days: 0.5, runs: 1 },
        egress: { hosts: ['api.example.com'] },
        approvals: { expireAfter: 'PT30M', onExpiry: 'refuse' },
        otel: { endpoint: 'https://otel.example.com', key: 'secret://OTEL', content: true },
      }),
    ).toMatchObject({
      retention: { days: 0.5, runs: 1 },
      egressHosts: ['api.example.com'],
      approvalsExpireAfter: 1_800_000,
      otel: { endpoint: 'https://otel.example.com', key: 'secret://OTEL', content: true },
    })
    expect(read({ retention: { days: 90 } }).retention).toEqual({ days: 90 })
    expect(read({ approvals: { expireAfter: 1000 } }).approvalsExpireAfter).toBe(1000)
  })
})
