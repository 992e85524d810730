import type { ProposedCall } from '../../call/judged-call.ts'
import { isSameJson } from '../../schema/same-json.ts'

interface Made {
  readonly call: ProposedCall
  readonly streak: number
}

/** How many turns in a row each Call was made: the same Tool and instance with the same arguments. */
export class Repeats {
  #turn = 0
  #before: readonly Made[] = []
  #now: Made[] = []

  /** The Calls of `turn`, this turn included. Ask about turns in order. */
  streakOf(turn: number, call: ProposedCall): number {
    if (turn !== this.#turn) {
      this.#before = turn === this.#turn + 1 ? this.#now : []
      this.#now = []
      this.#turn = turn
    }
    const streak = this.#streakBefore(call) + 1
    this.#now.push({ call, streak })
    return streak
  }

  #streakBefore(call: ProposedCall): number {
    for (const made of this.#before) if (isSameCall(made.call, call)) return made.streak
    return 0
  }
}

const isSameCall = (one: ProposedCall, other: ProposedCall): boolean =>
  one.tool.name === other.tool.name &&
  (one.meta._instance ?? '') === (other.meta._instance ?? '') &&
  isSameJson(one.parameters, other.parameters)
