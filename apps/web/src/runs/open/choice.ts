/** Which Runs of a list are chosen, and the range that Shift makes longer or shorter. */
export interface Choice {
  readonly chosen: readonly string[]
  /** Where a range begins, and how far it reaches so far. */
  readonly anchor?: string
  readonly reach?: string
}

export const NOTHING: Choice = { chosen: [] }

export const toggleRun = ({ chosen }: Choice, id: string): Choice => ({
  chosen: chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id],
  anchor: id,
  reach: id,
})

/** The Runs of a list from one to another, both included; none where one of them is not listed. */
function between(listed: readonly string[], one: string, other: string): readonly string[] {
  const [first, last] = [listed.indexOf(one), listed.indexOf(other)].sort((a, b) => a - b)
  return first === undefined || last === undefined || first < 0 ? [] : listed.slice(first, last + 1)
}

/**
 * Everything from the range's start to `to`, replacing its old content. It starts at `from` if it ended elsewhere or is
 * new.
 */
export function extendChoice(choice: Choice, listed: readonly string[], to: string, from?: string): Choice {
  const continues =
    choice.anchor !== undefined && listed.includes(choice.anchor) && (from ?? choice.reach) === choice.reach
  const anchor = continues ? (choice.anchor ?? to) : (from ?? to)
  const left = new Set(continues ? between(listed, anchor, choice.reach ?? anchor) : [])
  const range = between(listed, anchor, to)
  const kept = choice.chosen.filter((id) => !left.has(id) && !range.includes(id))
  return { chosen: [...kept, ...range], anchor, reach: to }
}

/** Without a Run that is gone. */
export const withoutRun = (choice: Choice, id: string): Choice => ({
  ...choice,
  chosen: choice.chosen.filter((each) => each !== id),
})
