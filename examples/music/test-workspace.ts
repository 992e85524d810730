import {
  createActivityRegistry,
  createExecutor,
  createIdeaSource,
  createMemoryJournal,
  createSimulatedModel,
  isObject,
  setSha256,
  sha256Bytes,
  type Json,
} from '@ensemble/core'
import { createValidator } from '@ensemble/core/validate'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import * as composing from './activities/composing.ts'
import * as mixing from './activities/mixing.ts'
import * as sound from './activities/sound.ts'

// Songs are tens of megabytes.
setSha256((data) => createHash('sha256').update(data).digest('hex'))

const here = import.meta.dirname
const texts = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(`${here}/${folder}`)
      .filter((file) => file.endsWith('.json'))
      .map((file) => [file.slice(0, -'.json'.length), readFileSync(`${here}/${folder}/${file}`, 'utf8')]),
  )

/** The workspace as the server runs it with no key: the simulated model and the profile `offline`. */
export const createWorkspace = () => {
  const activities = createActivityRegistry()
  for (const [name, activity] of Object.entries({ ...composing, ...mixing, ...sound }))
    activities.register(name, activity)
  const settings = JSON.parse(readFileSync(`${here}/ensemble.json`, 'utf8'))
  const model = createSimulatedModel({ pace: 0, sleep: () => Promise.resolve() })
  const journal = createMemoryJournal()
  const files = new Map<string, Uint8Array>()
  let ids = 0
  const executor = createExecutor({
    journal,
    models: () => model,
    ideas: createIdeaSource({ ideas: texts('ideas'), tools: texts('tools'), activities: activities.Names }),
    activity: (name) => activities.get(name),
    profile: (name) => settings.profiles[name] ?? {},
    defaultProfile: 'offline',
    validator: createValidator(),
    clock: {
      now: () => Date.now(),
      sleep: (ms, signal) =>
        new Promise((resolve, reject) => {
          const timer = setTimeout(resolve, ms)
          signal.addEventListener('abort', () => (clearTimeout(timer), reject(signal.reason)), { once: true })
        }),
    },
    newId: () => `run-${++ids}`,
    artifacts: {
      put: async (bytes) => {
        const hash = sha256Bytes(bytes)
        files.set(hash, bytes)
        return hash
      },
      get: async (hash) => files.get(hash),
    },
    engine: 'test',
  })
  return {
    async run(idea: string, input: Json) {
      const { id } = await executor.start({ idea, input })
      const run = await executor.settled(id)
      const events = await journal.read(id, { hydrate: true })
      return { status: run.status, error: run.error, output: run.output, events }
    },
    /** The bytes of an Artifact in a result. */
    bytes: (artifact: Json | undefined): Uint8Array => {
      const hash = isObject(artifact) ? artifact.sha256 : undefined
      return files.get(String(hash)) ?? new Uint8Array()
    },
  }
}
