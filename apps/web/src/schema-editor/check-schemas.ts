import type { JsonSchema, SchemaIssue } from '@ensemble/core'
import type { ValidateAnswer, ValidateRequest } from './validator-worker.ts'

let worker: Worker | null = null
let next = 0
const waiting = new Map<number, (issues: readonly (readonly SchemaIssue[])[]) => void>()

function start(): Worker {
  const made = new Worker(new URL('./validator-worker.ts', import.meta.url), {
    type: 'module',
    name: 'validator-worker',
  })
  made.addEventListener('message', ({ data }: MessageEvent<ValidateAnswer>) => {
    waiting.get(data.id)?.(data.issues)
    waiting.delete(data.id)
  })
  return made
}

/** Why each of these schemas does not compile, asked of the worker that is allowed to compile them. */
export function checkSchemas(schemas: readonly JsonSchema[]): Promise<readonly (readonly SchemaIssue[])[]> {
  if (schemas.length === 0) return Promise.resolve([])
  worker ??= start()
  const id = next
  next += 1
  const request: ValidateRequest = { id, schemas }
  return new Promise((resolve) => {
    waiting.set(id, resolve)
    worker?.postMessage(request)
  })
}
