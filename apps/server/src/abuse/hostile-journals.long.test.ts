import type { JsonObject } from '@ensemble/core'
import { GENESIS, sha256Text } from '@ensemble/core/host'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GREETER_FILES } from '../testing/ideas.ts'
import { type TestServer, bodyOf, testServer } from '../testing/test-server.ts'

interface Document {
  readonly run: string
  readonly lines: readonly string[]
  readonly head: { readonly seq: number; readonly hash: string }
}

/** The same document with other events, its chain whole again: hashes cannot tell that somebody wrote it. */
const rechained = (document: Document, run: string, events: readonly JsonObject[]): Document => {
  let prev: string = GENESIS
  const lines = events.map((event, index) => {
    const line = JSON.stringify({ ...event, seq: index + 1, prev, run })
    prev = sha256Text(line)
    return line
  })
  return { ...document, run, lines, head: { seq: lines.length, hash: prev } }
}

const HOSTILE: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, true, -1, 1e308, '', '\0', '__proto__', 'x'.repeat(10_000), [], {}, [[[]]]),
  fc.constantFrom<unknown>({ $body: 'f'.repeat(64), bytes: 5 }, { $body: 7 }, { $artifact: '../../x', sha256: '..' }),
  fc.constantFrom<unknown>(
    'request/0/call/0',
    'request/99',
    '#',
    'call.completed',
    'idea://greeter',
    'file:///etc/passwd',
  ),
  fc.jsonValue({ maxDepth: 3 }),
)

/** One event in which one member, of the event or its data, is replaced or removed. */
const mutate = (events: readonly JsonObject[], at: number, place: number, value: unknown): readonly JsonObject[] =>
  events.map((event, index) => {
    if (index !== at % events.length) return event
    const data = event['data'] as JsonObject // every event has data
    const places = [...Object.keys(event).map((name) => ['', name]), ...Object.keys(data).map((name) => ['data', name])]
    const [within, name = ''] = places[place % places.length] ?? []
    return (
      within === 'data' ? { ...event, data: { ...data, [name]: value } } : { ...event, [name]: value }
    ) as JsonObject
  })

const askAll = async (server: TestServer, run: string): Promise<readonly string[]> => {
  const faults: string[] = []
  const asked: readonly (readonly [string, string, object?])[] = [
    ...['', '/events?after=0', '/artifacts', '/export', '/artifacts/x', `/bodies/${'f'.repeat(64)}`].map(
      (path) => ['GET', `/api/runs/${run}${path}`] as const,
    ),
    ['POST', `/api/runs/${run}/replay`, {}],
    ['POST', `/api/runs/${run}/fork`, { at: 3, dryRun: true }],
    ['POST', `/api/runs/${run}/fork`, { at: 5, edit: { type: 'input', input: { name: 'Bo' } }, dryRun: true }],
    ['POST', `/api/runs/${run}/step`, { mode: 'over' }],
    ['POST', `/api/runs/${run}/cancel`, {}],
    ['POST', `/api/runs/${run}/approvals/c1`, { decision: 'approve' }],
    ['POST', '/api/runs', { idea: 'greeter', continues: run }],
    ['GET', '/api/runs?limit=500'],
    ['GET', '/api/tools/greetUser/calls'],
  ]
  for (const [method, path, body] of asked) {
    const response = await server.ask(method, path, body, { accept: 'application/json' })
    const text = await response.text()
    if (response.status === 500) faults.push(`${method} ${path} ${text.slice(0, 200)}`)
  }
  return faults
}

test('a run from elsewhere with a whole chain and false events is refused or shown, and does no harm', async () => {
  await using server = await testServer(GREETER_FILES)
  const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'greeter' }))
  await server.deps.executor().then((executor) => executor.settled(id))
  const document: Document = await bodyOf(await server.ask('GET', `/api/runs/${id}/export`))
  const events = document.lines.map((line) => JSON.parse(line) as JsonObject) // a line is one object
  let count = 0
  let taken = 0
  const faults: string[] = []
  const lies = fc.tuple(fc.nat(500), fc.nat(500), HOSTILE)
  for (const [at, place, value] of fc.sample(lies, { numRuns: 150, seed: 8 })) {
    const run = `lie-${++count}`
    const lie = rechained(document, run, mutate(events, at, place, value))
    const response = await server.ask('POST', '/api/runs/import', lie)
    const what = `${(lie.lines[at % events.length] ?? '').slice(0, 200)} ← ${JSON.stringify(value)?.slice(0, 80)}`
    if (response.status === 500) faults.push(`import: ${what}`)
    if (response.status !== 201) continue
    taken++
    faults.push(...(await askAll(server, run)).map((fault) => `${fault}: ${what}`))
    await server.ask('DELETE', `/api/runs/${run}`)
  }
  expect(faults).toEqual([])
  expect(taken).toBeGreaterThan(0)
  expect('polluted' in {}).toBe(false)
  // The honest run next to them is unchanged.
  expect(await bodyOf(await server.ask('POST', `/api/runs/${id}/replay`, {}))).toMatchObject({ identical: true })
})
