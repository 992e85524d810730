import type { Json, JsonObject, JournalEvent } from '@ensemble/core'
import { isObject } from '@ensemble/core'
import type { RunSettings } from '@ensemble/core/editor'
import { api } from '../../platform/api/api.ts'
import { readBody, readPrices, type Started } from '../../platform/api/run-client.ts'
import type { ComposeFacts, PastCall } from './language.ts'

/** The server's facts about Tools and their history. Every function throws ApiError. */

export const composeFacts = (profile: string | null, model: string | null): Promise<ComposeFacts> =>
  api('GET', '/api/compose/settings', {
    query: { ...(profile !== null && { profile }), ...(model !== null && { model }) },
  })

/** Recorded Calls of a Tool, newest runs first; `idea` holds it. `byModel`: only a language model's. */
export async function readCalls(
  tool: string,
  idea: string,
  limit = 500,
  byModel = false,
): Promise<readonly PastCall[]> {
  const { calls } = await api('GET', '/api/tools/{name}/calls', {
    path: { name: tool },
    query: { idea, limit, ...(byModel && { byModel }) },
  })
  return calls
}

/** Whether a language model gave an output of an Idea without Tools: all that can be seen of it. */
export async function readIsAnswered(idea: string): Promise<boolean> {
  const { items } = await api('GET', '/api/ideas/{name}/readiness', { path: { name: idea } })
  return items.some(({ check, state }) => check === 'calls' && state === 'done')
}

/** The cost facts of an Idea that names `model`. */
export async function readRunSettings(model: string | null): Promise<RunSettings> {
  const [{ config, profile, model: answering }, prices] = await Promise.all([composeFacts(null, model), readPrices()])
  // The profile's over the workspace's, as the server merges them.
  const limits = { ...config.limits, ...profile.config?.limits }
  return { config: { ...config, ...profile.config, limits }, model: answering.name, prices }
}

export const startTrial = (body: {
  readonly name: string
  readonly tool: JsonObject
  readonly idea: string
  readonly call: JsonObject
  readonly profile?: string
}): Promise<Started> => api('POST', '/api/trials', { json: body })

export const writeStub = (name: string, tool: JsonObject): Promise<{ readonly file: string }> =>
  api('POST', '/api/activities', { json: { name, tool } })

const FIRST_EVENTS = 2000

/** An Idea with its shared Tools as a run used them; null where the run did not enter it. */
export async function readPinned(
  run: string,
  address: string,
): Promise<{ readonly idea: JsonObject; readonly tools: JsonObject } | null> {
  const answer = await api('GET', '/api/runs/{id}/events', {
    path: { id: run },
    query: { limit: FIRST_EVENTS },
    headers: { accept: 'application/json' },
  })
  const events = answer?.events ?? []
  const hash = events.map((event) => pinIn(event, address)).find((found) => found !== undefined)
  const content: Json = hash === undefined ? null : await readBody(run, hash)
  if (!isObject(content) || !isObject(content.idea)) return null
  return { idea: content.idea, tools: isObject(content.tools) ? content.tools : {} }
}

/** The hash of the version that a run of the Idea used. */
export async function readPinHash(run: string, address: string): Promise<string | undefined> {
  const answer = await api('GET', '/api/runs/{id}/events', {
    path: { id: run },
    query: { limit: 1 },
    headers: { accept: 'application/json' },
  })
  const [created] = answer?.events ?? []
  return created && pinIn(created, address)
}

const pinIn = (event: JournalEvent, address: string): string | undefined => {
  if (event.type === 'run.created') return event.data.pins[address]
  if (event.type !== 'module.entered') return undefined
  return event.data.address === address ? event.data.hash : event.data.pins?.[address]
}
