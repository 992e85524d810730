import { journalContract } from './journal-contract.ts'
import { createMemoryJournal } from './memory-journal.ts'

journalContract('The Journal in memory', async () => ({ journal: createMemoryJournal(), close: async () => {} }))
