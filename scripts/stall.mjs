// `npm run stall`: how long the server's event loop stands still, at most, behind every door that takes schemas and values from
// outside, for schemas that are hostile and within the limits. ENSEMBLE_STALL_ROUNDS=n for another number of rounds.
import { fork } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { root } from './lib/repo.mjs'
import { CORPUS, ideaOf, toolOf } from './lib/stall/corpus.mjs'

const ROUNDS = Number(process.env.ENSEMBLE_STALL_ROUNDS ?? 3)
const STALL = 50

await ensureBuilt()
const folder = await mkdtemp(join(tmpdir(), 'ensemble-stall-'))
await cp(join(root, 'examples/music'), join(folder, 'workspace'), { recursive: true })

const server = fork(
  join(root, 'apps/server/bin/ensemble.mjs'),
  ['serve', '--workspace', join(folder, 'workspace'), '--port', '0'],
  {
    execArgv: ['--import', join(root, 'scripts/lib/stall/probe.mjs')],
    env: { ...process.env, CI: 'true', HOME: folder, ENSEMBLE_SIMULATED_PACE: '0', OPENAI_API_KEY: '' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  },
)
/** @type {string} */
const url = await new Promise((resolve, reject) => {
  server.once('exit', () => reject(new Error('The server did not start.')))
  server.stdout?.on('data', (text) => {
    const found = /listening on (\S+)/.exec(String(text))?.[1]
    if (found !== undefined) resolve(found)
  })
})

/** The longest stall since it was asked last, in milliseconds. @returns {Promise<number>} */
const longestStall = () =>
  new Promise((resolve) => {
    server.once('message', (/** @type {{ milliseconds: number }} */ { milliseconds }) => resolve(milliseconds))
    server.send('stall')
  })

/** @param {string} method @param {string} path @param {unknown} [body] */
const ask = async (method, path, body) => {
  const response = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json', ...(method === 'PUT' && { 'if-none-match': '*' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, text }
}

const [ORDINARY] = CORPUS

let names = 0
/** A name that is new in each round, so that nothing is remembered from the one before. */
const newName = () => `hostile${names++}`

/** @typedef {import('./lib/stall/corpus.mjs').Hostile} Hostile */
/** @type {readonly (readonly [door: string, open: (hostile: Hostile) => Promise<number>])[]} */
const DOORS = [
  [
    'check (POST /api/check)',
    async (one) => (await ask('POST', '/api/check', { tool: toolOf(one), calls: [{ value: one.value }] })).status,
  ],
  ['lint (POST /api/validate)', async (one) => (await ask('POST', '/api/validate', { idea: ideaOf(one) })).status],
  ['saving a Tool (PUT /api/tools)', async (one) => (await ask('PUT', `/api/tools/${newName()}`, toolOf(one))).status],
  [
    'saving, readiness and graph of an Idea',
    async (one) => {
      const name = newName()
      const saved = await ask('PUT', `/api/ideas/${name}`, ideaOf(one))
      await ask('GET', `/api/ideas/${name}/readiness`)
      await ask('GET', '/api/graph')
      await ask('DELETE', `/api/ideas/${name}`)
      await ask('DELETE', `/api/drafts/ideas/${name}.json`)
      return saved.status
    },
  ],
  [
    'composing, not strict',
    async (one) => (await ask('POST', '/api/compose', { idea: ideaOf(one), strict: false })).status,
  ],
  ['composing, strict', async (one) => (await ask('POST', '/api/compose', { idea: ideaOf(one), strict: true })).status],
  [
    'composing, tools wire',
    async (one) => (await ask('POST', '/api/compose', { idea: ideaOf(one), wire: 'tools' })).status,
  ],
  [
    'a run with such a Tool',
    async (one) => {
      const trial = { name: 'judge', tool: toolOf(one), call: { value: one.value }, idea: 'composer' }
      const { status, text } = await ask('POST', '/api/trials', trial)
      if (status === 202) await ended(JSON.parse(text).id)
      return status
    },
  ],
  [
    'a run of such an Idea',
    async (one) => {
      const name = newName()
      await ask('PUT', `/api/ideas/${name}`, ideaOf(one))
      const { status, text } = await ask('POST', '/api/runs', { idea: name })
      if (status === 202) await ended(JSON.parse(text).id)
      await ask('DELETE', `/api/ideas/${name}`)
      return status
    },
  ],
]

/** @param {string} id */
const ended = async (id) => {
  for (let tries = 0; tries < 600; tries++) {
    const { text } = await ask('GET', `/api/runs/${id}`)
    if (['completed', 'failed', 'cancelled'].includes(JSON.parse(text).status)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** @param {Hostile} hostile @param {(hostile: Hostile) => Promise<number>} open */
const measure = async (hostile, open) => {
  await longestStall()
  const status = await open(hostile)
  return { status, stall: await longestStall() }
}

try {
  await ask('POST', '/api/check', { tool: { properties: { a: { pattern: 'a' } } }, calls: [{ a: 'a' }] })
  await longestStall()
  await new Promise((resolve) => setTimeout(resolve, 1000))
  console.log(`At rest: ${(await longestStall()).toFixed(1)} ms. Worst of ${ROUNDS} rounds:\n`)
  console.log('| door | worst stall, ms | with | over 50 ms |')
  console.log('| --- | ---: | --- | --- |')
  const all = []
  for (const [door, open] of DOORS) {
    // The first use of a door loads its code, which is no work of anybody's schema.
    await open(ORDINARY)
    await open(ORDINARY)
    const worst = []
    for (const hostile of CORPUS) {
      let stall = 0
      let status = 0
      for (let round = 0; round < ROUNDS; round++) {
        const measured = await measure(hostile, open)
        if (measured.stall > stall) ({ stall, status } = measured)
      }
      worst.push({ name: hostile.name, stall, status })
    }
    worst.sort((left, right) => right.stall - left.stall)
    const [first] = worst
    const over = worst.filter(({ stall }) => stall > STALL)
    const listed = over.map(({ name, stall, status }) => `${name} ${stall.toFixed(0)} (${status})`).join('; ')
    console.log(`| ${door} | ${first?.stall.toFixed(1)} | ${first?.name} | ${listed || 'none'} |`)
    all.push(...over)
  }
  process.exitCode = all.length > 0 ? 1 : 0
} finally {
  server.kill('SIGTERM')
  await new Promise((resolve) => server.once('exit', resolve))
  await rm(folder, { recursive: true, force: true, maxRetries: 3 })
}
