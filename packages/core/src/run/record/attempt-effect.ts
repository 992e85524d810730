import type { RegisteredActivity } from '../../activity/activity.ts'
import type { CallError } from '../../call/call-error.ts'
import type { EventData } from '../../journal/events.ts'
import type { History } from './history.ts'
import { keptOf } from './kept-call.ts'
import type { ReadyCall } from './ready-call.ts'
import type { Recording } from './recording.ts'
import type { KeptCall } from './reuse.ts'
import type { Effect } from './step.ts'

/** The record of one attempt of an Activity. */
export interface PastAttempt {
  readonly started: boolean
  readonly failed: EventData['call.failed'] | undefined
  /** Another attempt was started after it. */
  readonly goesOn: boolean
  /** The Call's end, where this attempt is the last. */
  readonly completed: EventData['call.completed'] | undefined
  /** A question to a person that belongs to it: its Activity asked, or the process ended in the middle of it. */
  readonly asked: EventData['approval.requested'] | undefined
}

const OF_ATTEMPTS: ReadonlySet<string> = new Set(['activity', 'decision'])

const NEW: PastAttempt = { started: false, failed: undefined, goesOn: false, completed: undefined, asked: undefined }

/** One attempt of a Call's Activity. */
export class AttemptEffect implements Effect<PastAttempt | KeptCall, never> {
  readonly #run: Recording
  readonly #call: ReadyCall
  readonly #past: PastAttempt

  /** `n` from 1; `question`: the number of the one that may have been asked in it. */
  constructor(
    run: Recording,
    call: ReadyCall,
    readonly n: number,
    question: number,
  ) {
    this.#run = run
    this.#call = call
    this.#past = run.history.isNew ? NEW : pastAttempt(run, call.place.span, n, question)
  }

  get history(): History {
    return this.#run.history
  }

  get missing(): string {
    return `${this.#call.place.span}#call.completed`
  }

  /** The process ended in the middle of it, where nothing came of it. */
  get started(): boolean {
    return this.#past.started
  }

  /** Another one was started after it. */
  get goesOn(): boolean {
    return this.#past.goesOn
  }

  /** A fork keeps its source's last attempt. */
  get isKept(): boolean {
    return this.#past.failed?.source !== undefined
  }

  /** Timeouts belong to this Run, not to a fork's source. */
  get isTimed(): boolean {
    return this.#run.history.replaying || !this.isKept
  }

  known(): PastAttempt | KeptCall | undefined {
    const { asked, completed, failed, goesOn } = this.#past
    // An effect about to be kept when the process ended did not run.
    return asked || completed || failed || goesOn ? this.#past : keptOf(this.#run, this.#call)
  }

  /** How it ends before it begins: `gone` where no code is there for it. */
  endsBefore(gone: CallError | undefined): Pick<EventData['call.failed'], 'error' | 'ms'> | undefined {
    const { started, failed } = this.#past
    if (started) return undefined
    return failed ?? (gone && this.#run.history.decides ? { error: gone, ms: 0 } : undefined)
  }

  /** Code cannot be pinned: a resume with another continues, and says so (docs/contract/protocol.md#activities). */
  async noteOtherCode({ name, hash }: RegisteredActivity): Promise<void> {
    const { history } = this.#run
    const { id, span } = this.#call.place
    const before = history.recorded('call.started', span, this.n - 1)?.data.activityHash
    if (history.replaying || this.#past.started || before === undefined || before === hash) return
    const text = `The code of the Activity "${name}" is another one than in attempt ${this.n - 1}.`
    await history.emit('call.logged', span, { call: id, level: 'warn', text })
  }
}

function pastAttempt({ history }: Recording, span: string, n: number, question: number): PastAttempt {
  const failed = history.recorded('call.failed', span, n)
  const next = history.recorded('call.started', span, n + 1)
  const end = failed ?? next
  const asked = history.recorded('approval.requested', span, question)
  return {
    started: history.recorded('call.started', span, n) !== undefined,
    failed: failed?.data,
    goesOn: next !== undefined,
    completed: end ? undefined : history.recorded('call.completed', span)?.data,
    // One that came after the attempt's end belongs to a later attempt.
    asked: asked && OF_ATTEMPTS.has(asked.data.why) && !(end && end.seq < asked.seq) ? asked.data : undefined,
  }
}
