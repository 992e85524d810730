import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { root } from '../repo.mjs'

/** @typedef {{ readonly seed: number, readonly what: string, readonly faults: readonly string[] }} Verdict */

/** Seeds that one child process tries: a fresh one now and then, so that none grows old. */
const BATCH = 500

/** Memory where there is some: thousands of databases are written to the disk each time otherwise. */
const FAST = '/dev/shm'

/** @param {string} folder */
const bundle = async (folder) => {
  const build = await rolldown({
    input: join(root, 'apps/server/src/testing/damage-seeds.ts'),
    platform: 'node',
    external: ['libsql', 'vitest'],
    resolve: { mainFields: ['module', 'main'], conditionNames: ['ensemble-source', 'import', 'node', 'default'] },
    logLevel: 'silent',
  })
  await build.write({ dir: folder, format: 'esm', entryFileNames: 'index.mjs' })
  await build.close()
  return join(folder, 'index.mjs')
}

/**
 * Runs every second seed from `from` up to `to` in a child; a child that dies gives the seed that it died of.
 * @param {readonly string[]} args @param {number} from @param {number} to
 * @returns {Promise<readonly Verdict[]>}
 */
const runBatch = (args, from, to) =>
  new Promise((resolve, reject) => {
    const worker = join(import.meta.dirname, 'worker.mjs')
    const child = spawn(process.execPath, [worker, ...args, String(from), String(to)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [out, error] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text) => (out += text))
    child.stderr.setEncoding('utf8').on('data', (text) => (error += text))
    child.on('error', reject).on('close', (code, signal) => {
      /** @type {Verdict[]} */
      const verdicts = out
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
      if (code !== 0) {
        const said = error.split('\n').slice(0, 3).join(' ')
        verdicts.push({
          seed: from + 2 * verdicts.length,
          what: '',
          faults: [`the process ended: ${signal ?? code} ${said}`],
        })
      }
      resolve(verdicts)
    })
  })

/**
 * Damages databases, one for each seed: even ones as a stop leaves them, odd ones as `kill -9` does. Gives the verdicts that found
 * a fault.
 * @param {number} from @param {number} to @param {(done: number) => void} [tell]
 */
export const trySeeds = async (from, to, tell = () => undefined) => {
  const bundled = await mkdtemp(join(root, 'node_modules', '.damage-'))
  const work = await mkdtemp(join(existsSync(FAST) ? FAST : tmpdir(), 'ensemble-damage-'))
  try {
    const subject = await bundle(bundled)
    const { makeTemplate } = await import(subject)
    /** @type {Verdict[]} */
    const faulty = []
    let done = 0
    for (const isKilled of [false, true]) {
      const template = join(work, isKilled ? 'killed' : 'stopped')
      await makeTemplate(template, isKilled)
      const odd = isKilled ? 1 : 0
      for (let seed = from + ((from + odd) % 2); seed < to;) {
        const verdicts = await runBatch([subject, template, join(work, 'copy')], seed, Math.min(seed + BATCH, to))
        faulty.push(...verdicts.filter(({ faults }) => faults.length > 0))
        seed += 2 * verdicts.length
        done += verdicts.length
        tell(done)
      }
    }
    return faulty
  } finally {
    await rm(bundled, { recursive: true, force: true })
    await rm(work, { recursive: true, force: true })
  }
}
