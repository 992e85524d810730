// The parts that apps/server/bench/engine.mjs measures, in one bundle.
export { openDatabase } from '../src/engine/database.ts'
export { openOrSalvage } from '../src/engine/salvage.ts'
export { createSqliteJournal } from '../src/engine/sqlite-journal.ts'
export { appendEvent, createTraceLog, cursorAt } from '@ensemble/core/trace'
