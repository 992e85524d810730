import type { FileDiff } from './file-diff.ts'

/** Two changes to the same place of a file: a person chooses one. */
export interface Clash {
  readonly file: string
}
export const isClash = (value: object): value is Clash => !Array.isArray(value) && 'file' in value && !('type' in value)

const lengthAfter = (diff: FileDiff & { readonly type: 'splice' }): number => diff.inserted.length - diff.removed.length

/** `diff` as it applies after `over`, where both were made for one text; a clash where they touch. */
export function rebaseDiff(diff: FileDiff, over: FileDiff): FileDiff | Clash {
  if (diff.file !== over.file) return diff
  if (diff.type !== 'splice' || over.type !== 'splice') return { file: diff.file }
  if (diff.offset + diff.removed.length < over.offset) return diff
  if (over.offset + over.removed.length < diff.offset) return { ...diff, offset: diff.offset + lengthAfter(over) }
  return { file: diff.file }
}

export interface Rebased {
  /** `diffs` as they apply after `over`. */
  readonly diffs: readonly FileDiff[]
  /** `over` as they apply after `diffs`. */
  readonly over: readonly FileDiff[]
}

/** Two sequences that begin at one text, each as it applies after the other one. */
export function rebase(diffs: readonly FileDiff[], over: readonly FileDiff[]): Rebased | Clash {
  const moved: FileDiff[] = []
  let left = over
  for (const diff of diffs) {
    let current = diff
    const next: FileDiff[] = []
    for (const other of left) {
      const ahead = rebaseDiff(current, other)
      const behind = rebaseDiff(other, current)
      if (isClash(ahead)) return ahead
      if (isClash(behind)) return behind
      current = ahead
      next.push(behind)
    }
    moved.push(current)
    left = next
  }
  return { diffs: moved, over: left }
}
