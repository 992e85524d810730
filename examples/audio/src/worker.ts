import { parentPort } from 'node:worker_threads'
import { performJob, type Job } from './studio/jobs.ts'
import type { WorkerMessage } from './studio/worker-messages.ts'

const PROGRESS_EVERY_MS = 50

const port = parentPort
const send = (message: WorkerMessage, transfer: readonly ArrayBuffer[] = []): void =>
  port?.postMessage(message, transfer)

port?.on('message', (job: Job) => {
  let last = 0
  const progress = (done: number): void => {
    const now = performance.now()
    if (now - last < PROGRESS_EVERY_MS) return
    last = now
    send({ type: 'progress', done })
  }
  performJob(job, progress).then(
    (result) => {
      // The sound moves to the other thread without copying; every file has its own buffer.
      const file = 'mp3' in result ? result.mp3 : 'flac' in result ? result.flac : result.wav
      send({ type: 'done', result }, [file.buffer as ArrayBuffer])
    },
    (error: unknown) => send({ type: 'failed', message: error instanceof Error ? error.message : String(error) }),
  )
})
