// The parts that apps/server/bench/start.mjs records with, in one bundle.
export { openDatabase } from '../src/engine/database.ts'
export { noteLastCommit } from '../src/engine/damage/last-commit.ts'
export { createSqliteJournal } from '../src/engine/sqlite-journal.ts'
export { prepareStatements } from '../src/engine/statements.ts'
export { NO_USAGE } from '@ensemble/core/journal'
