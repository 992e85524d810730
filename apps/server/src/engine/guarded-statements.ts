import { isDatabaseDamage } from '../workspace/storage-trouble.ts'
import { closedJournal } from './journal-errors.ts'

export interface StatementGuard {
  readonly isOpen: () => boolean
  /** SQLite met damage; its words. */
  readonly onDamage: (complaint: string) => void
}

/** Runs a piece of work with the database, and reports damage that it meets. */
export const reportingDamage = <T>(work: () => T, onDamage: (complaint: string) => void): T => {
  try {
    return work()
  } catch (error) {
    if (error instanceof Error && isDatabaseDamage(error)) onDamage(error.message)
    throw error
  }
}

/** A statement of a closed database ends the whole process: it is refused here instead. Damage that one meets is reported. */
export const guardStatements = <T extends object>(statements: T, guard: StatementGuard): T => {
  const guarded = (part: unknown): unknown => {
    if (typeof part === 'object' && part !== null) return guardStatements(part, guard)
    if (typeof part !== 'function') return part
    return (...args: readonly unknown[]) => {
      if (!guard.isOpen()) throw closedJournal()
      return reportingDamage(() => part(...args) as unknown, guard.onDamage)
    }
  }
  // The same names, each with a function of the same shape.
  return Object.fromEntries(Object.entries(statements).map(([name, part]) => [name, guarded(part)])) as T
}
