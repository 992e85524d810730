import type { Guard } from './http/guard.ts'
import type { Log } from './http/log.ts'
import type { Services } from './services.ts'

/** The dependencies of the app. */
export interface AppDeps extends Services {
  readonly guard: Guard
  /** The folder with the built page. */
  readonly pageRoot: string
  /** Before every address of this server, as `/ensemble`; empty at the root. */
  readonly basePath: string
  readonly log: Log
}
