import type { Json } from '../../../schema/json.ts'
import type { Endpoints } from '../../perform/run-scope.ts'
import type { ExecutorDeps } from '../../record/executor-deps.ts'
import type { Executor } from '../executor-types.ts'
import type { LiveRuns } from '../live-runs.ts'
import { blastRadius } from './blast-radius.ts'
import { extractedEvent } from './extract.ts'
import { forkedEvent } from './fork.ts'
import { liftCalls } from './lift.ts'

/** New Runs from what another recorded, and what such a Run would do. */
export function createForks(
  deps: ExecutorDeps,
  live: LiveRuns,
  endpoints: Endpoints,
): Pick<Executor, 'fork' | 'extract' | 'blastRadius' | 'liftCalls'> {
  const { journal } = deps
  const hydrated = (run: string) => journal.read(run, { hydrate: true })

  const start = async (created: Awaited<ReturnType<typeof forkedEvent>>): Promise<{ readonly id: string }> => {
    const id = deps.newId()
    const { idea, fork } = created.data
    await journal.create({ id, idea, request: JSON.parse(JSON.stringify({ fork })) as Json, created })
    await live.begin(id)
    return { id }
  }

  return {
    async fork(source, options) {
      return await start(await forkedEvent(deps, await hydrated(source), options))
    },
    async extract(source, options) {
      return await start(await extractedEvent(deps, await hydrated(source), options))
    },
    async blastRadius(source, options) {
      const events = await hydrated(source)
      return await blastRadius(deps, endpoints, events, await forkedEvent(deps, events, options))
    },
    liftCalls: async (id, options) => await liftCalls(deps, endpoints, await hydrated(id), options),
  }
}
