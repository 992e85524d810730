import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type ActivityFunction,
  type ActivityRegistry,
  type RegisteredActivity,
  createActivityRegistry,
  isObject,
  sha256Text,
} from '@ensemble/core'
import { readIfThere } from './workspace-files.ts'

export interface ActivityProblem {
  readonly file: string
  readonly message: string
}

/** The code of a workspace: loaded from the folder the server was started on, and from nowhere else. */
export interface Activities {
  get(name: string): RegisteredActivity | undefined
  readonly names: readonly string[]
  /** The file that declares it. */
  readonly fileOf: (name: string) => string | undefined
  readonly problems: readonly ActivityProblem[]
}

/** An Activity that one file declares. */
export interface FromFile {
  readonly file: string
  readonly activity: RegisteredActivity
}

export const NO_ACTIVITIES: Activities = { get: () => undefined, names: [], fileOf: () => undefined, problems: [] }

/** Those of the workspace's code with others beside them; where both have a name, the code serves it and the other is a problem. */
export const withOthers = (
  loaded: Activities,
  others: readonly FromFile[],
  otherProblems: readonly ActivityProblem[] = [],
): Activities => {
  if (others.length === 0 && otherProblems.length === 0) return loaded
  const added = new Map<string, FromFile>()
  const problems = [...loaded.problems, ...otherProblems]
  for (const other of others) {
    const { file, activity } = other
    const { name } = activity
    if (loaded.get(name) === undefined && !added.has(name)) added.set(name, other)
    else problems.push({ file, message: `Another Activity is named "${name}" too, and serves its Calls.` })
  }
  return {
    get: (name) => loaded.get(name) ?? added.get(name)?.activity,
    names: [...loaded.names, ...added.keys()],
    fileOf: (name) => added.get(name)?.file ?? loaded.fileOf(name),
    problems,
  }
}

/** What stands in a sandboxed file is never loaded as code of the owner. */
const isCode = (name: string): boolean => /\.(ts|mts|js|mjs)$/.test(name) && !/\.(test|d|sandbox)\.m?[tj]s$/i.test(name)

const functionsOf = (module: unknown): ReadonlyMap<string, ActivityFunction> => {
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

const OFFERED = {
  '@ensemble/core': () => import.meta.resolve('@ensemble/core'),
  '@ensemble/core/validate': () => import.meta.resolve('@ensemble/core/validate'),
  '@ensemble/audio': () => import.meta.resolve('@ensemble/audio'),
  libsql: () => import.meta.resolve('libsql'),
}

const sourcesIn = async (folder: string): Promise<string> => {
  const names = (await readdir(folder, { recursive: true })).filter((name) => isCode(name)).sort()
  const texts = await Promise.all(names.map((name) => readIfThere(join(folder, name))))
  const decoder = new TextDecoder()
  return texts.map((bytes) => decoder.decode(bytes)).join('\0')
}

/** Everything that shows the workspace waits for its code. */
const MOST_LOAD_MS = 30_000

const withinTime = async <T>(loading: Promise<T>, ms: number): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    const message = `It is not loaded after ${ms / 1000} s: what stands outside its functions waits for something.`
    timer = setTimeout(() => reject(new Error(message)), ms)
  })
  return Promise.race([loading, late]).finally(() => clearTimeout(timer))
}

/**
 * Loads `activities/*.ts|js`: each named exported function under its name, `default` as a record of them. Never throws;
 * a file that cannot be loaded is a problem and the others serve.
 */
export const loadActivities = async (root: string, mostMs = MOST_LOAD_MS): Promise<Activities> => {
  const folder = join(root, 'activities')
  const there = await stat(folder).catch(() => undefined)
  if (there?.isDirectory() !== true) return NO_ACTIVITIES
  const files = (await readdir(folder)).filter(isCode).sort()
  const { createJiti } = await import('jiti')
  const jiti = createJiti(join(folder, 'activities.js'), { moduleCache: false, fsCache: false, alias: aliases() })
  const registry: ActivityRegistry = createActivityRegistry()
  const hashes = new Map<string, string>()
  const declared = new Map<string, string>()
  const problems: ActivityProblem[] = []
  const code = await sourcesIn(folder)
  for (const file of files) {
    try {
      // To read a pipe would stop everything.
      if (!(await stat(join(folder, file))).isFile()) throw new Error('This is no file, and is not read.')
      for (const [name, run] of functionsOf(await withinTime(jiti.import(join(folder, file)), mostMs))) {
        registry.register(name, run)
        // A function's own text says little of what it calls: any change in the folder is other code.
        hashes.set(name, sha256Text(`${name}\0${code}`))
        declared.set(name, `activities/${file}`)
      }
    } catch (error) {
      problems.push({ file: `activities/${file}`, message: error instanceof Error ? error.message : String(error) })
    }
  }
  return {
    get: (name) => {
      const activity = registry.get(name)
      return activity && { ...activity, hash: hashes.get(name) ?? activity.hash }
    },
    names: registry.Names,
    fileOf: (name) => declared.get(name),
    problems,
  }
}
