import type { Model } from '@ensemble/core'
import type { Settings } from '../settings/settings.ts'
import type { Manifest } from '../workspace/manifest.ts'
import type { ApprovedCommands } from './approved-commands.ts'
import type { Examinations } from './examinations.ts'
import type { Tokens } from './token-command.ts'

export interface ModelsOptions {
  readonly settings: Settings
  readonly manifest: () => Manifest
  /** The workspace's folder: a model in a file may be in it. */
  readonly root: string
  readonly fetch: typeof globalThis.fetch
  /** `secret://NAME` → its value; undefined if it has none. */
  readonly secret: (reference: string) => string | undefined
  readonly createSimulated: () => Model
  readonly examinations: Examinations
  readonly approved: ApprovedCommands
  readonly tokens: Tokens
}
