import {
  createActivityRegistry,
  createExecutor,
  createIdeaSource,
  createSimulatedModel,
  type ActivityContext,
  type ActivityFunction,
  type Artifact,
  type ArtifactStore,
  type Journal,
  type JournalEvent,
  type Json,
  type JsonObject,
  sha256Bytes,
  systemClock,
} from '@ensemble/core'
import { createValidator } from '@ensemble/core/validate'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../apps/server/src/engine/database.ts'
import { createSqliteJournal } from '../apps/server/src/engine/sqlite-journal.ts'
import * as song from './music/activities/song.ts'

/**
 * Each write has its own crash; the ordinary run samples them, `npx vitest run every-write --mode every-write` takes
 * all.
 */
const STRIDE = process.env['MODE'] === 'every-write' ? 1 : 4
const START = { idea: 'idea://producer', input: { brief: 'a sad ballad about the sea' }, idempotencyKey: 'one' }

const folder = mkdtempSync(join(tmpdir(), 'ensemble-every-write-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const textsIn = (path: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(path)
      .filter((file) => file.endsWith('.json'))
      .map((file) => [file.slice(0, -'.json'.length), readFileSync(join(path, file), 'utf8')]),
  )
const workspace = join(import.meta.dirname, 'music')
const settings = JSON.parse(readFileSync(join(workspace, 'ensemble.json'), 'utf8'))
const ideas = textsIn(join(workspace, 'ideas'))
const tools = textsIn(join(workspace, 'tools'))
const validator = createValidator()

/** A timer that a test's end does not wait for. */
const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, Math.min(ms, 2 ** 31 - 1)).unref()
    signal.addEventListener('abort', () => (clearTimeout(timer), reject(signal.reason)), { once: true })
  })

interface Made {
  readonly result: Json
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array; readonly type: string }[]
}
const made = new Map<string, Promise<Made>>()

/** Sound takes seconds and comes out the same each time: it is made once for all lives. */
const makeOnce =
  (name: string, activity: ActivityFunction): ActivityFunction =>
  async (call, context) => {
    const key = JSON.stringify([name, call, context.imports, context.state])
    const files: { name: string; bytes: Uint8Array; type: string }[] = []
    const own: ActivityContext = {
      ...context,
      artifact: async (file, bytes, { type }): Promise<Artifact> => {
        files.push({ name: file, bytes, type })
        return await context.artifact(file, bytes, { type })
      },
    }
    const known = made.get(key)
    if (known === undefined) {
      const making = (async (): Promise<Made> => ({ result: (await activity(call, own)) as Json, files }))()
      made.set(key, making)
      return (await making).result
    }
    const { result, files: again } = await known
    for (const { name: file, bytes, type } of again) await context.artifact(file, bytes, { type })
    return result
  }

type Crash = { readonly at: number; readonly when: 'before' | 'after' }

/** One life of a process over the database: it ends with the run, or at the write that the crash names. */
async function live(path: string, artifacts: ArtifactStore, crash?: Crash) {
  const journal = createSqliteJournal(openDatabase(path))
  const acknowledged: JournalEvent[] = []
  const performed: string[] = []
  let writes = 0
  let dead = false
  let die = (): void => {}
  const crashed = new Promise<'crashed'>((resolve) => {
    die = () => {
      dead = true
      resolve('crashed')
    }
  })
  const never = (): Promise<never> => new Promise(() => {})
  const guarded = async <T>(write: () => Promise<T>): Promise<T> => {
    if (dead) return await never()
    const here = ++writes === crash?.at
    if (here && crash.when === 'before') die()
    if (dead) return await never()
    const result = await write().catch((error: unknown) => (dead ? never() : Promise.reject(error)))
    if (here) die()
    return dead ? await never() : result
  }
  const watched: Journal = {
    ...journal,
    create: (start, key) => guarded(() => journal.create(start, key)),
    lease: (run) => guarded(() => journal.lease(run)),
    signal: (run, key, body) => guarded(() => journal.signal(run, key, body)),
    append: async (lease, events) => {
      await guarded(() => journal.append(lease, events))
      acknowledged.push(...(await journal.read(lease.run, { after: acknowledged.length })))
    },
    bodies: { ...journal.bodies, put: (bytes) => guarded(() => journal.bodies.put(bytes)) },
  }
  const activities = createActivityRegistry()
  for (const [name, activity] of Object.entries(song))
    activities.register(name, async (call, context) => {
      if (dead) return await never()
      performed.push(context.idempotencyKey)
      return await makeOnce(name, activity as ActivityFunction)(call, context) // each export of an activity file is one
    })
  const model = createSimulatedModel({ pace: 0, sleep: () => Promise.resolve() })
  const executor = createExecutor({
    journal: watched,
    models: () => ({
      ...model,
      ask: (body, options) =>
        dead
          ? (async function* () {
              yield await never()
            })()
          : model.ask(body, options),
    }),
    ideas: createIdeaSource({ ideas, tools, activities: activities.Names }),
    activity: (name) => activities.get(name),
    profile: (name) => settings.profiles?.[name] ?? {},
    defaultProfile: 'offline',
    config: settings.config ?? {},
    validator,
    clock: { ...systemClock, sleep },
    newId: () => `run-${Math.random().toString(36).slice(2)}`,
    artifacts,
    engine: 'test',
  })
  const work = (async () => {
    for (const { id } of await journal.unfinished()) await executor.resume(id, 'restart')
    const { id } = await executor.start(START)
    return await executor.settled(id)
  })()
  const end = await Promise.race([crashed, work])
  const { items } = await journal.runs.list({})
  const [run] = items
  const events = run === undefined ? [] : await journal.read(run.id)
  await journal.close()
  return { end, runs: items.length, events, acknowledged, performed, writes }
}

const createStore = (): ArtifactStore => {
  const files = new Map<string, Uint8Array>()
  return {
    put: async (bytes) => {
      const hash = sha256Bytes(bytes)
      files.set(hash, bytes)
      return hash
    },
    get: async (hash) => files.get(hash),
  }
}

test('a crash at any write of a song loses, changes, doubles and repeats nothing', async () => {
  const store = createStore()
  const whole = await live(join(folder, 'whole.db'), store)
  expect(whole.end).toMatchObject({ status: 'completed' })
  const faults: string[] = []
  let crashes = 0
  for (let at = 1; at <= whole.writes; at += at < 4 ? 1 : STRIDE)
    for (const when of ['before', 'after'] as const) {
      const path = join(folder, `${at}-${when}.db`)
      const first = await live(path, store, { at, when })
      const second = await live(path, store)
      const fault = (what: string): void => void faults.push(`a crash ${when} write ${at}: ${what}`)
      if (first.end === 'crashed') crashes++
      if (second.runs !== 1) fault(`${second.runs} runs`)
      const { status } = second.end as { readonly status: string } // it had no crash
      if (status !== 'completed') fault(`the run is ${status}`)
      for (const event of first.acknowledged)
        if (JSON.stringify(second.events[event.seq - 1]) !== JSON.stringify(event)) fault(`event ${event.seq} changed`)
      if (new Set(second.events.map(({ key }) => key)).size !== second.events.length) fault('a fact appears twice')
      const done = new Set(
        first.events.flatMap(({ type, data }) =>
          type === 'call.completed' ? [(data as unknown as JsonObject).call] : [],
        ),
      )
      for (const key of second.performed) if (done.has(key)) fault(`${key} was performed again`)
    }
  expect(faults).toEqual([])
  expect(crashes).toBeGreaterThan(12)
})
