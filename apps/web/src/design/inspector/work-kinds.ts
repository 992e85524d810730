import type { Work } from '../../document/edits/worker.ts'

/** The kinds of work that a person chooses among; code, requests and MCP Tools are Activities. */
export const WORK_KINDS = ['model', 'code', 'http', 'mcp', 'idea'] as const
export type WorkKind = (typeof WORK_KINDS)[number]
export type ActivityKind = Exclude<WorkKind, 'model' | 'idea'>

/** Everything that can do the work besides the model, by kind. */
export interface Workers {
  readonly activities: readonly string[]
  readonly mcpServers: readonly string[]
  /** The names of the HTTP requests in ensemble.json. */
  readonly requests: readonly string[]
}

export const serverOf = (activity: string, { mcpServers }: Workers): string | undefined =>
  mcpServers.find((server) => activity.startsWith(`${server}__`))

export function kindOfActivity(activity: string, workers: Workers): ActivityKind {
  if (workers.requests.includes(activity)) return 'http'
  return serverOf(activity, workers) === undefined ? 'code' : 'mcp'
}

export const kindOfWork = ({ worker }: Pick<Work, 'worker'>, workers: Workers): WorkKind =>
  worker.type === 'activity' ? kindOfActivity(worker.name, workers) : worker.type

/** The Activities of one kind, and the chosen one even if it is not registered. */
export function activitiesOfKind(kind: ActivityKind, workers: Workers, chosen?: string): readonly string[] {
  const all = new Set([...workers.activities, ...workers.requests, ...(chosen === undefined ? [] : [chosen])])
  return [...all].filter((name) => kindOfActivity(name, workers) === kind)
}

/** The Activity to take at once: the Tool's namesake. Others are chosen by hand. */
export const namesake = (tool: string, kind: ActivityKind, workers: Workers): string | undefined =>
  activitiesOfKind(kind, workers).find((name) => name === tool)
