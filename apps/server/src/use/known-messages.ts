import { createHash } from 'node:crypto'
import { HttpProblem } from '../http/http-problem.ts'
import { TOLERANCE_S } from './signed-webhook.ts'

/** A message may be signed for as much later as for earlier. */
const KEPT_MS = 2 * TOLERANCE_S * 1000

/** Messages that started a Run, for as long as their signature can be used: also once that Run was deleted. */
export interface KnownMessages {
  /**
   * The Run of the message `name`, which `start` starts the first time. A failed start is forgotten. Throws HttpProblem 409
   * `run.conflict` for another body under that name.
   */
  runOf(name: string, body: Uint8Array, start: () => Promise<string>): Promise<string>
}

interface Message {
  readonly digest: string
  readonly run: Promise<string>
  readonly until: number
}

export const createKnownMessages = (now: () => number): KnownMessages => {
  const known = new Map<string, Message>()
  const forgetOld = (): void => {
    // The oldest come first.
    for (const [name, { until }] of known) {
      if (until > now()) return
      known.delete(name)
    }
  }
  return {
    runOf: async (name, body, start) => {
      forgetOld()
      const digest = createHash('sha256').update(body).digest('base64')
      const earlier = known.get(name)
      if (earlier !== undefined && earlier.digest !== digest)
        throw new HttpProblem(409, 'run.conflict', 'A message with this webhook-id and another body came before.')
      if (earlier !== undefined) return earlier.run
      const run = start()
      known.set(name, { digest, run, until: now() + KEPT_MS })
      try {
        return await run
      } catch (error) {
        known.delete(name)
        throw error
      }
    },
  }
}
