import { callError } from '../call/call-errors.ts'
import type { CallError } from '../call/call-error.ts'
import type { JsonObject } from '../schema/json.ts'
import type { Reference, ReferencePath, ReferenceView } from '../request/reference.types.ts'
import { findReferences, hasDagger, resolveParameters } from '../request/reference.ts'
import { getPath } from '../request/state.ts'
import { writeInto, type Written } from './writes.ts'

/** A Call of the turn as others wait for it. */
export interface Writer {
  readonly index: number
  readonly tool: string
  readonly instance: string | undefined
  /** Where its result will be written, as far as its output path tells. */
  readonly writes: readonly ReferencePath[]
  settled(): Promise<{ readonly ok: boolean; readonly written: readonly Written[] }>
}

export interface TurnReferences {
  /** Announces a Call that passed its checks, in order of appearance. */
  announce(writer: Writer): void
  /** No more Calls will come: only now can a reference count as missing (PROTOCOL.md §5). */
  complete(): void
  readonly completed: Promise<void>
  /** Waits for the Calls of this turn that write what the parameters refer to, then puts the values in. */
  resolve(self: Writer, parameters: JsonObject, view: ReferenceView): Promise<ResolvedReferences>
}
export type ResolvedReferences =
  { readonly ok: true; readonly resolved: JsonObject } | { readonly ok: false; readonly error: CallError }

