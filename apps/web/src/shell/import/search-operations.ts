import type { OperationChoice } from '@ensemble/core/import'

/** Operations with this tag (`''`: any) whose method, path, name, tags or summary hold every word; a text with `/` first is the start of a path. */
export const searchOperations = (
  operations: readonly OperationChoice[],
  words: string,
  tag: string,
): readonly OperationChoice[] => {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return operations.filter(({ key, name, summary, tags }) => {
    if (tag !== '' && !tags.includes(tag)) return false
    const text = `${key} ${name} ${tags.join(' ')} ${summary}`.toLowerCase()
    return wanted.every((word) => (word.startsWith('/') ? text.includes(` ${word}`) : text.includes(word)))
  })
}

/** The tags in order of name, with how many operations have each. */
export const tagsOf = (
  operations: readonly OperationChoice[],
): readonly { readonly name: string; readonly count: number }[] => {
  const counts = new Map<string, number>()
  for (const tag of operations.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts].map(([name, count]) => ({ name, count })).toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
