import { rm } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { ASKING_FILES, asking, askingEndpoint } from '../testing/asking-endpoint.ts'
import { RESTARTER_FILES } from '../testing/ideas.ts'
import { bodyOf, makeWorkspace, openTestServer, type TestServer } from '../testing/test-server.ts'

const start = async (server: TestServer, service: string): Promise<string> => {
  const response = await server.ask('POST', '/api/runs', { idea: 'restarter', input: { service } })
  expect(response.status).toBe(202)
  return (await bodyOf(response)).id
}
const settled = async (server: TestServer, id: string) => (await server.deps.executor()).settled(id)
const openOf = async (server: TestServer) => bodyOf(await server.ask('GET', '/api/approvals?status=open'))
const decide = (
  server: TestServer,
  { run, callId }: { run: string; callId: string },
  decision: string,
  content: object = {},
) => server.ask('POST', `/api/runs/${run}/approvals/${callId}`, { decision, ...content })

describe('a Call that waits for a person', () => {
  test('survives a restart a hundred times over, and each run finishes when it is answered', async () => {
    const root = await makeWorkspace(RESTARTER_FILES)
    try {
      const before = await openTestServer(root)
      const ids = await Promise.all(Array.from({ length: 100 }, (_, n) => start(before, `service-${n}`)))
      for (const id of ids) expect((await settled(before, id)).status).toBe('waiting')
      await before.stop()

      const after = await openTestServer(root)
      // The first answers come before the runs have continued; every Call is found.
      const open = ids.slice(0, 5)
      const listed = await Promise.all(open.map(async (id) => (await after.deps.journal.read(id)).toReversed()))
      for (const events of listed) {
        const asked = events.find((event) => event.type === 'approval.requested')
        if (asked?.type !== 'approval.requested') throw new Error('the record holds the question')
        expect((await decide(after, { run: asked.run, callId: asked.data.call }, 'approve')).status).toBe(202)
      }
      await after.deps.warmUp()
      for (const id of ids) await settled(after, id)
      const waiting = await openOf(after)
      expect(waiting).toHaveLength(95)
      for (const one of waiting) expect((await decide(after, one, 'approve')).status).toBe(202)
      for (const id of ids) expect((await settled(after, id)).status).toBe('completed')
      await after.stop()
    } finally {
      await rm(root, { recursive: true, force: true })
    }
  })

  test('takes one of two simultaneous answers; the other learns that it came second, then and later', async () => {
    await using server = await (async () => openTestServer(await makeWorkspace(RESTARTER_FILES)))()
    const id = await start(server, 'service database')
    await settled(server, id)
    const [open] = await openOf(server)
    const listed = async () => (await bodyOf(await server.ask('GET', '/api/runs'))).items[0]
    expect(await listed()).toMatchObject({ status: 'waiting', waited: { ms: 0, since: expect.any(String) } })
    const answers = await Promise.all([decide(server, open, 'approve'), decide(server, open, 'refuse')])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([202, 409])
    await settled(server, id)
    expect((await listed()).waited).toEqual({ ms: expect.any(Number) })
    expect((await decide(server, open, 'approve')).status).toBe(409)
    expect((await decide(server, { run: id, callId: 'call_other' }, 'approve')).status).toBe(404)
  })

  test('is neither edited nor answered by a decision that holds no parameters or no result', async () => {
    await using server = await openTestServer(await makeWorkspace(RESTARTER_FILES))
    const id = await start(server, 'service database')
    await settled(server, id)
    const [open] = await openOf(server)
    for (const [decision, sentence] of [
      ['edit', 'An edit needs "call": the complete new parameters.'],
      ['answer', 'An answer needs "result"; null is one too.'],
    ] as const) {
      const refused = await decide(server, open, decision)
      expect(refused.status).toBe(422)
      expect(await bodyOf(refused)).toMatchObject({
        code: 'approval.invalid',
        detail: sentence,
        errors: [{ path: '' }],
      })
    }
    expect(await openOf(server)).toEqual([open])
    expect((await decide(server, open, 'refuse')).status).toBe(202)
  })

  test('is asked about no more once its run was deleted', async () => {
    await using server = await openTestServer(await makeWorkspace(RESTARTER_FILES))
    const id = await start(server, 'service database')
    await settled(server, id)
    const [open] = await openOf(server)
    expect(open.run).toBe(id)
    expect((await server.ask('DELETE', `/api/runs/${id}`)).status).toBe(204)
    expect(await openOf(server)).toEqual([])
    expect((await decide(server, open, 'approve')).status).toBe(404)
  })

  test('is refused by itself when `approvals.expireAfter` has passed, and the record says until when it waited', async () => {
    const manifest = { version: 1, name: 'test', approvals: { expireAfter: 200, onExpiry: 'refuse' } }
    await using server = await (async () =>
      openTestServer(await makeWorkspace({ ...RESTARTER_FILES, 'ensemble.json': manifest })))()
    const id = await start(server, 'service database')
    const parked = await settled(server, id)
    expect(parked.waitingFor).toMatchObject([{ type: 'approval', expiresAt: expect.any(String) }])
    for await (const event of server.deps.journal.tail(id, 0, new AbortController().signal)) void event
    const events = await server.deps.journal.read(id)
    expect(events.find(({ type }) => type === 'approval.decided')?.data).toMatchObject({ decision: 'expire' })
    expect(events.some(({ type }) => type === 'call.started')).toBe(false)
    expect(await (await server.deps.executor()).replay(id)).toEqual({ identical: true })
  })
})

/** Whether readiness saw a real model answer an Idea without Tools. */
const isAnswered = async (server: TestServer, idea: string): Promise<boolean> => {
  const { items } = await bodyOf(await server.ask('GET', `/api/ideas/${idea}/readiness`))
  return items.some(({ check, state }: { check: string; state: string }) => check === 'calls' && state === 'done')
}

test('a question of the model waits for its answer over HTTP, through a restart, and replays', async () => {
  await using endpoint = await askingEndpoint()
  const root = await makeWorkspace(ASKING_FILES)
  try {
    const before = await openTestServer(root, asking(endpoint))
    const { id } = await bodyOf(await before.ask('POST', '/api/runs', { idea: 'trip' }))
    expect(await settled(before, id)).toMatchObject({ status: 'waiting', waitingFor: [{ type: 'question' }] })
    await before.stop()

    const server = await openTestServer(root, asking(endpoint))
    await server.deps.warmUp()
    await settled(server, id)
    const [open] = await openOf(server)
    expect(open).toMatchObject({ why: 'question', parameters: { question: 'В каком городе?' } })
    // A question isn't an answer.
    expect(await isAnswered(server, 'trip')).toBe(false)
    expect((await decide(server, open, 'approve')).status).toBe(422)
    expect((await decide(server, open, 'answer', { result: 'Осло' })).status).toBe(202)
    expect(await settled(server, id)).toMatchObject({ status: 'completed', output: { weather: 'дождь' } })
    expect(await isAnswered(server, 'trip')).toBe(true)
    expect(await bodyOf(await server.ask('POST', `/api/runs/${id}/replay`, {}))).toMatchObject({ identical: true })
    await server.stop()
  } finally {
    await rm(root, { recursive: true, force: true })
  }
})
