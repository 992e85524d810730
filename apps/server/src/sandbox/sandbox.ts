import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { Json } from '@ensemble/core'
import { onAbort, parseJson } from '@ensemble/core/host'
import { once } from '../once.ts'
import type { SandboxJob, SandboxLimits, SandboxMessage } from './sandbox-job.ts'

/** Runs untrusted code: JavaScript without network, files, timers, modules or anything else of this machine. */
export interface Sandbox {
  /** Resolves to what its default export returns. Rejects with Error, one sentence for the author, or with the signal's reason. */
  readonly run: (code: SandboxedCode, options: SandboxOptions) => Promise<Json>
}

export interface SandboxedCode {
  /** For the places in its errors, such as `score.sandbox.js`. */
  readonly file: string
  readonly code: string
  /** The arguments. */
  readonly call: Json
  readonly context: Json
}

export interface SandboxOptions {
  readonly signal: AbortSignal
  readonly onLog: (text: string, level: string) => void
  readonly onProgress: (done: number, total: number | undefined, text: string | undefined) => void
}

const MIB = 1024 * 1024
const LIMITS: SandboxLimits = {
  timeMs: 10_000,
  memoryBytes: 64 * MIB,
  outputChars: MIB,
  logLines: 200,
  logChars: 2000,
}
const MOST_DEPTH = 128
/** Each is a thread with its own memory. */
const MOST_AT_ONCE = 4
/** A thread needs a moment to begin and to say that its time is over. */
const GRACE_MS = 3000

const WORKER_URL = new URL('./sandbox-worker.js', import.meta.url)

const loadWasm = once(async (): Promise<WebAssembly.Module> => {
  const path = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm')
  return WebAssembly.compile(new Uint8Array(await readFile(path)))
})

export const createSandbox = (limits: Partial<SandboxLimits> = {}): Sandbox => {
  const most = { ...LIMITS, ...limits }
  const takeSlot = createSlots(MOST_AT_ONCE)
  return {
    run: async ({ file, code, call, context }, options) => {
      const input = JSON.stringify({ call, context })
      const leave = await takeSlot(options.signal)
      try {
        return await runOnce({ wasm: await loadWasm(), file, code, input, limits: most }, options)
      } finally {
        leave()
      }
    },
  }
}

/** One thread for one invocation: nothing is left of it for the next one. */
const runOnce = (job: SandboxJob, { signal, onLog, onProgress }: SandboxOptions): Promise<Json> => {
  const { limits } = job
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const worker = new Worker(WORKER_URL, {
      workerData: job,
      // Inherits nothing of this process; its output is dropped.
      env: {},
      execArgv: [],
      argv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    })
    const end = (how: () => void): void => {
      clearTimeout(late)
      stopListening()
      void worker.terminate()
      how()
    }
    const fail = (message: string): void => end(() => reject(new Error(message)))
    const late = setTimeout(() => fail(`It did not finish within ${limits.timeMs / 1000} s.`), limits.timeMs + GRACE_MS)
    const stopListening = onAbort(signal, () => end(() => reject(signal.reason)))
    let logged = 0
    worker.on('message', (message: SandboxMessage) => {
      switch (message.type) {
        case 'log':
          if (++logged <= limits.logLines) onLog(message.text.slice(0, limits.logChars), message.level)
          return
        case 'progress':
          return onProgress(message.done, message.total, message.text)
        case 'error':
          return fail(message.message)
        case 'result': {
          const parsed = parseJson(message.json, { maxLength: limits.outputChars, maxDepth: MOST_DEPTH })
          return parsed.ok ? end(() => resolve(parsed.value)) : fail(`Its result is not JSON to use: ${parsed.message}`)
        }
      }
    })
    worker.on('error', () => fail('It needed more than its sandbox may use.'))
    worker.on('exit', () => fail('Its sandbox ended without an answer.'))
  })
}

/** So many at a time; the others wait, or leave when their signal aborts. */
const createSlots = (most: number): ((signal: AbortSignal) => Promise<() => void>) => {
  let free = most
  const waiting = new Set<() => void>()
  const give = (): void => {
    const [next] = waiting
    if (next === undefined) free++
    else next()
  }
  return async (signal) => {
    signal.throwIfAborted()
    if (free > 0) free--
    else
      await new Promise<void>((resolve, reject) => {
        const begin = (): void => {
          waiting.delete(begin)
          stopListening()
          resolve()
        }
        const stopListening = onAbort(signal, () => {
          waiting.delete(begin)
          reject(signal.reason)
        })
        waiting.add(begin)
      })
    return give
  }
}
