import { bootstrapInterval, type Interval } from './bootstrap.ts'

/** How far two judges agree about the same Runs, each with a yes or a no. */
export interface JudgeAgreement {
  readonly pairs: number
  /** The share of equal verdicts; null without a pair. */
  readonly agreement: number | null
  /** Cohen's kappa: 1 is full agreement, 0 that of chance; null where both always say the same one thing. */
  readonly kappa: number | null
  /** Its 95 % bootstrap interval. */
  readonly interval: Interval | null
}

/** Cohen's kappa (1960) of pairs of verdicts. */
export const kappaOf = (pairs: readonly (readonly [boolean, boolean])[]): JudgeAgreement => {
  const all = Uint32Array.from(pairs.keys())
  const agreed = pairs.filter(([one, other]) => one === other).length
  return {
    pairs: pairs.length,
    agreement: pairs.length === 0 ? null : agreed / pairs.length,
    kappa: kappaAt(pairs, all) ?? null,
    interval: bootstrapInterval(pairs.length, (positions) => kappaAt(pairs, positions)) ?? null,
  }
}

const kappaAt = (pairs: readonly (readonly [boolean, boolean])[], positions: Uint32Array): number | undefined => {
  let [agreed, ones, others] = [0, 0, 0]
  for (const position of positions) {
    const [one, other] = pairs[position] ?? [false, false]
    if (one === other) agreed++
    if (one) ones++
    if (other) others++
  }
  const count = positions.length
  const byChance = (ones * others + (count - ones) * (count - others)) / count ** 2
  return count === 0 || byChance === 1 ? undefined : (agreed / count - byChance) / (1 - byChance)
}
