// `npm run many-ideas`: what the first lists of a workspace of thousands of Ideas cost, from a cold start of the server: time,
// processor time and longest piece of its main thread (the least of several starts), and the most memory that its process held.
// `-- 2000` for another number of Ideas. ENSEMBLE_ROUNDS=n for another number of starts.
import { fork } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { writeWorkspace } from './lib/many-ideas/workspace.mjs'
import { root } from './lib/repo.mjs'

const COUNT = Number(process.argv[2] ?? 10_000)
const ROUNDS = Number(process.env.ENSEMBLE_ROUNDS ?? 3)
/** The first requests of the page and the command line, with the check for problems. Each from its own start. */
const BARE = ['/api/ideas?problems=none', '/api/ideas?problems=none', '/api/ideas?problems=none&texts=all']
const FULL = ['/api/ideas', '/api/ideas', '/api/graph', '/api/graph']

/** @param {number | undefined} pid @returns {Promise<{ memory: number, processor: number }>} the most MB ever held, milliseconds of the main thread */
const usageOf = async (pid) => {
  const status = await readFile(`/proc/${pid}/status`, 'latin1')
  const spent = await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'latin1')
  return { memory: Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024, processor: Number(spent.split(' ', 1)[0]) / 1e6 }
}

/**
 * One start of the server.
 * @param {string} workspace @param {string} home @param {readonly string[]} asked
 * @returns {Promise<readonly (readonly number[])[]>} the cells of each row
 */
const measure = async (workspace, home, asked) => {
  const server = fork(join(root, 'apps/server/bin/ensemble.mjs'), ['serve', '--workspace', workspace, '--port', '0'], {
    execArgv: ['--import', join(root, 'scripts/lib/stall/probe.mjs')],
    env: { ...process.env, CI: 'true', HOME: home, OPENAI_API_KEY: '' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  try {
    /** @type {string} */
    const url = await new Promise((resolve, reject) => {
      server.once('exit', () => reject(new Error('The server did not start.')))
      server.stdout?.on('data', (text) => {
        const found = /listening on (\S+)/.exec(String(text))?.[1]
        if (found !== undefined) resolve(found)
      })
    })
    /** @returns {Promise<number>} */
    const longestStall = () =>
      new Promise((resolve) => {
        server.once('message', (/** @type {{ milliseconds: number }} */ { milliseconds }) => resolve(milliseconds))
        server.send('stall')
      })
    const rows = []
    for (const path of asked) {
      await longestStall()
      const before = await usageOf(server.pid)
      const began = performance.now()
      const text = await (await fetch(url + path)).text()
      const ms = performance.now() - began
      const after = await usageOf(server.pid)
      rows.push([text.length / 1e6, ms, after.processor - before.processor, await longestStall(), after.memory])
    }
    return rows
  } finally {
    server.kill('SIGTERM')
    await new Promise((resolve) => server.once('exit', resolve))
  }
}

/** A busy machine makes each number larger but never smaller; for memory, the most counts. @param {string} workspace @param {string} home @param {readonly string[]} asked */
const tell = async (workspace, home, asked) => {
  const rounds = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await measure(workspace, home, asked))
  for (const [at, path] of asked.entries()) {
    const starts = rounds.map((rows) => rows[at] ?? [])
    const cells = [0, 1, 2, 3].map((column) => Math.min(...starts.map((row) => row[column] ?? NaN)))
    cells.push(Math.max(...starts.map((row) => row[4] ?? NaN)))
    console.log(`| \`GET ${path}\` | ${cells.map((cell, index) => cell.toFixed(index === 0 ? 1 : 0)).join(' | ')} |`)
  }
}

await ensureBuilt()
const folder = await mkdtemp(join(tmpdir(), 'ensemble-many-ideas-'))
try {
  for (const different of [false, true]) {
    const workspace = join(folder, different ? 'different' : 'alike')
    await writeWorkspace(workspace, COUNT, different)
    console.log(
      `\n${COUNT.toLocaleString('en')} Ideas, ${different ? 'no two Tools equal' : 'most Tools equal to another'}:\n`,
    )
    console.log('| asked | answer, MB | time, ms | main thread, ms | longest piece, ms | most memory so far, MB |')
    console.log('| --- | ---: | ---: | ---: | ---: | ---: |')
    for (const asked of [BARE, FULL]) await tell(workspace, folder, asked)
  }
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 })
}
