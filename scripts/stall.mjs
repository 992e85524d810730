// `npm run stall`: how long the server's event loop blocks, at most, at every entry point that takes schemas and values from
// outside: for schemas that are hostile and within the limits, and for what is large in another way. `npm run stall -- schemas`
// or `-- traffic` for one of them, with a word behind it for the rows it is in. ENSEMBLE_STALL_ROUNDS=n for another number of rounds.
// A piece counts by its processor time, and the least of the rounds decides. What is over the line gets more rounds: a busy neighbour
// slows the caches for seconds at a time. Exit code 1 where the least of all is over it.
import { ensureBuilt } from './lib/build.mjs'
import { CORPUS } from './lib/stall/corpus.mjs'
import { createDoors } from './lib/stall/doors.mjs'
import { startEndpoint } from './lib/stall/endpoint.mjs'
import { startServer } from './lib/stall/server.mjs'
import { createOtherTraffic } from './lib/stall/other-traffic.mjs'
import { FILES, createRunner, createTraffic } from './lib/stall/traffic.mjs'

/** @typedef {import('./lib/stall/server.mjs').Server} Server */

const ROUNDS = Number(process.env.ENSEMBLE_STALL_ROUNDS ?? 3)
const MOST_ROUNDS = 4 * ROUNDS
const STALL = 50
const [, , part, word = ''] = process.argv

/** @template T @param {Server} server @param {() => Promise<T>} drive */
const measure = async (server, drive) => {
  await server.longestStall()
  const end = await drive()
  return { end, stall: await server.longestStall() }
}

/** As many rounds as it takes until one is short enough, at least `ROUNDS`. @template T @param {Server} server @param {() => Promise<T>} drive */
const measureRounds = async (server, drive) => {
  /** @type {{ end: T, stall: number }[]} */
  const rounds = []
  const isShort = () => rounds.some(({ stall }) => stall <= STALL)
  while (rounds.length < ROUNDS || (rounds.length < MOST_ROUNDS && !isShort()))
    rounds.push(await measure(server, drive))
  return rounds
}

/** Collecting what others left behind, and a machine with other work, fall into some of the rounds. @param {readonly { stall: number }[]} rounds */
const leastAndWorst = (rounds) => {
  const stalls = rounds.map(({ stall }) => stall)
  return { least: Math.min(...stalls), worst: Math.max(...stalls) }
}

/** @param {Server} server */
const atRest = async (server) => {
  await server.longestStall()
  await new Promise((resolve) => setTimeout(resolve, 1000))
  return `At rest: ${(await server.longestStall()).toFixed(1)} ms.`
}

/** @returns {Promise<boolean>} whether every stall was short enough */
const measureSchemas = async () => {
  const server = await startServer()
  let isShort = true
  try {
    await server.ask('POST', '/api/check', { tool: { properties: { a: { pattern: 'a' } } }, calls: [{ a: 'a' }] })
    console.log(
      `Hostile schemas. ${await atRest(server)} The longest of all schemas, by the least and the worst of ${ROUNDS} rounds:\n`,
    )
    console.log('| entry point | least, ms | with | worst, ms | with | over 50 ms |')
    console.log('| --- | ---: | --- | ---: | --- | --- |')
    for (const [door, open] of createDoors(server).filter(([name]) => name.includes(word))) {
      // The first use of an entry point loads its code, which isn't the schema's work.
      await open(CORPUS[0])
      await open(CORPUS[0])
      const rows = []
      for (const hostile of CORPUS) {
        const rounds = await measureRounds(server, () => open(hostile))
        rows.push({ name: hostile.name, end: rounds[0]?.end, ...leastAndWorst(rounds) })
      }
      const [least] = rows.toSorted((left, right) => right.least - left.least)
      const [worst] = rows.toSorted((left, right) => right.worst - left.worst)
      const over = rows.filter((row) => row.least > STALL)
      const listed = over.map(({ name, least: ms, end }) => `${name} ${ms.toFixed(0)} (${end})`).join('; ')
      console.log(
        `| ${door} | ${least?.least.toFixed(1)} | ${least?.name} | ${worst?.worst.toFixed(1)} | ${worst?.name} | ${listed || 'none'} |`,
      )
      isShort &&= over.length === 0
    }
  } finally {
    await server.stop()
  }
  return isShort
}

/** @returns {Promise<boolean>} as above */
const measureTraffic = async () => {
  /** @type {import('./lib/stall/traffic.mjs').Script} */
  let next = () => ({ answer: { output: null }, pieces: 'at once' })
  const endpoint = await startEndpoint((answered) => next(answered))
  const server = await startServer({
    files: FILES,
    env: { OPENAI_BASE_URL: endpoint.url, OPENAI_API_KEY: 'an invalid key' },
  })
  let isShort = true
  try {
    const runner = createRunner(server, (script) => {
      next = script
    })
    const traffic = [...createTraffic(runner), ...createOtherTraffic(server, runner)]
    // The first use of an entry point loads its code.
    await traffic[0]?.[1]()
    await server.longestStall()
    console.log(`\nLarge values. ${await atRest(server)} Least and worst of ${ROUNDS} rounds:\n`)
    console.log('| traffic | least, ms | worst, ms | ended |')
    console.log('| --- | ---: | ---: | --- |')
    for (const [name, drive] of traffic.filter(([each]) => each.includes(word))) {
      const rounds = await measureRounds(server, drive)
      const { least, worst } = leastAndWorst(rounds)
      console.log(`| ${name} | ${least.toFixed(1)} | ${worst.toFixed(1)} | ${rounds[0]?.end} |`)
      isShort &&= least <= STALL
    }
  } finally {
    await server.stop()
    endpoint.close()
  }
  return isShort
}

await ensureBuilt()
const schemas = part === 'traffic' || (await measureSchemas())
const traffic = part === 'schemas' || (await measureTraffic())
process.exitCode = schemas && traffic ? 0 : 1