interface Deferred {
  readonly promise: Promise<void>
  readonly resolve: () => void
}
const createDeferred = (): Deferred => {
  let resolve = (): void => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

type Need =
  | { readonly ok: true; readonly writers: readonly Writer[] }
  | { readonly ok: false; readonly failed?: Writer }
  | { readonly ok: false; readonly cycle: true }

/** The waiting and unblocking of one turn (PROTOCOL.md §7). What a reader sees depends on the order of Calls alone, never on which one finished first. */
export function createTurnReferences(): TurnReferences {
  const writers: Writer[] = []
  const waits = new Map<Writer, { readonly for: Writer; readonly cycle: () => void }>()
  /** There while somebody waits for a further Call. */
  let more: Deferred | undefined
  const done = createDeferred()
  let isComplete = false

  const covers = (writer: Writer, path: ReferencePath): boolean =>
    writer.writes.some((written) => startsWith(path.segments, written.segments))
  const liesUnder = (writer: Writer, path: ReferencePath): boolean =>
    writer.writes.some((written) => startsWith(written.segments, path.segments))
  const others = (self: Writer, test: (writer: Writer) => boolean): readonly Writer[] =>
    writers.filter((writer) => writer !== self && sees(self, writer) && test(writer))

  /** Waits for one writer, unless the two (or more) wait for each other. */
  const awaitWriter = async (self: Writer, writer: Writer): Promise<'settled' | 'failed' | 'cycle'> => {
    let inCycle = false
    const cycle = createDeferred()
    waits.set(self, {
      for: writer,
      cycle: () => {
        inCycle = true
        cycle.resolve()
      },
    })
    const members = cycleFrom(self)
    for (const member of members) waits.get(member)?.cycle()
    const outcome = await Promise.race([writer.settled(), cycle.promise])
    waits.delete(self)
    if (inCycle || !outcome) return 'cycle'
    return outcome.ok ? 'settled' : 'failed'
  }
  const cycleFrom = (start: Writer): readonly Writer[] => {
    const members = [start]
    for (let next = waits.get(start)?.for; next; next = waits.get(next)?.for) {
      if (next === start) return members
      if (members.includes(next)) return []
      members.push(next)
    }
    return []
  }

  const need = async (self: Writer, path: ReferencePath, view: ReferenceView): Promise<Need> => {
    if (getPath(view[path.root], path.segments) !== undefined) return { ok: true, writers: [] }
    if (path.root !== 'state') return { ok: false }
    const tried = new Set<Writer>()
    let failed: Writer | undefined
    for (;;) {
      const writer = others(self, (one) => covers(one, path)).find((one) => !tried.has(one))
      if (writer) {
        tried.add(writer)
        const end = await awaitWriter(self, writer)
        if (end === 'cycle') return { ok: false, cycle: true }
        if (end === 'failed') failed ??= writer
        else if (await provides(writer, path)) return { ok: true, writers: [writer] }
        continue
      }
      if (!isComplete) {
        await (more ??= createDeferred()).promise
        continue
      }
      const below = others(self, (one) => liesUnder(one, path) && !tried.has(one))
      if (below.length === 0) return { ok: false, failed }
      for (const one of below) {
        tried.add(one)
        const end = await awaitWriter(self, one)
        if (end === 'cycle') return { ok: false, cycle: true }
        if (end === 'failed') failed ??= one
      }
      return failed ? { ok: false, failed } : { ok: true, writers: below }
    }
  }

  const needReference = async (self: Writer, reference: Reference, view: ReferenceView): Promise<Need> => {
    if (reference.operator === 'any') {
      const ready = reference.paths.some((path) => getPath(view[path.root], path.segments) !== undefined)
      if (ready) return { ok: true, writers: [] }
      // Which alternative exists first must not depend on how far the answer has streamed.
      await done.promise
      let last: Need = { ok: false }
      for (const path of reference.paths) {
        last = await need(self, path, view)
        if (last.ok || 'cycle' in last) return last
      }
      return last
    }
    const waited: Writer[] = []
    for (const path of reference.paths) {
      const found = await need(self, path, view)
      if (!found.ok) return found
      waited.push(...found.writers)
    }
    return { ok: true, writers: waited }
  }

  return {
    completed: done.promise,
    announce(writer) {
      writers.push(writer)
      more?.resolve()
      more = undefined
    },
    complete() {
      isComplete = true
      more?.resolve()
      done.resolve()
    },
    async resolve(self, parameters, view) {
      if (!hasDagger(parameters)) return { ok: true, resolved: parameters }
      const waited = new Set<Writer>()
      for (const { path, reference } of findReferences(parameters)) {
        const found = await needReference(self, reference, view)
        if (found.ok) for (const writer of found.writers) waited.add(writer)
        else if ('cycle' in found)
          return {
            ok: false,
            error: callError(
              'reference.cycle',
              `${reference.text} waits for a Call that waits for this one. Break the cycle: write one of the values first.`,
              { path },
            ),
          }
        else if (found.failed)
          return {
            ok: false,
            error: callError(
              'reference.failed',
              `${reference.text} is not there because the Call to ${found.failed.tool} that writes it failed. Repair that Call first.`,
              { path, names: [found.failed.tool] },
            ),
          }
      }
      let seen = view
      for (const writer of [...waited].sort((a, b) => a.index - b.index))
        for (const { path, value } of (await writer.settled()).written)
          seen = { ...seen, state: writeInto(seen.state, path.segments, value) }
      const result = resolveParameters(parameters, seen)
      if (result.ok) return { ok: true, resolved: result.resolved }
      const [invalid] = result.invalid
      const [missing] = result.missing
      const exist =
        result.existing.length > 0 ? `What exists: ${result.existing.join(', ')}.` : 'Nothing can be referred to yet.'
      const message =
        invalid?.message ?? `${missing?.text ?? 'The reference'} does not exist and no Call of this turn writes it.`
      const path =
        invalid?.path ??
        findReferences(parameters).find(
          ({ reference }) => missing && reference.paths.some((one) => one.text === missing.text),
        )?.path
      return {
        ok: false,
        error: callError(invalid ? 'arguments.invalid' : 'reference.missing', `${message} ${exist}`, {
          path,
          names: result.existing,
        }),
      }
    },
  }
}

const startsWith = (path: readonly string[], prefix: readonly string[]): boolean =>
  prefix.length <= path.length && prefix.every((segment, index) => path[index] === segment)

/** A Call sees what its own instance writes, and what belongs to none (PROTOCOL.md §8). */
const sees = (self: Writer, writer: Writer): boolean =>
  writer.instance === undefined || writer.instance === self.instance

const provides = async (writer: Writer, path: ReferencePath): Promise<boolean> => {
  const { written } = await writer.settled()
  let state: JsonObject = {}
  for (const one of written) state = writeInto(state, one.path.segments, one.value)
  return getPath(state, path.segments) !== undefined
}
