import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { performJob, type Job, type JobResult, type Progress } from './jobs.ts'
import type { WorkerMessage } from './worker-messages.ts'

/** How a job is stopped and who hears how far it is. */
export interface JobOptions {
  readonly signal?: AbortSignal
  readonly progress?: Progress
}

/** The bundle puts the worker next to this module; from source there is none, and jobs run on the caller's thread. */
const WORKER_URL = new URL('./worker.js', import.meta.url)
const hasWorker = (): boolean => WORKER_URL.protocol === 'file:' && existsSync(fileURLToPath(WORKER_URL))

/** One thread is left to the server. */
const MOST_WORKERS = Math.max(1, Math.min(4, availableParallelism() - 1))
/** A worker holds its bank and what it rendered last, some hundred megabytes: kept between the parts of a song, not for the day. */
const IDLE_MS = 15_000
const idle: { readonly worker: Worker; readonly retire: NodeJS.Timeout }[] = []
const waiting: ((worker: Worker) => void)[] = []
let running = 0

/**
 * Does a job in a cached worker thread that never keeps the process alive. Rejects with the job's error or the signal's
 * reason.
 */
export const submitJob = async <J extends Job>(job: J, options: JobOptions = {}): Promise<JobResult<J>> => {
  options.signal?.throwIfAborted()
  if (!hasWorker()) return performJob(job, options.progress ?? (() => undefined))
  const worker = await takeWorker()
  try {
    const result = await runIn(worker, job, options)
    giveBack(worker)
    return result
  } catch (error) {
    if (error instanceof JobError) giveBack(worker)
    else await replace(worker)
    throw error
  }
}

/** The job failed; its worker continues. */
class JobError extends Error {
  override readonly name = 'JobError'
}

/** An aborted or crashed worker's state is unknown. */
const replace = async (worker: Worker): Promise<void> => {
  running -= 1
  await worker.terminate()
  const next = waiting.shift()
  if (next) next(createWorker())
}

const createWorker = (): Worker => {
  running += 1
  const worker = new Worker(WORKER_URL)
  worker.unref()
  return worker
}

const takeWorker = (): Promise<Worker> => {
  const free = idle.pop()
  if (free) {
    clearTimeout(free.retire)
    return Promise.resolve(free.worker)
  }
  if (running < MOST_WORKERS) return Promise.resolve(createWorker())
  return new Promise((resolve) => waiting.push(resolve))
}
const giveBack = (worker: Worker): void => {
  const next = waiting.shift()
  if (next) next(worker)
  else idle.push({ worker, retire: setTimeout(retire, IDLE_MS, worker).unref() })
}

const retire = (worker: Worker): void => {
  const position = idle.findIndex((one) => one.worker === worker)
  if (position < 0) return
  idle.splice(position, 1)
  running -= 1
  void worker.terminate()
}

const runIn = <J extends Job>(worker: Worker, job: J, options: JobOptions): Promise<JobResult<J>> =>
  new Promise((resolve, reject) => {
    const abort = (): void => settle(() => reject(options.signal?.reason))
    const settle = (finish: () => void): void => {
      worker.off('message', onMessage)
      worker.off('error', onError)
      options.signal?.removeEventListener('abort', abort)
      worker.unref()
      finish()
    }
    const onError = (error: unknown): void => settle(() => reject(error))
    const onMessage = (message: WorkerMessage): void => {
      if (message.type === 'progress') options.progress?.(message.done)
      else if (message.type === 'failed') settle(() => reject(new JobError(message.message)))
      // The worker answers a job with that job's result.
      else settle(() => resolve(message.result as JobResult<J>))
    }
    // While it works the process waits for it.
    worker.ref()
    worker.on('message', onMessage)
    worker.on('error', onError)
    options.signal?.addEventListener('abort', abort, { once: true })
    worker.postMessage(job)
  })
