import type { History } from './history.ts'

/** One effect as its record has it. Only this room makes them: it alone knows of replays, forks, edits and pins. */
export interface Effect<Fact, Result> {
  readonly history: History
  /** The fact in this Run's own record; else what a fork keeps of its source, or a person wrote in its place. */
  known(): Fact | undefined
  /** A replacement that isn't the same: a pinned result. */
  standIn?(): Promise<Result | undefined> | undefined
  /** The key that a replay misses. Without one the effect is made of others and is entered in a replay, too. */
  readonly missing?: string
}

/** A caller's part: continuing from an existing fact, and acting without one. */
export interface Ways<Fact, Result> {
  /** Copies the fact where it is kept, passes over it where it is recorded. */
  deliver(fact: Fact): Promise<Result>
  /** Does it, and appends what came of it. */
  live(): Promise<Result>
}

/**
 * One question behind live, resume, replay and fork: an effect is recorded or kept, replaced, missing in a replay, or
 * live.
 */
export function step<Fact, Result>(effect: Effect<Fact, Result>, ways: Ways<Fact, Result>): Promise<Result> {
  const fact = effect.known()
  if (fact !== undefined) return ways.deliver(fact)
  const standing = effect.standIn?.()
  if (standing === undefined) return goOn(effect, ways)
  return standing.then((result) => (result === undefined ? goOn(effect, ways) : result))
}

function goOn<Fact, Result>(effect: Effect<Fact, Result>, ways: Ways<Fact, Result>): Promise<Result> {
  const missing = effect.history.replaying ? effect.missing : undefined
  return missing === undefined ? ways.live() : effect.history.missing(missing)
}

/** The same for a decision, which takes no time: what is recorded is not decided again, and a replay decides nothing. */
export const decide = <Fact>(
  history: History,
  recorded: Fact | undefined,
  live: () => Fact | undefined,
): Fact | undefined => recorded ?? (history.decides ? live() : undefined)
