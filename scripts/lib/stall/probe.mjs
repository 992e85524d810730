// Loaded into the server (`node --import`): says over the channel to its parent how much processor time the main thread spent
// in one piece, without coming back to the event loop. Time in which the machine ran something else does not count.
import { openSync, readSync } from 'node:fs'

// Read each millisecond, so it stays open: what the probe itself costs counts as well.
const counter = openSync('/proc/thread-self/schedstat', 'r')
const digits = Buffer.alloc(64)

/** Nanoseconds of processor time of this thread, as the kernel counts them. */
const spent = () => {
  const length = readSync(counter, digits, 0, digits.length, 0)
  return Number(digits.toString('latin1', 0, length).split(' ', 1)[0])
}

const PROFILE = Number(process.env.ENSEMBLE_STALL_PROFILE ?? 0)
const profile = PROFILE > 0 ? await (await import('./profile.mjs')).startProfile() : undefined

let before = spent()
let at = process.hrtime.bigint()
const NONE = { nanoseconds: 0, from: at, to: at }
let longest = NONE
setInterval(() => {
  const now = spent()
  const here = process.hrtime.bigint()
  if (now - before > longest.nanoseconds) longest = { nanoseconds: now - before, from: at, to: here }
  before = now
  at = here
}, 1).unref()

const wait = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms))

process.on('message', async () => {
  // The timer above must come round once more before the last piece is known.
  await wait(5)
  const { nanoseconds, from, to } = longest
  if (profile !== undefined && nanoseconds > PROFILE * 1e6) {
    await profile.tell(from, to)
    // The profiler's own time doesn't count.
    await wait(5)
  }
  longest = NONE
  process.send?.({ milliseconds: nanoseconds / 1e6 })
})
process.channel?.unref()
