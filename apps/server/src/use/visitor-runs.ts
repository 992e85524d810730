import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { HttpProblem } from '../http/http-problem.ts'
import { once } from '../once.ts'
import type { Services } from '../services.ts'

/** Where the key is kept; no route returns it. */
const KEY = 'USE_PAGE_KEY'

/** Names for Runs that visitors started: each opens one Run of one Idea, and none can be guessed. */
export interface VisitorRuns {
  nameOf(idea: string, run: string): Promise<string>
  /** Throws HttpProblem 404 `run.unknown`. */
  runOf(idea: string, name: string): Promise<string>
}

export const createVisitorRuns = ({ secrets }: Pick<Services, 'secrets'>): VisitorRuns => {
  const key = once(async (): Promise<string> => {
    const known = secrets.resolve(`secret://${KEY}`)
    if (known !== undefined) return known
    const made = randomBytes(32).toString('base64url')
    await secrets.put(KEY, made)
    return made
  })
  const sign = async (idea: string, run: string): Promise<string> =>
    createHmac('sha256', await key())
      .update(`${idea}\n${run}`)
      .digest('base64url')
  return {
    nameOf: async (idea, run) => `${run}.${await sign(idea, run)}`,
    runOf: async (idea, name) => {
      const [run = '', given = ''] = name.split('.', 2)
      const [left, right] = [Buffer.from(given), Buffer.from(await sign(idea, run))]
      if (left.byteLength === right.byteLength && timingSafeEqual(left, right)) return run
      throw new HttpProblem(404, 'run.unknown', 'There is no such run here.')
    },
  }
}
