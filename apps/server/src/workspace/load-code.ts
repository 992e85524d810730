import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
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
    // A function's arguments are checked against its Tool's schema before it is called.
    for (const [key, member] of members) if (typeof member === 'function') found.set(key, member as ActivityFunction)
  }
  return found
}

const OFFERED = {
  '@ensemble/core': () => import.meta.resolve('@ensemble/core'),
  '@ensemble/core/schema': () => import.meta.resolve('@ensemble/core/schema'),
  '@ensemble/core/tool': () => import.meta.resolve('@ensemble/core/tool'),
  '@ensemble/core/idea': () => import.meta.resolve('@ensemble/core/idea'),
  '@ensemble/core/model': () => import.meta.resolve('@ensemble/core/model'),
  '@ensemble/core/journal': () => import.meta.resolve('@ensemble/core/journal'),
  '@ensemble/core/run': () => import.meta.resolve('@ensemble/core/run'),
  '@ensemble/core/validate': () => import.meta.resolve('@ensemble/core/validate'),
  libsql: () => import.meta.resolve('libsql'),
}

/** The packages of the bundled workspaces: a copy of one anywhere on the disk finds them as the original does. */
const packagesOf = async (examples: string): Promise<readonly (readonly [string, string])[]> => {
  const file = join(examples, 'package.json')
  const manifest: unknown = JSON.parse(await readFile(file, 'utf8').catch(() => 'null'))
  const names = isObject(manifest) && isObject(manifest['dependencies']) ? Object.keys(manifest['dependencies']) : []
  const { resolve } = createRequire(file)
  return names.flatMap((name) => found(name, () => resolve(name)))
}

/** Empty where this installation lacks the package: an Activity that imports it fails with the loader's message. */
const found = (name: string, resolve: () => string): readonly (readonly [string, string])[] => {
  try {
    return [[name, resolve()]]
  } catch {
    return []
  }
}

/** The server's own `@ensemble/core` and SQLite, so that a workspace needs no packages. */
const aliases = async (examples: string | undefined): Promise<Record<string, string>> =>
  Object.fromEntries([
    ...(examples === undefined ? [] : await packagesOf(examples)),
    ...Object.entries(OFFERED).flatMap(([name, resolve]) => found(name, () => fileURLToPath(resolve()))),
  ])

const withinTime = async <T>(loading: Promise<T>, ms: number): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    const message = `It is not loaded after ${ms / 1000} s: its top-level code waits for something.`
    timer = setTimeout(() => reject(new Error(message)), ms)
  })
  return Promise.race([loading, late]).finally(() => clearTimeout(timer))
}

export interface LoaderOptions {
  /** The folder of the bundled workspaces, whose packages every workspace may import. */
  readonly examples?: string
  readonly mostLoadMs?: number
}

/** Runs files of `activities/` once, when their functions are first needed. The loader loads with the first of them. */
export const createCodeLoader = (
  folder: string,
  { examples, mostLoadMs = MOST_LOAD_MS }: LoaderOptions = {},
): ((file: string) => Promise<Functions>) => {
  let jiti: Promise<{ readonly import: (path: string) => Promise<unknown> }> | undefined
  const loaded = new Map<string, Promise<Functions>>()
  const open = async () => {
    const { createJiti } = await import('jiti')
    return createJiti(join(folder, 'activities.js'), {
      moduleCache: false,
      fsCache: false,
      // Else a member `then` of the default export would be waited for.
      interopDefault: false,
      alias: await aliases(examples),
    })
  }
  const load = async (file: string): Promise<Functions> => {
    const loader = await (jiti ??= open())
    return functionsOf(await withinTime(loader.import(join(folder, file)), mostLoadMs))
  }
  return (file) => {
    const known = loaded.get(file)
    if (known !== undefined) return known
    const loading = load(file)
    loaded.set(file, loading)
    return loading
  }
}
