import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bodyOf, openTestServer } from '../apps/server/src/testing/test-server.ts'
import { simulatedEndpoint } from './simulated-endpoint.ts'
import { problemsOf } from './test-workspace.ts'

interface Template {
  readonly name: string
  readonly idea: string
  readonly input: object
}
const gallery: readonly Template[] = JSON.parse(readFileSync(`${import.meta.dirname}/gallery.json`, 'utf8'))

/** Sound takes its time: the shortest piece of the music workspace will do here. */
const SHORT: { readonly [example: string]: object } = { music: { brief: 'only ten seconds of rain' } }

/** Runs a copy of an example against a model server over HTTP, approving what asks. */
const runAt = async ({ name, idea, input }: Template, wire: 'structured' | 'tools') => {
  const root = mkdtempSync(join(tmpdir(), 'ensemble-endpoint-'))
  cpSync(join(import.meta.dirname, name), root, { recursive: true })
  await using endpoint = await simulatedEndpoint()
  const server = await openTestServer(root, { OPENAI_BASE_URL: `${endpoint.origin}/v1`, ENSEMBLE_MODEL: 'small' })
  try {
    // Latent Tools use the example's functions: this endpoint writes no songs.
    const body = { idea, input: SHORT[name] ?? input, profile: 'offline', config: { wire } }
    const { id } = await bodyOf(await server.ask('POST', '/api/runs', body))
    const executor = await server.deps.executor()
    let run = await executor.settled(id)
    for (; run.status === 'waiting'; run = await executor.settled(id))
      for (const { callId, hash } of await bodyOf(await server.ask('GET', '/api/approvals?status=open')))
        await server.ask('POST', `/api/runs/${id}/approvals/${callId}`, { decision: 'approve', hash })
    return { run, asked: endpoint.asked, problems: problemsOf(await server.deps.journal.read(id)) }
  } finally {
    await server.stop()
    rmSync(root, { recursive: true, force: true, maxRetries: 3 })
  }
}

describe.each(gallery)('$name', (template) => {
  test.each(['structured', 'tools'] as const)(
    'runs on %s against a model server over HTTP that takes only what the strictest chat templates take',
    async (wire) => {
      const { run, asked, problems } = await runAt(template, wire)
      expect(problems).toEqual([])
      expect(run).toMatchObject({ status: 'completed', model: 'small' })
      expect(asked.length).toBeGreaterThan(0)
      for (const body of asked) expect(body).toMatchObject({ model: 'small', stream: true })
      expect(asked.some(({ tools }) => Array.isArray(tools))).toBe(wire === 'tools' && template.name !== 'blank')
    },
  )
})
