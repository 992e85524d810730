/** The permissions of a sandboxed activity. */
export interface SandboxLimits {
  /** Milliseconds of work. */
  readonly timeMs: number
  /** Bytes of its WebAssembly memory, a multiple of 64 KiB: the heap, the stack and QuickJS itself. */
  readonly memoryBytes: number
  /** Characters of the result as JSON. */
  readonly outputChars: number
  /** Lines of log, and characters of each. */
  readonly logLines: number
  readonly logChars: number
}

/** Everything that crosses into the worker. */
export interface SandboxJob {
  readonly wasm: WebAssembly.Module
  /** For the places in its errors. */
  readonly file: string
  readonly code: string
  /** JSON of `{ call, context }`. */
  readonly input: string
  readonly limits: SandboxLimits
}

/** Everything that comes out of it. */
export type SandboxMessage =
  | { readonly type: 'log'; readonly level: string; readonly text: string }
  | {
      readonly type: 'progress'
      readonly done: number
      readonly total: number | undefined
      readonly text: string | undefined
    }
  | { readonly type: 'result'; readonly json: string }
  | { readonly type: 'error'; readonly message: string }
