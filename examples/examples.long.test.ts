import { createIdeaSource } from '@ensemble/core'
import { inputDefaultOf, inputSchemaOf } from '@ensemble/core/idea'
import { createValidator } from '@ensemble/core/validate'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bodyOf, openTestServer } from '../apps/server/src/testing/test-server.ts'
import { createCodeLoader } from '../apps/server/src/workspace/load-code.ts'
import { readCode } from '../apps/server/src/workspace/workspace-code.ts'
import { problemsOf } from './test-workspace.ts'

const textsIn = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    (existsSync(folder) ? readdirSync(folder) : [])
      .filter((file) => file.endsWith('.json'))
      .map((file) => [file.slice(0, -'.json'.length), readFileSync(`${folder}/${file}`, 'utf8')]),
  )

interface Template {
  readonly name: string
  readonly title: string
  readonly sentence: string
  readonly idea: string
  readonly input: object
  /** The input example waits for a person. */
  readonly waits?: boolean
}
const gallery: readonly Template[] = JSON.parse(readFileSync(`${import.meta.dirname}/gallery.json`, 'utf8'))

test('every example is in the gallery', () => {
  const folders = readdirSync(import.meta.dirname).filter((name) =>
    existsSync(join(import.meta.dirname, name, 'ensemble.json')),
  )
  expect(gallery.map(({ name }) => name).toSorted()).toEqual(folders.toSorted())
})

// Each is a workspace by itself, so that it can be copied without the other.
test('what both music workspaces have is the same in both', () => {
  const textOf = (file: string): string => readFileSync(join(import.meta.dirname, file), 'utf8')
  const shared = ['activities', 'tools'].flatMap((folder) =>
    readdirSync(join(import.meta.dirname, 'music', folder))
      .map((file) => `${folder}/${file}`)
      .filter((file) => existsSync(join(import.meta.dirname, 'music-arrangements', file))),
  )
  expect(shared).toContain('activities/song.ts')
  for (const file of shared) expect(textOf(`music-arrangements/${file}`), file).toBe(textOf(`music/${file}`))
})

describe.each(gallery)('$name', ({ name, idea, input, waits }) => {
  const root = `${import.meta.dirname}/${name}`

  test('runs in the server, copied to a folder without packages', async () => {
    const root = mkdtempSync(join(tmpdir(), 'ensemble-example-'))
    cpSync(join(import.meta.dirname, name), root, { recursive: true })
    await using server = await openTestServer(root)
    const graph = await bodyOf(await server.ask('GET', '/api/graph'))
    expect(graph.problems.filter(({ severity }: { severity: string }) => severity !== 'info')).toEqual([])
    const called = new Set(graph.edges.map(({ to }: { to: string }) => to))
    const first = graph.nodes.find(({ kind, id }: { kind: string; id: string }) => kind === 'idea' && !called.has(id))
    expect(first.name).toBe(idea)
    const code = await readCode(root, { examples: import.meta.dirname })
    const declared = code.activities()
    expect(declared.problems).toEqual([])
    const load = createCodeLoader(join(root, 'activities'), { examples: import.meta.dirname })
    for (const name of declared.names) {
      // The declared exports match those at run time.
      const file = declared.fileOf(name)?.replace('activities/', '') ?? ''
      expect([...(await load(file)).keys()]).toContain(name)
    }
    const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea, input }))
    const status = async (): Promise<string> => (await bodyOf(await server.ask('GET', `/api/runs/${id}`))).status
    const ends = (as: string) => expect.poll(status).toBe(as)
    if (waits) {
      await ends('waiting')
      const [{ callId, hash }] = await bodyOf(await server.ask('GET', '/api/approvals?status=open'))
      await server.ask('POST', `/api/runs/${id}/approvals/${callId}`, { decision: 'approve', hash })
    }
    await ends('completed')
    const journal = await server.ask('GET', `/api/runs/${id}/events`, undefined, { accept: 'application/json' })
    expect(problemsOf((await bodyOf(journal)).events)).toEqual([])
  })

  test('has an input example that fits its Idea', async () => {
    const source = createIdeaSource({
      ideas: textsIn(`${root}/ideas`),
      tools: textsIn(`${root}/tools`),
      activities: [],
    })
    const { idea: loaded } = await source.resolve(`idea://${idea}`)
    const schema = inputSchemaOf(loaded)
    expect(schema).toBeDefined()
    expect(createValidator().check(schema ?? false, { ...input })).toMatchObject({ ok: true })
    // The page runs this Idea first, with the input that its card shows.
    expect(inputDefaultOf(loaded)).toEqual(input)
  })
})
