import { createMemoryJournal } from '@ensemble/core'
import { createWithJournal } from './with-journal.ts'

export const create = (baseUrl: string) => createWithJournal(baseUrl, () => createMemoryJournal())
