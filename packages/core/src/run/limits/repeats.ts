import type { ProposedCall } from '../../call/judged-call.ts'
import type { Json } from '../../schema/json.ts'
import { isSameJson } from '../../schema/same-json.ts'

interface Made {
  readonly call: ProposedCall
  readonly streak: number
  /** The result or error of the same Call in the turn before. */
  readonly endBefore: Json | undefined
  /** Its own; undefined until it has ended. */
  end: Json | undefined
}

/**
 * How many turns in a row each Call was made to no avail: the same Tool and instance with the same arguments. A Call
 * that polls starts again after each result that differs from the one before.
 */
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
    const before = this.#before.find((made) => isSameCall(made.call, call))
    const streak = before === undefined ? 1 : hasChanged(before) ? 2 : before.streak + 1
    this.#now.push({ call, streak, endBefore: before?.end, end: undefined })
    return streak
  }

  /** Notes the result or error of a Call of this turn. */
  ended(call: ProposedCall, end: Json): void {
    const made = this.#now.find((one) => one.call === call)
    if (made !== undefined) made.end = end
  }
}

/** Whether the result of a Call is another than that of the turn before. */
const hasChanged = ({ endBefore, end }: Made): boolean =>
  endBefore !== undefined && end !== undefined && !isSameJson(endBefore, end)

const isSameCall = (one: ProposedCall, other: ProposedCall): boolean =>
  one.tool.name === other.tool.name &&
  (one.meta._instance ?? '') === (other.meta._instance ?? '') &&
  isSameJson(one.parameters, other.parameters)
