import type { History } from './history.ts'

/** What may come of one effect, in the order in which it is looked for. A caller gives those that are its own. */
export interface Ways<Fact, Result> {
  /** The fact in this Run's own record. */
  readonly recorded: () => Fact | undefined
  /** What a fork keeps of its source, or a person wrote in its place. */
  readonly kept?: () => Fact | undefined
  /** Goes on from a fact that is there: copies it where it is kept, passes over it where it is recorded. */
  readonly deliver: (fact: Fact) => Promise<Result>
  /** What takes the effect's place without being the same: a pinned result, an answer that a crash cut. */
  readonly standIn?: () => Promise<Result | undefined> | undefined
  /** The key that a replay misses. Without one the effect is made of others and is entered in a replay, too. */
  readonly missing?: string
  /** Does it, and appends what came of it. */
  readonly live: () => Promise<Result>
}

/**
 * The one question behind live, resume, replay and fork (ARCHITECTURE.md, one mechanism): an effect that is recorded or
 * kept is delivered, else something stands in, else a replay misses it, else it happens.
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
