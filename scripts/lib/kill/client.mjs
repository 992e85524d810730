import { setTimeout as sleep } from 'node:timers/promises'
import { EventSourceParserStream } from 'eventsource-parser/stream'

/**
 * @typedef {object} Known one client's knowledge of one run
 * @property {string} idea
 * @property {unknown} input
 * @property {string} key its idempotencyKey
 * @property {string | undefined} id once the server acknowledged it
 * @property {string[]} lines acknowledged events as JSON, by seq from 1
 * @property {boolean} ended
 */

/**
 * @typedef {object} Client
 * @property {Known[]} known
 * @property {string[]} faults what no client may ever see
 * @property {Promise<void>} done
 */

/** A request of a killed server fails in many ways; each of them means: try again. */
const RETRY_MS = 25

/**
 * The messages of a stream that is packed: arrays of events.
 * @param {Response} response
 * @param {(events: { seq: number | null, type: string }[]) => void} take
 */
async function readStream(response, take) {
  const messages = response.body?.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
  for await (const { event, data } of messages ?? []) {
    if (event !== undefined) continue
    const value = JSON.parse(data)
    take(Array.isArray(value) ? value : [value])
  }
}

/**
 * Starts runs one after the other and follows each to its end over every crash, remembering every answer. It posts
 * each run again with the same key, whether it was answered or not.
 * @param {{ name: string, url: () => string, pick: (n: number) => { idea: string, input: unknown }, goOn: () => boolean }} options
 * @returns {Client}
 */
export function startClient({ name, url, pick, goOn }) {
  /** @type {Known[]} */
  const known = []
  /** @type {string[]} */
  const faults = []

  const post = async (/** @type {Known} */ run) => {
    const { idea, input, key: idempotencyKey } = run
    const response = await fetch(`${url()}/api/runs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ idea, input, idempotencyKey }),
      signal: AbortSignal.timeout(20_000),
    })
    const body = await response.json()
    if (response.status !== 202) {
      if (response.status !== 503) faults.push(`POST /api/runs: ${response.status} ${JSON.stringify(body)}`)
      return
    }
    if (run.id !== undefined && run.id !== body.id) faults.push(`${run.key} gave run ${run.id}, then ${body.id}`)
    run.id = body.id
  }

  const follow = async (/** @type {Known} */ run) => {
    const after = run.lines.length
    const response = await fetch(`${url()}/api/runs/${run.id}/events?pack=16`, {
      headers: { accept: 'text/event-stream', 'last-event-id': String(after) },
      signal: AbortSignal.timeout(60_000),
    })
    if (response.status !== 200) {
      if (response.status !== 503) faults.push(`events of ${run.id} after ${after}: ${response.status}`)
      return
    }
    await readStream(response, (events) => {
      for (const event of events) {
        if (event.seq === null) continue
        if (event.seq !== run.lines.length + 1)
          faults.push(`run ${run.id} sent event ${event.seq} after ${run.lines.length}`)
        run.lines[event.seq - 1] = JSON.stringify(event)
        if (/^run\.(completed|failed|cancelled)$/.test(event.type)) run.ended = true
      }
    })
  }

  const again = async (/** @type {() => Promise<void>} */ work) => {
    try {
      await work()
    } catch {
      await sleep(RETRY_MS)
    }
  }

  const live = async () => {
    for (let n = 0; goOn(); n++) {
      /** @type {Known} */
      const run = { ...pick(n), key: `${name}-${n}`, id: undefined, lines: [], ended: false }
      known.push(run)
      while (run.id === undefined) await again(() => post(run))
      while (!run.ended) await again(() => follow(run))
      await again(() => post(run))
    }
  }
  return { known, faults, done: live() }
}
