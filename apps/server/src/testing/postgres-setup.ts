import type { TestProject } from 'vitest/node'
import { startPostgres } from './throwaway-postgres.ts'

/** Gives the tests of a project a Postgres; each workspace has its own schema. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const postgres = await startPostgres()
  project.provide('postgres', postgres.address)
  return postgres.close
}
