/** Files that are read at a time: each is open meanwhile, and a process may have few open. */
const MOST_AT_ONCE = 64

/** As `Promise.all` over what `work` makes of each, in their order; only so many are under way at a time. */
export const fewAtOnce = async <T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> => {
  const results: R[] = []
  const left = items.entries()
  const takeNext = async (): Promise<void> => {
    for (const [index, item] of left) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: MOST_AT_ONCE }, takeNext))
  return results
}
