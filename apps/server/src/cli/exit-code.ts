import { EnsembleError } from '@ensemble/core'

/** The request is impossible in any workspace, or there is no workspace. */
const WRONG_USAGE: readonly string[] = ['usage', 'settings.invalid', 'workspace.missing']

/** The exit code of a command that threw: 2 for wrong usage, else 1. */
export const exitCodeOf = (error: unknown): number =>
  error instanceof EnsembleError && WRONG_USAGE.includes(error.code) ? 2 : 1
