// Loaded into the server (`node --import`): says over the channel to its parent how much processor time the main thread spent
// in one piece, without coming back to the event loop. Time in which the machine ran something else does not count.
import { readFileSync } from 'node:fs'

/** Nanoseconds of processor time of this thread, as the kernel counts them. */
const spent = () => Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ', 1)[0])

let before = spent()
let longest = 0
setInterval(() => {
  const now = spent()
  longest = Math.max(longest, now - before)
  before = now
}, 1).unref()

process.on('message', () => {
  // The timer above must come round once more before the last piece is known.
  setTimeout(() => {
    process.send?.({ milliseconds: longest / 1e6 })
    longest = 0
  }, 5)
})
process.channel?.unref()
