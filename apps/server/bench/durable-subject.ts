// The parts that apps/server/bench/durable.mjs measures, in one bundle.
export { openDatabase } from '../src/engine/database.ts'
export { createSqliteJournal } from '../src/engine/sqlite-journal.ts'
export { createExecutor, systemClock } from '@ensemble/core'
export { createValidator } from '@ensemble/core/validate'
