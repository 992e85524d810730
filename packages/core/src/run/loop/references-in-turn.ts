import { callError } from '../../call/call-errors.ts'
import type { CallError } from '../../call/call-error.ts'
import { clip } from '../../schema/clip.ts'
import type { JsonObject, Pointer } from '../../schema/json.ts'
import type { Reference, ReferencePath, ReferenceView } from '../../request/reference.types.ts'
import { importedPath } from '../../request/imports.ts'
import { findReferences, hasDagger, resolveParameters } from '../../request/reference.ts'
import { getPath, writeInto } from '../../request/state.ts'
import type { Written } from '../perform/writes.ts'

/** A Call of the turn as others wait for it. */
export interface Writer {
  readonly index: number
  readonly tool: string
  readonly instance: string | undefined
  /** Where its result will be written, as far as its output path tells. */
  readonly writes: readonly ReferencePath[]
  settled(): Promise<{ readonly ok: boolean; readonly written: readonly Written[] }>
}

export type ResolvedReferences =
  /** `view`: what the Call sees, what it waited for included; `awaited`: the imports that it waited for. */
  | {
      readonly ok: true
      readonly resolved: JsonObject
      readonly view: ReferenceView
      readonly awaited?: readonly string[]
    }
  | { readonly ok: false; readonly error: CallError }

/** A single event with many waiters. */
interface Latch {
  readonly promise: Promise<void>
  readonly resolve: () => void
}
const createLatch = (): Latch => {
  let resolve = (): void => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

type Unresolved = ReturnType<typeof resolveParameters> & { readonly ok: false }

type Need =
  | { readonly ok: true; readonly writers: readonly Writer[] }
  | { readonly ok: false; readonly failed?: Writer }
  | { readonly ok: false; readonly cycle: true }

/** The waiting of one turn (docs/contract/protocol.md#state). Readers see the order of Calls, never of finishing. */
export class TurnReferences {
  readonly #writers: Writer[] = []
  /** Who waits for whom; absent before somebody does. */
  #waits: Map<Writer, { readonly for: Writer; readonly cycle: () => void }> | undefined
  /** There while somebody waits for a further Call. */
  #more: Latch | undefined
  readonly #done = createLatch()
  #isComplete = false

  get completed(): Promise<void> {
    return this.#done.promise
  }

  /** Announces a Call that passed its checks, in order of appearance. */
  announce(writer: Writer): void {
    this.#writers.push(writer)
    this.#more?.resolve()
    this.#more = undefined
  }

  /** No more Calls will come: only now can a reference count as missing (docs/contract/protocol.md#the-loop). */
  complete(): void {
    this.#isComplete = true
    this.#more?.resolve()
    this.#done.resolve()
  }

  /** Waits for this turn's writers of referenced or imported values, then resolves the references. */
  async resolve(
    self: Writer,
    parameters: JsonObject,
    view: ReferenceView,
    imports: readonly string[] = [],
  ): Promise<ResolvedReferences> {
    const wanted = this.#wantedImports(self, imports, view)
    if (wanted.length === 0 && !hasDagger(parameters)) return { ok: true, resolved: parameters, view }
    const waited = new Set<Writer>()
    // An import may be seen and need not be there: what could not be written is left out.
    for (const { writers } of wanted)
      for (const writer of writers) if ((await this.#awaitWriter(self, writer)) === 'settled') waited.add(writer)
    for (const { path, reference } of findReferences(parameters)) {
      const found = await this.#needReference(self, reference, view)
      if (!found.ok) {
        const error = unmet(path, reference, found)
        // An unknown reference is reported with all existing ones.
        if (error) return { ok: false, error }
      } else for (const writer of found.writers) waited.add(writer)
    }
    let seen = view
    for (const writer of [...waited].sort((a, b) => a.index - b.index))
      for (const { path, value } of (await writer.settled()).written)
        seen = { ...seen, state: writeInto(seen.state, path.segments, value) }
    const result = resolveParameters(parameters, seen)
    return result.ok
      ? { ok: true, resolved: result.resolved, view: seen, ...awaitedOf(wanted, waited) }
      : { ok: false, error: unresolved(self, parameters, result) }
  }

  /** The missing imports, with the earlier Calls that write them. */
  #wantedImports(self: Writer, imports: readonly string[], view: ReferenceView): readonly WantedImport[] {
    return imports.flatMap((name) => {
      const path = importedPath(name)
      if (path === undefined || getPath(view.state, path) !== undefined) return []
      const earlier = this.#others(self, ({ index }) => index < self.index)
      const first = earlier.find((writer) => covers(writer, { segments: path }))
      const writers = first === undefined ? earlier.filter((writer) => liesUnder(writer, { segments: path })) : [first]
      return writers.length === 0 ? [] : [{ name, writers }]
    })
  }

  #others(self: Writer, test: (writer: Writer) => boolean): readonly Writer[] {
    return this.#writers.filter((writer) => writer !== self && sees(self, writer) && test(writer))
  }

  /** Waits for one writer, unless the two (or more) wait for each other. */
  async #awaitWriter(self: Writer, writer: Writer): Promise<'settled' | 'failed' | 'cycle'> {
    let inCycle = false
    const cycle = createLatch()
    const waits = (this.#waits ??= new Map())
    waits.set(self, {
      for: writer,
      cycle: () => {
        inCycle = true
        cycle.resolve()
      },
    })
    for (const member of this.#cycleFrom(self)) waits.get(member)?.cycle()
    const outcome = await Promise.race([writer.settled(), cycle.promise])
    waits.delete(self)
    if (inCycle || !outcome) return 'cycle'
    return outcome.ok ? 'settled' : 'failed'
  }

  #cycleFrom(start: Writer): readonly Writer[] {
    const members = [start]
    for (let next = this.#waits?.get(start)?.for; next; next = this.#waits?.get(next)?.for) {
      if (next === start) return members
      if (members.includes(next)) return []
      members.push(next)
    }
    return []
  }

  async #need(self: Writer, path: ReferencePath, view: ReferenceView): Promise<Need> {
    if (getPath(view[path.root], path.segments) !== undefined) return { ok: true, writers: [] }
    if (path.root !== 'state') return { ok: false }
    const tried = new Set<Writer>()
    let failed: Writer | undefined
    for (;;) {
      const writer = this.#others(self, (one) => covers(one, path)).find((one) => !tried.has(one))
      if (writer) {
        tried.add(writer)
        const end = await this.#awaitWriter(self, writer)
        if (end === 'cycle') return { ok: false, cycle: true }
        if (end === 'failed') failed ??= writer
        else if (await provides(writer, path)) return { ok: true, writers: [writer] }
        continue
      }
      if (!this.#isComplete) {
        await (this.#more ??= createLatch()).promise
        continue
      }
      const below = this.#others(self, (one) => liesUnder(one, path) && !tried.has(one))
      if (below.length === 0) return { ok: false, failed }
      for (const one of below) {
        tried.add(one)
        const end = await this.#awaitWriter(self, one)
        if (end === 'cycle') return { ok: false, cycle: true }
        if (end === 'failed') failed ??= one
      }
      return failed ? { ok: false, failed } : { ok: true, writers: below }
    }
  }

  async #needReference(self: Writer, reference: Reference, view: ReferenceView): Promise<Need> {
    if (reference.operator === 'any') {
      const ready = reference.paths.some((path) => getPath(view[path.root], path.segments) !== undefined)
      if (ready) return { ok: true, writers: [] }
      // Which alternative exists first must not depend on how far the answer has streamed.
      await this.completed
      let last: Need = { ok: false }
      for (const path of reference.paths) {
        last = await this.#need(self, path, view)
        if (last.ok || 'cycle' in last) return last
      }
      return last
    }
    const waited: Writer[] = []
    for (const path of reference.paths) {
      const found = await this.#need(self, path, view)
      if (!found.ok) return found
      waited.push(...found.writers)
    }
    return { ok: true, writers: waited }
  }
}

