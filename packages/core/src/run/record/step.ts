import type { History } from './history.ts'

/** The possible sources of one effect, in order. A caller gives its own. */
export interface Ways<Fact, Result> {
  /** The fact in this Run's own record. */
  readonly recorded: () => Fact | undefined
  /** A fork's kept fact, or a person's replacement. */
  readonly kept?: () => Fact | undefined
  /** Continues from an existing fact: copies a kept one, skips a recorded one. */
  readonly deliver: (fact: Fact) => Promise<Result>
  /** A replacement that isn't the same: a pinned result, an answer that a crash cut. */
  readonly standIn?: () => Promise<Result | undefined> | undefined
  /** The key that a replay misses. Without one the effect is made of others and is entered in a replay, too. */
  readonly missing?: string
  /** Does it, and appends what came of it. */
  readonly live: () => Promise<Result>
}

/**
 * One question behind live, resume, replay and fork: an effect is recorded or kept, replaced, missing in a replay, or
 * live.
 */
export function step<Fact, Result>(history: History, ways: Ways<Fact, Result>): Promise<Result> {
  const fact = ways.recorded() ?? ways.kept?.()
  if (fact !== undefined) return ways.deliver(fact)
  const standing = ways.standIn?.()
  if (standing === undefined) return goOn(history, ways)
  return standing.then((result) => (result === undefined ? goOn(history, ways) : result))
}

const goOn = <Fact, Result>(history: History, { missing, live }: Ways<Fact, Result>): Promise<Result> =>
  missing !== undefined && history.replaying ? history.missing(missing) : live()

/** The same for a decision, which takes no time: what is recorded is not decided again, and a replay decides nothing. */
export const decide = <Fact>(
  history: History,
  recorded: Fact | undefined,
  live: () => Fact | undefined,
): Fact | undefined => recorded ?? (history.decides ? live() : undefined)
