import { dirname } from 'node:path'
import { type Artifact, type RunView, getJson, postJson, settled } from '../src/api.ts'
import { type Endpoint, startEndpoint } from '../src/endpoint.ts'
import { type RunningServer, removeFolder, startServer } from '../src/server.ts'
import { expect, test } from '../src/test.ts'

const BRIEF = 'a sad ballad about the sea, with waves'

test.describe('against an endpoint that speaks Chat Completions', () => {
  // The last test looks at the journals of those before it.
  test.describe.configure({ mode: 'serial' })
  let endpoint: Endpoint
  let server: RunningServer

  test.beforeAll(async () => {
    endpoint = await startEndpoint()
    server = await startServer({
      env: { OPENAI_BASE_URL: endpoint.baseUrl, OPENAI_API_KEY: 'sk-of-nobody', ENSEMBLE_MODEL: 'scripted' },
    })
  })
  test.afterAll(async () => {
    await server.stop()
    await endpoint.stop()
    await removeFolder(dirname(server.workspace))
  })

  for (const wire of ['structured', 'tools'] as const)
    test(`the same workspace makes a song on the ${wire} wire, streaming`, async () => {
      const asked = endpoint.requests().length
      const { id } = await postJson<RunView>(`${server.url}/api/runs`, {
        idea: 'producer',
        input: { brief: BRIEF },
        profile: 'production',
        config: { wire },
      })
      const run = await settled(server.url, id)
      expect(run.error).toBeUndefined()
      expect(run).toMatchObject({ status: 'completed', model: 'scripted', output: { title: 'Harbor Lights' } })
      const artifacts = await getJson<readonly Artifact[]>(`${server.url}/api/runs/${id}/artifacts`)
      expect(artifacts.map(({ type }) => type)).toContain('audio/wav')
      const requests = endpoint.requests().slice(asked)
      expect(requests.length).toBeGreaterThanOrEqual(16)
      expect(requests.every(({ stream }) => stream === true)).toBe(true)
      expect(requests.every(({ tools }) => (tools === undefined) === (wire === 'structured'))).toBe(true)
    })

  test('the key reaches neither the journal nor the answers of the API', async () => {
    const { items } = await getJson<{ items: readonly RunView[] }>(`${server.url}/api/runs`)
    for (const { id } of items) {
      const journal = await fetch(`${server.url}/api/runs/${id}/events`, { headers: { accept: 'application/json' } })
      expect(await journal.text()).not.toContain('sk-of-nobody')
    }
  })
})

test('an endpoint that is away fails the run in one sentence, and the server continues', async () => {
  const endpoint = await startEndpoint()
  await endpoint.stop()
  const server = await startServer({ env: { OPENAI_BASE_URL: endpoint.baseUrl, ENSEMBLE_MODEL: 'scripted' } })
  const { id } = await postJson<RunView>(`${server.url}/api/runs`, { idea: 'producer', input: { brief: BRIEF } })
  const run = await settled(server.url, id)
  expect(run).toMatchObject({ status: 'failed', error: { code: 'model.unreachable' } })
  expect(run.error?.message).toContain(new URL(endpoint.baseUrl).host)
  expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
  await server.stop()
  await removeFolder(dirname(server.workspace))
})
