import type { Json, Run } from '@ensemble/core'
import { hasEnded } from '@ensemble/core/journal'
import { HttpProblem } from '../http/http-problem.ts'
import { findRun, readStored } from '../routes/run-routes.ts'
import type { Services } from '../services.ts'

/** Seconds that an answer is waited for, unless `Prefer` says otherwise. */
const WAIT_S = 30
const MOST_WAIT_S = 300

/** Milliseconds that a caller waits for the output, by its `Prefer` (RFC 7240). */
export const waitOf = (request: Request): number => {
  const wanted = (request.headers.get('prefer') ?? '').toLowerCase()
  if (/(^|[,;\s])respond-async([,;\s]|$)/.test(wanted)) return 0
  const seconds = /(^|[,;\s])wait\s*=\s*(\d{1,6})/.exec(wanted)?.[2]
  return 1000 * Math.min(MOST_WAIT_S, seconds === undefined ? WAIT_S : Number(seconds))
}

const later = (ms: number, stop: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(done, ms)
    if (stop.aborted) done()
    else stop.addEventListener('abort', done, { once: true })
  })

/** The Run when it has ended or waits for a person, or as it is after `ms`, or when `stop` aborts. */
export const awaitRun = async (
  { executor, journal }: Services,
  run: string,
  ms: number,
  stop: AbortSignal,
): Promise<Run> => {
  const found = await findRun(journal, run)
  if (ms === 0 || hasEnded(found)) return found
  const over = new AbortController()
  const settled = (await executor()).stands(run)
  await Promise.race([settled, later(ms, AbortSignal.any([stop, over.signal]))])
  over.abort()
  return findRun(journal, run)
}

/** The output; undefined while there is none yet. Throws HttpProblem for a Run that failed or was cancelled. */
export const outputOf = async ({ journal }: Services, run: Run): Promise<Json | undefined> => {
  const { id, status, output, error } = run
  if (status === 'completed') return output === undefined ? null : readStored(journal, output)
  if (status === 'cancelled')
    throw new HttpProblem(409, 'run.cancelled', `Run ${id} was cancelled.`, { extra: { run: id } })
  if (status === 'failed')
    throw new HttpProblem(502, error?.code ?? 'module.failed', error?.message ?? `Run ${id} failed.`, {
      extra: { run: id },
    })
  return undefined
}
