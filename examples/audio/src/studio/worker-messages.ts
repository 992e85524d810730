import type { Job, JobResult } from './jobs.ts'

/** What a worker says about the job it was sent. */
export type WorkerMessage =
  | { readonly type: 'progress'; readonly done: number }
  | { readonly type: 'done'; readonly result: JobResult<Job> }
  | { readonly type: 'failed'; readonly message: string }
