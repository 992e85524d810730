import type { Problem } from '@ensemble/core'
import type { DiagnoseAnswer, DiagnoseRequest } from './validator-worker.ts'

let worker: Worker | null = null
let next = 0
const waiting = new Map<number, (problems: readonly Problem[]) => void>()

function start(): Worker {
  const made = new Worker(new URL('./validator-worker.ts', import.meta.url), {
    type: 'module',
    name: 'validator-worker',
  })
  made.addEventListener('message', ({ data }: MessageEvent<DiagnoseAnswer>) => {
    waiting.get(data.id)?.(data.problems)
    waiting.delete(data.id)
  })
  return made
}

/** Everything that is wrong in one file, asked of the worker that may compile schemas. Every problem has a range. */
export function diagnose(request: Omit<DiagnoseRequest, 'id'>): Promise<readonly Problem[]> {
  worker ??= start()
  const id = next
  next += 1
  return new Promise((resolve) => {
    waiting.set(id, resolve)
    worker?.postMessage({ id, ...request })
  })
}
