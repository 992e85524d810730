import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkKills } from './check.mjs'
import { completedCalls } from './record.mjs'
import { startClient } from './client.mjs'
import { startServer } from './server.mjs'
import { makeKillWorkspace, readLedger } from './workspace.mjs'

/** @typedef {{ pid: number, completed: ReadonlySet<string>, startMs: number }} Round one life of the server */

/** Mulberry32: the same kills for the same seed, as far as processes allow. @param {number} seed */
const randomOf = (seed) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}

/** Songs with nested Modules from the first client, and from the others what is quick: many writes when the power goes. */
const pick = (/** @type {string} */ name) => (/** @type {number} */ n) =>
  name !== FIRST
    ? { idea: 'quick', input: { item: `${name} ${n}` } }
    : n % 2 === 0
      ? { idea: 'producer', input: { brief: `only one second of rain ${n}` } }
      : { idea: 'composer', input: { brief: `a short jingle about item ${n}` } }

const FIRST = 'client0'

/**
 * Kills the server `kills` times at random instants while `clients` load it, then lets everything end and checks that
 * nothing acknowledged was lost, changed, doubled or reordered and no completed effect was repeated.
 * @param {{ kills: number, clients?: number, seed?: number, longestMs?: number, log?: (line: string) => void }} options
 */
export async function killRounds({ kills, clients: count = 4, seed = 1, longestMs = 900, log = () => {} }) {
  const { root, ledger } = makeKillWorkspace()
  const env = { KILL_LEDGER: ledger }
  const random = randomOf(seed)
  /** @type {Round[]} */
  const rounds = []
  let server = await startServer(root, env)
  let stopping = false
  const names = Array.from({ length: count }, (_, index) => `client${index}`)
  const clients = names.map((name) =>
    startClient({ name, url: () => server.url, pick: pick(name), goOn: () => !stopping }),
  )
  try {
    for (let kill = 1; kill <= kills; kill++) {
      await sleep(20 + random() * longestMs)
      await server.kill()
      rounds.push({ pid: server.pid, completed: completedCalls(root), startMs: server.startMs })
      server = await startServer(root, env)
      if (kill % 10 === 0) log(`${kill} of ${kills} kills, ${clients.flatMap(({ known }) => known).length} runs`)
    }
    stopping = true
    await Promise.all(clients.map(({ done }) => done))
    rounds.push({ pid: server.pid, completed: completedCalls(root), startMs: server.startMs })
    return await checkKills({ url: server.url, clients, rounds, ledger: readLedger(ledger) })
  } finally {
    stopping = true
    await server.kill()
    rmSync(root, { recursive: true, force: true, maxRetries: 3 })
  }
}
