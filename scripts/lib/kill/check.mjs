import { createHash } from 'node:crypto'

/** @typedef {import('./client.mjs').Client} Client */
/** @typedef {import('./rounds.mjs').Round} Round */

const sha256 = (/** @type {string} */ text) => createHash('sha256').update(text).digest('hex')

/** @param {string} address */
const get = async (address) => (await fetch(address, { headers: { accept: 'application/json' } })).json()

/** @param {string} url @param {string} id @returns {Promise<any[]>} */
async function eventsOf(url, id) {
  const events = []
  for (let next = 0; next !== null;) {
    const page = await get(`${url}/api/runs/${id}/events?after=${next}&limit=10000`)
    events.push(...page.events)
    next = page.next
  }
  return events
}

/** @param {string} url @returns {Promise<any[]>} */
async function allRuns(url) {
  const runs = []
  for (let cursor = ''; cursor !== null;) {
    const page = await get(`${url}/api/runs?limit=500&cursor=${cursor}`)
    runs.push(...page.items)
    cursor = page.next
  }
  return runs
}

/** Each law broken in one run, as sentences. @param {any} run @param {any[]} events @param {readonly string[]} remembered */
function faultsOfRun(run, events, remembered) {
  const faults = []
  let prev = '0'.repeat(64)
  for (const [index, event] of events.entries()) {
    const line = JSON.stringify(event)
    if (event.seq !== index + 1 || event.prev !== prev) faults.push(`run ${run.id}: the chain breaks at ${index + 1}`)
    prev = sha256(line)
    const told = remembered[index]
    if (told !== undefined && told !== line) faults.push(`run ${run.id}: event ${index + 1} changed`)
  }
  if (run.head.hash !== prev) faults.push(`run ${run.id}: the head is not the last line's`)
  if (remembered.length > events.length) faults.push(`run ${run.id}: ${remembered.length - events.length} events lost`)
  if (new Set(events.map(({ key }) => key)).size !== events.length) faults.push(`run ${run.id}: a fact appears twice`)
  if (run.status !== 'completed') faults.push(`run ${run.id} ended as ${run.status}: ${JSON.stringify(run.error)}`)
  return faults
}

/**
 * @param {readonly { what: string, call: string, pid: number }[]} ledger
 * @param {readonly Round[]} rounds
 * @param {ReadonlyMap<string, number>} recordedStarts call → how many `call.started` the record holds
 */
function faultsOfEffects(ledger, rounds, recordedStarts) {
  const faults = []
  const lives = new Map(rounds.map(({ pid }, index) => [pid, index]))
  /** @type {Map<string, number>} */
  const starts = new Map()
  for (const { what, call, pid } of ledger) {
    if (what !== 'start') continue
    starts.set(call, (starts.get(call) ?? 0) + 1)
    const life = lives.get(pid) ?? 0
    if (life > 0 && rounds[life - 1]?.completed.has(call)) faults.push(`the completed Call ${call} ran again`)
  }
  for (const [call, count] of starts)
    if (count > (recordedStarts.get(call) ?? 0))
      faults.push(`Call ${call} ran ${count} times, the record says ${recordedStarts.get(call) ?? 0}`)
  return { faults, retried: [...starts.values()].filter((count) => count > 1).length, effects: starts.size }
}

/**
 * @param {{ url: string, clients: readonly Client[], rounds: readonly Round[], ledger: readonly { what: string, call: string, pid: number }[] }} options
 */
export async function checkKills({ url, clients, rounds, ledger }) {
  const known = clients.flatMap((client) => client.known)
  const faults = clients.flatMap((client) => client.faults)
  const runs = await allRuns(url)
  if (runs.length !== known.length) faults.push(`${known.length} runs were asked for, ${runs.length} are there`)
  const remembered = new Map(known.map((run) => [run.id, run.lines]))
  /** @type {Map<string, number>} */
  const recordedStarts = new Map()
  let events = 0
  for (const run of runs) {
    const recorded = await eventsOf(url, run.id)
    events += recorded.length
    faults.push(...faultsOfRun(run, recorded, remembered.get(run.id) ?? []))
    for (const { type, data } of recorded)
      if (type === 'call.started') recordedStarts.set(data.call, (recordedStarts.get(data.call) ?? 0) + 1)
  }
  const effects = faultsOfEffects(ledger, rounds, recordedStarts)
  return {
    faults: [...faults, ...effects.faults],
    runs: runs.length,
    events,
    effects: effects.effects,
    retried: effects.retried,
    slowestStartMs: Math.round(Math.max(...rounds.map(({ startMs }) => startMs))),
  }
}
