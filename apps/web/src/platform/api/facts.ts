import type { Problem, Profile } from '@ensemble/core'
import type { LintSeverities } from '@ensemble/core/tool'
import { type Answer, api } from './api.ts'
import { setGuard } from './client.ts'

/** The server's facts about itself and its workspace. */
export interface WorkspaceFacts {
  readonly name: string
  readonly root: string
  readonly version: string
  /** The server's page version; another one than this page's means that this page is old. */
  readonly build: string
  readonly model: string
  readonly profile: string
  /** The folder cannot be written. */
  readonly readOnly?: boolean
}

/** The graph's sources besides Ideas and Tools: code and servers, and ensemble.json. */
export interface Surroundings {
  readonly activities: readonly string[]
  /** Problems of files in `activities/`, such as a syntax error. */
  readonly activityProblems: readonly Problem[]
  readonly mcpServers: readonly string[]
  /** The one chosen in the window, else the workspace's own. */
  readonly profile: Profile
  /** Severities of lint rules that the workspace changed, by code. */
  readonly lint: LintSeverities
}

/** Why the server could not open the workspace of this address. */
export type Refused = NonNullable<Answer<'GET', '/api/session'>['refused']>

/** Reads the facts; the answer sets the page's cookie. Throws Refused where the server does not open the workspace. */
export async function readFacts(): Promise<WorkspaceFacts> {
  const session = await api('GET', '/api/session')
  if (session.refused !== undefined) throw session.refused
  const health = await api('GET', '/api/health')
  const root = health.workspace ?? ''
  setGuard(health.readOnly === true ? await (await import('./read-only.ts')).readOnlyGuard() : undefined)
  return {
    root,
    version: session.version,
    build: session.build ?? '',
    name: session.name,
    model: health.model ?? '',
    profile: health.profile ?? '',
    readOnly: health.readOnly,
  }
}
