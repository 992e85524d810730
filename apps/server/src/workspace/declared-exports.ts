import { realpath, stat } from 'node:fs/promises'
import { dirname, extname, isAbsolute, join, relative, sep } from 'node:path'
import { type Exported, type ModuleExports, exportedNames } from './exported-names.ts'
import { readIfThere } from './missing-file.ts'

/** The names under which a file's text registers its functions. */
export interface DeclaredNames {
  readonly names: readonly string[]
  /** Some names are computed, or come from unread modules: only the code knows them. */
  readonly isOpen: boolean
}

/** Bytes of a file that is parsed on the server's own thread; what is larger was most likely made by a program. */
const MOST_PARSED = 512 * 1024
/** Steps from module to module for one file: modules that export each other can be walked in very many ways. */
const MOST_STEPS = 1000

const ENDINGS = ['', '.ts', '.mts', '.js', '.mjs', '/index.ts', '/index.js']

/** The value of a name or a module, with its references resolved. */
type Resolved = { readonly type: 'value' | 'other' } | (DeclaredNames & { readonly type: 'record' })

const UNKNOWN: DeclaredNames = { names: [], isOpen: true }

/**
 * The names that a file of activities exports, from syntax trees, across files of the workspace. Runs nothing. Throws
 * an Error with one sentence for a file that isn't code.
 */
export const declaredExports = async (root: string, file: string): Promise<DeclaredNames> => {
  const reader = new ExportReader(await realpath(root))
  const { named, all, isOpen } = await reader.moduleAt(await realpath(file))
  const from = { file: await realpath(file), seen: new Set<string>() }
  const names = new Set<string>()
  let isUnknown = isOpen
  const add = (found: DeclaredNames): void => {
    for (const name of found.names) names.add(name)
    isUnknown ||= found.isOpen
  }
  const standard = named.get('default')
  if (standard !== undefined) {
    const value = await reader.resolve(standard, from)
    if (value.type === 'record') add(value)
    // A call may return an object of functions.
    isUnknown ||= value.type === 'value'
  }
  for (const [name, exported] of named) {
    if (name === 'default') continue
    if ((await reader.resolve(exported, from)).type === 'value') names.add(name)
  }
  for (const source of all) add(await reader.namesOf(source, from))
  return { names: [...names], isOpen: isUnknown }
}

/** The lookup came back to where it was: a circle adds no names. */
const SEEN = 'seen'

interface From {
  readonly file: string
  /** The lookups under way: modules may refer to each other in a circle. */
  readonly seen: ReadonlySet<string>
}

class ExportReader {
  readonly #root: string
  readonly #modules = new Map<string, Promise<ModuleExports>>()
  #steps = 0

  constructor(root: string) {
    this.#root = root
  }

  moduleAt(file: string): Promise<ModuleExports> {
    const known = this.#modules.get(file)
    if (known !== undefined) return known
    const reading = readModule(file)
    this.#modules.set(file, reading)
    return reading
  }

  async resolve(exported: Exported, from: From): Promise<Resolved> {
    switch (exported.type) {
      case 'value':
      case 'other':
        return { type: exported.type }
      case 'record': {
        const names: string[] = []
        let { isOpen } = exported
        for (const spread of exported.spread) {
          const value = await this.resolve(spread, from)
          if (value.type === 'record') names.push(...value.names)
          isOpen ||= value.type === 'record' ? value.isOpen : value.type === 'value'
        }
        for (const [name, member] of exported.members)
          if ((await this.resolve(member, from)).type === 'value') names.push(name)
        return { type: 'record', names, isOpen }
      }
      case 'from': {
        if (exported.name === '*') return { type: 'record', ...(await this.namesOf(exported.source, from)) }
        return this.#lookUp(exported.source, exported.name, from)
      }
    }
  }

  /** Everything that a module exports by name. */
  async namesOf(source: string, from: From): Promise<DeclaredNames> {
    const other = await this.#follow(source, '*', from)
    if (other === undefined) return UNKNOWN
    if (other === SEEN) return { names: [], isOpen: false }
    const names: string[] = []
    let { isOpen } = other.module
    for (const [name, exported] of other.module.named)
      if (name !== 'default' && (await this.resolve(exported, other.from)).type === 'value') names.push(name)
    for (const next of other.module.all) {
      const more = await this.namesOf(next, other.from)
      names.push(...more.names)
      isOpen ||= more.isOpen
    }
    return { names, isOpen }
  }

  async #lookUp(source: string, name: string, from: From): Promise<Resolved> {
    const other = await this.#follow(source, name, from)
    // Only the requested name of a package is known.
    if (other === SEEN) return { type: 'other' }
    if (other === undefined) return name === 'default' ? { type: 'record', ...UNKNOWN } : { type: 'value' }
    const exported = other.module.named.get(name)
    if (exported !== undefined) return this.resolve(exported, other.from)
    return other.module.all.length > 0 || other.module.isOpen ? { type: 'value' } : { type: 'other' }
  }

  /** The module that a source leads to; undefined if it isn't a readable file of the workspace. */
  async #follow(
    source: string,
    name: string,
    from: From,
  ): Promise<{ readonly module: ModuleExports; readonly from: From } | typeof SEEN | undefined> {
    const file = await this.#fileOf(source, from.file)
    if (file === undefined) return undefined
    const key = `${file}\0${name}`
    if (from.seen.has(key)) return SEEN
    if (++this.#steps > MOST_STEPS) return undefined
    const module = await this.moduleAt(file).catch(() => undefined)
    return module && { module, from: { file, seen: new Set([...from.seen, key]) } }
  }

  async #fileOf(source: string, from: string): Promise<string | undefined> {
    if (!/^\.\.?(\/|$)/.test(source)) return undefined
    const path = join(dirname(from), source)
    const written = /\.m?js$/.test(path) ? [path, path.replace(/js$/, 'ts')] : ENDINGS.map((ending) => path + ending)
    for (const candidate of written) {
      const file = await realpath(candidate).catch(() => undefined)
      if (file === undefined || !/^\.m?[jt]s$/.test(extname(file)) || !isInside(this.#root, file)) continue
      if ((await stat(file)).isFile()) return file
    }
    return undefined
  }
}

const isInside = (root: string, file: string): boolean => {
  const path = relative(root, file)
  return !path.startsWith('..') && !isAbsolute(path) && path.split(sep)[0] !== '.ensemble'
}

const readModule = async (file: string): Promise<ModuleExports> => {
  const bytes = await readIfThere(file)
  // To read a pipe would stop everything.
  if (bytes === undefined) throw new Error("This isn't a file, so it is not read.")
  if (bytes.length > MOST_PARSED) return { named: new Map(), all: [], isOpen: true }
  return exportedNames(file, new TextDecoder().decode(bytes))
}
