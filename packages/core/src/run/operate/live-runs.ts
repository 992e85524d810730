import { EnsembleError } from '../../schema/ensemble-error.ts'
import { LateMap } from '../../schema/late-map.ts'
import { advance, createdData, type Advancing } from './advance.ts'
import type { ExecutorDeps } from '../record/executor-deps.ts'
import { reuseOf } from '../record/reuse-of.ts'
import { endOf } from '../record/history.ts'
import { RunStopped } from '../record/run-end.ts'
import type { Endpoints } from '../perform/run-scope.ts'

/** The active Runs of this process. */
export class LiveRuns {
  readonly #deps: ExecutorDeps
  readonly #endpoints: Endpoints
  /** A further Call of one of them waits for a person. */
  readonly #onAsked: () => void
  readonly #live = new LateMap<string, Advancing>()
  readonly #takingUp = new LateMap<string, Promise<Advancing | undefined>>()
  #isDraining = false

  constructor(deps: ExecutorDeps, endpoints: Endpoints, onAsked: () => void) {
    this.#deps = deps
    this.#endpoints = endpoints
    this.#onAsked = onAsked
  }

  get(run: string): Advancing | undefined {
    return this.#live.get(run)
  }

  entries(): readonly (readonly [string, Advancing])[] {
    return this.#live.entries()
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
    const running = this.#live.get(run)
    if (running) return running
    const known = this.#takingUp.get(run)
    if (known) return await known
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
    const running = this.#live.get(run) ?? (await this.#takingUp.get(run))
    running?.stop(reason)
    await running?.ended
  }

  /** Resumes no more; active ones stop, for a later resume. */
  async drain(): Promise<void> {
    this.#isDraining = true
    await Promise.allSettled(this.#takingUp.values())
    const all = this.#live.values()
    for (const running of all) running.stop(new RunStopped('drained', 'the server'))
    await Promise.all(all.map((running) => running.ended))
  }

  async #takeUp(run: string): Promise<Advancing | undefined> {
    const { journal, onBroken } = this.#deps
    // The lease first: then no other process writes, and the events are complete.
    const lease = await journal.lease(run)
    const recorded = await journal.read(run, { hydrate: true })
    if (endOf(recorded)) return undefined
    const early = new Map((await journal.inbox(run)).map((signal) => [signal.key, signal.body]))
    const reuse = await reuseOf(this.#deps, createdData(recorded))
    this.refuseWhileDraining()
    const advancing = advance({
      deps: this.#deps,
      run,
      recorded,
      lease,
      early,
      reuse,
      onAsked: this.#onAsked,
      endpoints: this.#endpoints,
    })
    this.#live.set(run, advancing)
    void advancing.ended.then(() => {
      this.#live.delete(run)
      const broken = advancing.broken()
      if (broken !== undefined) onBroken?.(run, broken.error)
    })
    return advancing
  }
}
