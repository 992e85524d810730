// ENSEMBLE_STALL_PROFILE=n: which functions the longest pieces (over n ms) went into, told on the error stream.
import { Session } from 'node:inspector/promises'

/** @typedef {import('node:inspector').Profiler.Profile} Profile */

/** Microseconds between two samples. */
const INTERVAL = 200
const MOST = 25

/** Milliseconds by function, within it and what it called, between two moments. @param {Profile} profile @param {number} from @param {number} to */
const spentIn = ({ nodes, samples = [], timeDeltas = [], startTime }, from, to) => {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  const byId = new Map(nodes.map((node) => [node.id, node]))
  /** @type {Map<string, { own: number, all: number }>} */
  const spent = new Map()
  let at = startTime
  for (const [index, sample] of samples.entries()) {
    const delta = timeDeltas[index] ?? 0
    at += delta
    if (at < from || at > to) continue
    const seen = new Set()
    for (let id = /** @type {number | undefined} */ (sample); id !== undefined; id = parents.get(id)) {
      const frame = byId.get(id)?.callFrame
      if (frame === undefined) continue
      const name = `${frame.functionName || '(anonymous)'} ${frame.url.split('/').slice(-2).join('/')}:${frame.lineNumber + 1}`
      if (seen.has(name)) continue
      seen.add(name)
      const sum = spent.get(name) ?? { own: 0, all: 0 }
      spent.set(name, { own: sum.own + (id === sample ? delta : 0), all: sum.all + delta })
    }
  }
  return [...spent].toSorted(([, left], [, right]) => right.all - left.all || right.own - left.own)
}

export const startProfile = async () => {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: INTERVAL })
  await session.post('Profiler.start')
  return {
    /**
     * Reports the work between two moments of `process.hrtime`, and restarts. @param {bigint} from @param {bigint} to
     */
    tell: async (from, to) => {
      const { profile } = await session.post('Profiler.stop')
      const rows = spentIn(profile, Number(from / 1000n), Number(to / 1000n))
      for (const [name, { own, all }] of rows.slice(0, MOST))
        if (all > 1500)
          process.stderr.write(`    ${(all / 1000).toFixed(1)} ms, own ${(own / 1000).toFixed(1)}  ${name}\n`)
      await session.post('Profiler.start')
    },
  }
}
