import { journalContract } from '@ensemble/core/testing'
import { afterAll, beforeAll } from 'vitest'
import { type ThrowawayPostgres, startPostgres } from '../../testing/throwaway-postgres.ts'
import { openPostgres } from './open-postgres.ts'

let postgres: ThrowawayPostgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.close())

journalContract('Postgres', async () => {
  const journal = await openPostgres(await postgres.url())
  return { journal, close: journal.close }
})
