import { parentPort } from 'node:worker_threads'
import { runJob, type Job } from './studio/jobs.ts'
import type { WorkerMessage } from './studio/worker-messages.ts'

const PROGRESS_EVERY_MS = 50

const port = parentPort
const send = (message: WorkerMessage, transfer: readonly ArrayBuffer[] = []): void =>
  port?.postMessage(message, transfer)

port?.on('message', (job: Job) => {
  let last = 0
  try {
    const result = runJob(job, (done) => {
      const now = performance.now()
      if (now - last < PROGRESS_EVERY_MS) return
      last = now
      send({ type: 'progress', done })
    })
    // The sound moves to the other thread without copying; every WAV has its own buffer.
    send({ type: 'done', result }, [result.wav.buffer as ArrayBuffer])
  } catch (error) {
    send({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
})
