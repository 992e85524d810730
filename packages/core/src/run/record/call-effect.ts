import type { History } from './history.ts'
import { started } from './call-events.ts'
import { editedEnd, keep, keptEdit } from './kept-call.ts'
import { performPinned } from './pinned.ts'
import type { Performed, ReadyCall } from './ready-call.ts'
import type { Recording } from './recording.ts'
import type { KeptCall } from './reuse.ts'
import type { Effect, Ways } from './step.ts'

/** A whole Call, where a person's words or a pin are in its place: `live` executes it in its mode. */
export class CallEffect implements Effect<KeptCall, Performed>, Ways<KeptCall, Performed> {
  readonly #run: Recording
  readonly #call: ReadyCall
  readonly #caller: string

  /** `caller`: the address of the Idea that calls. */
  constructor(
    run: Recording,
    call: ReadyCall,
    caller: string,
    readonly live: () => Promise<Performed>,
  ) {
    this.#run = run
    this.#call = call
    this.#caller = caller
  }

  get history(): History {
    return this.#run.history
  }

  known(): KeptCall | undefined {
    return editedEnd(this.#run, this.#call) ?? keptEdit(this.#run, this.#call)
  }

  standIn(): Promise<Performed | undefined> | undefined {
    return performPinned(this.#run, this.#call, this.#caller)
  }

  /** Nothing runs. */
  async deliver(edited: KeptCall): Promise<Performed> {
    await started(this.#run, this.#call, 1)
    return await keep(this.#run, this.#call, 1, edited)
  }
}
