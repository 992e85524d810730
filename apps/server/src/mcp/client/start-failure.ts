import { EnsembleError } from '@ensemble/core'
import { type McpServerConfig, targetOf } from './mcp-config.ts'
import { oneLine } from './one-line.ts'

/** The system's message, however deep a library put it. */
const systemCodeOf = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code)) return error.code
  return systemCodeOf(error.cause)
}

const reasonFor = (error: unknown, target: string): string => {
  switch (systemCodeOf(error)) {
    case 'ENOENT':
      return 'its command was not found'
    case 'EACCES':
      return 'its command may not run'
    case 'ECONNREFUSED':
      return `nothing answers at ${target}`
    case 'ENOTFOUND':
      return `the host of ${target} was not found`
    default:
      return oneLine(error)
  }
}

/** Why a server could not start, in a sentence; `stderr` is what it wrote last. */
export const startFailure = (
  name: string,
  config: McpServerConfig,
  error: unknown,
  stderr: string | undefined,
): string => {
  if (error instanceof EnsembleError) return error.message
  const why = reasonFor(error, targetOf(config))
  return `The MCP server "${name}" could not start: ${why.replace(/\.$/, '')}.${lastWords(stderr)}`
}

/** The last output of a server before it ended, as a sentence to add to another. */
export const lastWords = (stderr: string | undefined): string => (stderr === undefined ? '' : ` It wrote: ${stderr}`)
