import { EnsembleError, type Json } from '@ensemble/core'
import { checkRunnable } from '../routes/run-routes.ts'
import type { Services } from '../services.ts'
import type { CallerLimits, Use } from './use-settings.ts'

/** The way in which an Idea is used. */
export type Door = 'endpoint' | 'page' | 'webhook' | 'schedule'

/** Unless `use.NAME.limits` says otherwise. */
const LIMITS: Readonly<Record<Door, CallerLimits>> = {
  page: { perMinute: 6, atOnce: 2, perDay: 500 },
  webhook: { perMinute: 60, atOnce: 10, perDay: 10_000 },
  endpoint: { perMinute: 600, atOnce: 50, perDay: 1_000_000 },
  schedule: { perMinute: 10, atOnce: 10, perDay: 1440 },
}

/** The services that a start needs. */
export type Starting = Pick<Services, 'workspace' | 'journal' | 'callers' | 'executor'>

export interface UseRequest {
  /** An Idea's name. */
  readonly idea: string
  readonly input: Json | undefined
  readonly door: Door
  readonly caller: string
  /** The same key gives the same Run. */
  readonly key?: string | undefined
  readonly traceparent?: string | undefined
}

const NOTHING: Use = { page: false, embedIn: [], limits: {} }

/** How an Idea may be used. */
export const shareOf = ({ workspace }: Pick<Services, 'workspace'>, idea: string): Use =>
  workspace.manifest().uses.get(idea) ?? NOTHING

/**
 * Starts a Run within the limits of its caller and labels it with the way it came; what is refused does not count. Throws
 * HttpProblem 429 `use.limit`, EnsembleError `idea.missing`, `input.invalid`, `run.conflict`.
 */
export const startIdea = async (services: Starting, request: UseRequest): Promise<string> => {
  const { idea, input, door, caller, key, traceparent } = request
  const { workspace, journal, callers } = services
  const address = `idea://${idea}`
  await checkRunnable(workspace, address)
  const start = callers.enter(`${door} ${idea}`, caller, { ...LIMITS[door], ...shareOf(services, idea).limits })
  const begin = async () => {
    const executor = await services.executor()
    const begun = await executor.start({
      idea: address,
      ...(input !== undefined && { input }),
      ...(key !== undefined && { idempotencyKey: `${door} ${idea} ${key}` }),
      ...(traceparent !== undefined && { traceparent }),
    })
    void executor.stands(begun.id).then(start.leave, start.leave)
    return begun
  }
  const { id, created } = await begin().catch((error: unknown) => {
    start.takeBack()
    throw error
  })
  if (created) await journal.annotate(id, { star: false, labels: [door], note: '' })
  return id
}

/** Throws EnsembleError `idea.missing` for a name that no file has. */
export const checkNamed = async ({ workspace }: Services, idea: string): Promise<void> => {
  const { nodes } = await workspace.graph()
  if (nodes.some(({ kind, name }) => kind === 'idea' && name === idea)) return
  throw new EnsembleError('idea.missing', `There is no Idea "${idea}" in this workspace.`)
}
