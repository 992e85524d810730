import { rest } from '../rest.ts'
import type { FreshHashes } from './fresh-hashes.ts'
import type { Commit } from './group-commit.ts'
import type { Statements } from './statements.ts'
import type { SizedValue, SpaceOfRuns } from './workspace-journal.ts'

interface SpaceParts {
  readonly commit: Commit
  readonly fresh: FreshHashes
  readonly giveSpaceBack: () => Promise<void>
}

/** Values that are found or deleted at a time: some milliseconds. */
const AT_ONCE = 1000

/** The disk space of Runs, and deleting values that no Run uses. Each statement is refused once the database is closed. */
export const createSpaceOf = (statements: Statements, { commit, fresh, giveSpaceBack }: SpaceParts): SpaceOfRuns => {
  const collect = async (each: (found: readonly SizedValue[]) => Promise<void>): Promise<void> => {
    for (let after = ''; ;) {
      const page = statements.unusedValues(after, AT_ONCE)
      await each(page.filter(({ hash }) => !fresh.has(hash)))
      if (page.length < AT_ONCE) return
      after = page.at(-1)?.hash ?? ''
      await rest()
    }
  }
  return {
    size: async () => statements.size(),
    outlived: async (before, most, limit) => statements.outlived(before, most, limit),
    oldest: async (after, limit) => statements.oldest(after, limit),
    ownContent: async (run) => statements.ownContent(run),
    isUsed: async (hash) => statements.isUsed(hash),
    runIds: async (skipped, limit) => statements.runIds(skipped, limit),
    usedBytes: async () => statements.usedBytes(),
    unusedValues: async () => {
      const all: SizedValue[] = []
      await collect(async (found) => void all.push(...found))
      return all
    },
    removeUnused: async () => {
      const gone: SizedValue[] = []
      await collect(async (found) => {
        const deleted = await commit(() => {
          // A run may have come to use one meanwhile.
          const still = found.filter(({ hash }) => !statements.isUsed(hash) && !fresh.has(hash))
          for (const { hash } of still) statements.bodies.remove(hash)
          return still
        })
        gone.push(...deleted)
      })
      if (gone.length > 0) void giveSpaceBack()
      return gone
    },
  }
}
