// The parts that apps/server/bench/lists.mjs measures, in one bundle.
export { openDatabase } from '../src/engine/database.ts'
export { prepareStatements } from '../src/engine/statements.ts'
export { NO_USAGE } from '@ensemble/core/journal'
