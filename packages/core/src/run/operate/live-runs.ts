import { EnsembleError } from '../../schema/ensemble-error.ts'
import { LateMap } from '../../schema/late-map.ts'
import { advance, createdData, type Advancing } from './advance.ts'
import type { Breakpoints } from '../approval/breakpoints.ts'
import type { PendingApproval, ShownApproval } from '../approval/open-approvals.ts'
import type { ExecutorDeps } from '../record/executor-deps.ts'
import { reuseOf } from '../record/reuse-of.ts'
import { endOf } from '../record/history.ts'
import { RunStopped } from '../record/run-end.ts'
import type { Endpoints } from '../perform/run-scope.ts'

/** The rest of a Run that waits outside memory: its questions to a person, and where they want it to stop. */
interface Parked {
  readonly questions: readonly ShownApproval[]
  readonly breakpoints: Breakpoints
}

/** The active Runs of this process. One that waits for a person leaves memory, and comes back as after a restart. */
export class LiveRuns {
  readonly #deps: ExecutorDeps
  readonly #endpoints: Endpoints
  /** A further Call of one of them waits for a person. */
  readonly #onAsked: (asked: PendingApproval) => void
  readonly #live = new LateMap<string, Advancing>()
  readonly #parked = new LateMap<string, Parked>()
  readonly #takingUp = new LateMap<string, Promise<Advancing | undefined>>()
  #isDraining = false

  constructor(deps: ExecutorDeps, endpoints: Endpoints, onAsked: (asked: PendingApproval) => void) {
    this.#deps = deps
    this.#endpoints = endpoints
    this.#onAsked = onAsked
  }

  get(run: string): Advancing | undefined {
    return this.#live.get(run)
  }

  /** The questions that wait for a person, those of Runs outside memory included. */
  open(): readonly ShownApproval[] {
    const live = this.#live
      .entries()
      .flatMap(([run, { approvals }]) => (this.#parked.has(run) ? [] : approvals.values()))
    return [...this.#parked.values().flatMap(({ questions }) => questions), ...live]
  }

  /** The active Run; one that left memory comes back to where it waited. */
  async back(run: string): Promise<Advancing | undefined> {
    const isOnItsWay = this.#parked.has(run) || this.#takingUp.has(run)
    return isOnItsWay ? await this.go(run) : this.#live.get(run)
  }

  /** A Run that could not be stopped any more must not begin. Throws EnsembleError `engine.draining`. */
  refuseWhileDraining(): void {
    if (this.#isDraining)
      throw new EnsembleError('engine.draining', 'The server is shutting down and takes no new runs.', {
        retryable: true,
      })
  }

  /** The active Run; undefined if it has ended. Never resumes twice: two would write in parallel. */
  async go(run: string): Promise<Advancing | undefined> {
    const known = this.#takingUp.get(run)
    if (known) return await known
    const running = this.#live.get(run)
    if (running) return running
    const taking = this.#takeUp(run)
    this.#takingUp.set(run, taking)
    try {
      return await taking
    } finally {
      this.#takingUp.delete(run)
    }
  }

  /** A Run that is in the Journal was started, also where the Journal refuses what comes next. */
  async begin(run: string): Promise<void> {
    try {
      await this.go(run)
    } catch (error) {
      if (this.#deps.onBroken === undefined) throw error
      this.#deps.onBroken(run, error)
    }
  }

  /** Resolves once the Run has ended in this process, or waits for a person. */
  stands(run: string): Promise<void> {
    const running = this.#live.get(run)
    return running ? Promise.race([running.ended, running.parked()]) : Promise.resolve()
  }

  /** Resolves once the Run, if it is active or about to be, has stopped. */
  async stop(run: string, reason: RunStopped): Promise<void> {
    const running = (await this.#takingUp.get(run)) ?? this.#live.get(run)
    running?.stop(reason)
    await running?.ended
    this.#parked.delete(run)
  }

  /** Resumes no more; active ones stop, for a later resume. */
  async drain(): Promise<void> {
    this.#isDraining = true
    const stopAll = (): readonly Promise<void>[] =>
      this.#live.values().map((running) => {
        running.stop(new RunStopped('drained', 'the server'))
        return running.ended
      })
    // Also one that is on its way back to its wait; others that resume now begin nothing.
    const stopped = stopAll()
    await Promise.allSettled(this.#takingUp.values())
    await Promise.all([...stopped, ...stopAll()])
  }

  async #takeUp(run: string): Promise<Advancing | undefined> {
    const { journal, onBroken } = this.#deps
    // The lease first: then no other process writes, and the events are complete.
    const lease = await journal.lease(run)
    const recorded = await journal.read(run, { hydrate: true })
    if (endOf(recorded)) {
      this.#parked.delete(run)
      return undefined
    }
    const early = new Map((await journal.inbox(run)).map((signal) => [signal.key, signal.body]))
    const reuse = await reuseOf(this.#deps, createdData(recorded))
    this.refuseWhileDraining()
    const parked = this.#parked.get(run)
    const advancing: Advancing = advance({
      deps: this.#deps,
      run,
      recorded,
      lease,
      early,
      reuse,
      onAsked: this.#onAsked,
      endpoints: this.#endpoints,
      breakpoints: parked?.breakpoints,
      onParked: () => leaving.soon(),
    })
    const leaving = this.#leaving(run, advancing)
    this.#live.set(run, advancing)
    void advancing.ended.then(() => {
      leaving.stop()
      if (this.#live.get(run) === advancing) this.#live.delete(run)
      const broken = advancing.broken()
      if (broken !== undefined) onBroken?.(run, broken.error)
    })
    // Until its questions are asked again, lists have those it left behind.
    if (parked) await Promise.race([advancing.back(), advancing.ended])
    this.#parked.delete(run)
    return advancing
  }

  /** Takes a Run out of memory that has waited for a while. Not one whose record lacks a secret: it could not come back the same. */
  #leaving(run: string, advancing: Advancing): { soon(): void; stop(): void } {
    const { leavesAfterMs, clock, journal } = this.#deps
    let cancel: (() => void) | undefined
    const leave = (): void => {
      cancel = undefined
      if (!advancing.isParked() || this.#live.get(run) !== advancing || this.#takingUp.has(run)) return
      if (journal.readsBack?.(run) === false) return
      const { approvals, breakpoints } = advancing
      this.#parked.set(run, { questions: approvals.values().map(({ key, shown }) => ({ key, shown })), breakpoints })
      this.#live.delete(run)
      advancing.stop(new RunStopped('parked', 'its wait'))
    }
    return {
      soon() {
        if (leavesAfterMs !== undefined) cancel ??= clock.after(leavesAfterMs, leave)
      },
      stop: () => cancel?.(),
    }
  }
}