interface WantedImport {
  readonly name: string
  readonly writers: readonly Writer[]
}

const awaitedOf = (wanted: readonly WantedImport[], waited: ReadonlySet<Writer>) => {
  const awaited = wanted.filter(({ writers }) => writers.some((writer) => waited.has(writer))).map(({ name }) => name)
  return awaited.length === 0 ? {} : { awaited }
}

/** Why a reference cannot be waited for any longer; undefined where nothing that was waited for is to blame. */
const unmet = (path: Pointer, reference: Reference, need: Need & { readonly ok: false }): CallError | undefined => {
  if ('cycle' in need)
    return callError(
      'reference.cycle',
      `${clip(reference.text)} waits for a Call that waits for this one. Break the cycle: give one of the values itself, or make one of the Calls in an earlier turn.`,
      { path },
    )
  if (need.failed)
    return callError(
      'reference.failed',
      `${clip(reference.text)} is not there because the Call to ${need.failed.tool} that writes it failed. Repair that Call first.`,
      { path, names: [need.failed.tool] },
    )
  return undefined
}

/** The unresolved reference, with all existing ones. */
const unresolved = (
  self: Writer,
  parameters: JsonObject,
  { invalid: [invalid], missing: [missing], existing }: Unresolved,
): CallError => {
  const exist = existing.length > 0 ? `What exists: ${existing.join(', ')}.` : 'Nothing can be referred to yet.'
  const text = clip(missing?.text ?? 'The reference')
  const isOwn = missing !== undefined && (covers(self, missing) || liesUnder(self, missing))
  const message =
    invalid?.message ??
    (isOwn
      ? `${text} does not exist before this Call itself writes it.`
      : `${text} does not exist and no Call of this turn writes it.`)
  const path =
    invalid?.path ??
    findReferences(parameters).find(
      ({ reference }) => missing && reference.paths.some((one) => one.text === missing.text),
    )?.path
  return callError(invalid ? 'arguments.invalid' : 'reference.missing', `${message} ${exist}`, {
    path,
    names: existing,
  })
}

const covers = (writer: Writer, path: Pick<ReferencePath, 'segments'>): boolean =>
  writer.writes.some((written) => startsWith(path.segments, written.segments))
const liesUnder = (writer: Writer, path: Pick<ReferencePath, 'segments'>): boolean =>
  writer.writes.some((written) => startsWith(written.segments, path.segments))

const startsWith = (path: readonly string[], prefix: readonly string[]): boolean =>
  prefix.length <= path.length && prefix.every((segment, index) => path[index] === segment)

/** A Call sees what its own instance writes, and what belongs to none (docs/contract/protocol.md#instances). */
const sees = (self: Writer, writer: Writer): boolean =>
  writer.instance === undefined || writer.instance === self.instance

const provides = async (writer: Writer, path: ReferencePath): Promise<boolean> => {
  const { written } = await writer.settled()
  let state: JsonObject = {}
  for (const one of written) state = writeInto(state, one.path.segments, one.value)
  return getPath(state, path.segments) !== undefined
}
