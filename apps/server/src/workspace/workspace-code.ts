import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type ActivityRegistry, type RegisteredActivity, createActivityRegistry } from '@ensemble/core'
import { sha256Text } from '@ensemble/core/host'
import { type Activities, type ActivityProblem, NO_ACTIVITIES } from './activities.ts'
import { type LoaderOptions, createCodeLoader } from './load-code.ts'
import { readIfThere } from './missing-file.ts'

/** The code in `activities/` as its files were when it was read. */
export interface WorkspaceCode {
  /** By the names that the texts declare, and those found by running a file since. */
  activities(): Activities
  /** Runs the files whose names are computed, so that their functions have names. Never throws. */
  nameAll(): Promise<void>
}

export interface CodeOptions extends LoaderOptions {
  /** The result of `activities()` changed: a file ran and gave more names. */
  readonly onLearnt?: () => void
}

export const NO_CODE: WorkspaceCode = { activities: () => NO_ACTIVITIES, nameAll: () => Promise.resolve() }

/** A sandboxed file never loads as the owner's code. */
const isCode = (name: string): boolean => /\.(ts|mts|js|mjs)$/.test(name) && !/\.(test|d|sandbox)\.m?[tj]s$/i.test(name)

const sourcesIn = async (folder: string): Promise<string> => {
  const names = (await readdir(folder, { recursive: true })).filter((name) => isCode(name)).sort()
  const texts = await Promise.all(names.map((name) => readIfThere(join(folder, name))))
  const decoder = new TextDecoder()
  return texts.map((bytes) => decoder.decode(bytes)).join('\0')
}

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const NAMES_COMPUTED =
  'Some names that this file exports are computed, so only running it tells them. Until a Run has, its other Activities count as missing. Export them by name.'

/** JavaScript takes a module with such an export for a promise, calls it while the file is loaded, and waits for it. */
const AWAITED = 'then'
const NAMED_THEN =
  'It exports `then`, which JavaScript calls while it loads the file and waits for. Give that Activity another name: until then no Activity of this file can run.'

/**
 * Reads `activities/*.ts|js`: each exported function is an Activity, `default` a record of them. Names come from the
 * syntax tree: nothing runs before a Call. An unreadable file is a problem; the others serve.
 */
export const readCode = async (root: string, options: CodeOptions = {}): Promise<WorkspaceCode> => {
  const folder = join(root, 'activities')
  const there = await stat(folder).catch(() => undefined)
  if (there?.isDirectory() !== true) return NO_CODE
  const files = (await readdir(folder)).filter(isCode).sort()
  if (files.length === 0) return NO_CODE
  const code = new Code(folder, await sourcesIn(folder), options)
  const { declaredExports } = await import('./declared-exports.ts')
  for (const file of files) {
    try {
      const { names, isOpen } = await declaredExports(root, join(folder, file))
      code.declare(file, names, isOpen)
    } catch (error) {
      code.refuse(file, sentenceOf(error))
    }
  }
  return code
}

class Code implements WorkspaceCode {
  readonly #sources: string
  readonly #load: ReturnType<typeof createCodeLoader>
  readonly #onLearnt: () => void
  readonly #registry: ActivityRegistry = createActivityRegistry()
  readonly #files = new Map<string, string>()
  readonly #hashes = new Map<string, string>()
  readonly #problems: ActivityProblem[] = []
  /** Files whose names only running them tells. */
  readonly #open = new Set<string>()
  /** Files that cannot be loaded because of a name they export. */
  readonly #awaited = new Set<string>()
  #naming: Promise<void> | undefined

  constructor(folder: string, sources: string, { onLearnt = () => undefined, ...loading }: CodeOptions) {
    this.#sources = sources
    this.#load = createCodeLoader(folder, loading)
    this.#onLearnt = onLearnt
  }

  declare(file: string, names: readonly string[], isOpen: boolean): void {
    if (isOpen) {
      this.#open.add(file)
      this.#problems.push({ code: 'activity.computed', file: `activities/${file}`, message: NAMES_COMPUTED })
    }
    for (const name of names) this.#add(file, name)
    if (!names.includes(AWAITED)) return
    this.#awaited.add(file)
    this.refuse(file, NAMED_THEN)
  }

  refuse(file: string, message: string): void {
    const place = `activities/${file}`
    if (this.#problems.some((known) => known.file === place && known.message === message)) return
    this.#problems.push({ code: 'activity.broken', file: place, message })
  }

  activities(): Activities {
    return {
      get: (name) => {
        const activity = this.#registry.get(name)
        // A function's own text says little of what it calls: any change in the folder is other code.
        return activity && { ...activity, hash: this.#hashOf(name) }
      },
      names: this.#registry.Names,
      fileOf: (name) => this.#files.get(name),
      problems: [...this.#problems],
    }
  }

  nameAll(): Promise<void> {
    return (this.#naming ??= this.#nameAll())
  }

  async #nameAll(): Promise<void> {
    if (this.#open.size === 0) return
    for (const file of Array.from(this.#open)) {
      const functions = await this.#run(file).catch(() => undefined)
      for (const name of functions?.keys() ?? []) if (!this.#files.has(name)) this.#add(file, name)
      this.#open.delete(file)
      const at = this.#problems.findIndex((each) => each.code === 'activity.computed' && each.file.endsWith(`/${file}`))
      this.#problems.splice(at, 1)
    }
    this.#onLearnt()
  }

  #add(file: string, name: string): void {
    const place = `activities/${file}`
    const other = this.#files.get(name)
    if (other !== undefined)
      return this.refuse(file, `The Activity ${name} is exported by ${other} too, which serves its Calls.`)
    const run: RegisteredActivity['run'] = async (call, context) => {
      const functions = await this.#run(file).catch((error: unknown) => {
        throw new Error(`${place} could not be loaded: ${sentenceOf(error)}`, { cause: error })
      })
      const found = functions.get(name)
      if (found === undefined) throw new Error(`The export ${name} of ${place} isn't a function.`)
      return await found(call, context)
    }
    try {
      this.#registry.register(name, run)
      this.#files.set(name, place)
    } catch (error) {
      this.refuse(file, sentenceOf(error))
    }
  }

  #hashOf(name: string): string {
    const known = this.#hashes.get(name) ?? sha256Text(`${name}\0${this.#sources}`)
    this.#hashes.set(name, known)
    return known
  }

  async #run(file: string): ReturnType<ReturnType<typeof createCodeLoader>> {
    try {
      if (this.#awaited.has(file)) throw new Error(NAMED_THEN)
      const functions = await this.#load(file)
      // Its name was computed, so that only running the file told it.
      if (!functions.has(AWAITED)) return functions
      this.#awaited.add(file)
      throw new Error(NAMED_THEN)
    } catch (error) {
      const before = this.#problems.length
      this.refuse(file, sentenceOf(error))
      if (this.#problems.length > before) this.#onLearnt()
      throw error
    }
  }
}
