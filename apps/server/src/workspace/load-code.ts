import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ActivityFunction, isObject } from '@ensemble/core'

/** A Call waits for the file that serves it. */
const MOST_LOAD_MS = 30_000

/** The functions of a file by the names they are registered under. */
export type Functions = ReadonlyMap<string, ActivityFunction>

/** Each named exported function under its name, and the functions of an object that is the default export. */
const functionsOf = (module: unknown): Functions => {
  const found = new Map<string, ActivityFunction>()
  if (typeof module !== 'object' || module === null) return found
  for (const [name, value] of Object.entries(module)) {
    const members: readonly (readonly [string, unknown])[] =
      name === 'default' ? (isObject(value) ? Object.entries(value) : []) : [[name, value]]
    // What a function takes is checked against its Tool's schema before it is called.
    for (const [key, member] of members) if (typeof member === 'function') found.set(key, member as ActivityFunction)
  }
  return found
}

const OFFERED = {
  '@ensemble/core': () => import.meta.resolve('@ensemble/core'),
  '@ensemble/core/validate': () => import.meta.resolve('@ensemble/core/validate'),
  '@ensemble/audio': () => import.meta.resolve('@ensemble/audio'),
  libsql: () => import.meta.resolve('libsql'),
}

/**
 * `@ensemble/*` and SQLite as the server itself loads them, so that a workspace anywhere on the disk needs no packages
 * of its own.
 */
const aliases = (): Record<string, string> => {
  const found: Record<string, string> = {}
  for (const [name, resolve] of Object.entries(OFFERED)) {
    try {
      found[name] = fileURLToPath(resolve())
    } catch {
      // Not part of this installation: an activity that needs it says so when it loads.
    }
  }
  return found
}

const withinTime = async <T>(loading: Promise<T>, ms: number): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    const message = `It is not loaded after ${ms / 1000} s: its top-level code waits for something.`
    timer = setTimeout(() => reject(new Error(message)), ms)
  })
  return Promise.race([loading, late]).finally(() => clearTimeout(timer))
}

/**
 * Runs files of `activities/`, each at most once and when its functions are first asked for. The loader itself is loaded
 * with the first of them.
 */
export const createCodeLoader = (folder: string, mostMs = MOST_LOAD_MS): ((file: string) => Promise<Functions>) => {
  let jiti: Promise<{ readonly import: (path: string) => Promise<unknown> }> | undefined
  const loaded = new Map<string, Promise<Functions>>()
  const open = async () => {
    const { createJiti } = await import('jiti')
    return createJiti(join(folder, 'activities.js'), { moduleCache: false, fsCache: false, alias: aliases() })
  }
  const load = async (file: string): Promise<Functions> => {
    const loader = await (jiti ??= open())
    return functionsOf(await withinTime(loader.import(join(folder, file)), mostMs))
  }
  return (file) => {
    const known = loaded.get(file)
    if (known !== undefined) return known
    const loading = load(file)
    loaded.set(file, loading)
    return loading
  }
}
