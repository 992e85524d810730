import type { Job, JobResult } from './jobs.ts'

/** A worker's messages about its job. */
export type WorkerMessage =
  | { readonly type: 'progress'; readonly done: number }
  | { readonly type: 'done'; readonly result: JobResult<Job> }
  | { readonly type: 'failed'; readonly message: string }
