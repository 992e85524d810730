import type { Logger } from 'pino'
import type { Log } from './log.ts'

/** Lines of JSON on the standard error stream: warnings and faults, so that the terminal stays the user's. */
export const createLog = (clean: (text: string) => string): Log => {
  const cleanAll = (details: Readonly<Record<string, unknown>> = {}): object =>
    JSON.parse(clean(JSON.stringify(details))) as object // what was an object still is one
  let loading: Promise<Logger> | undefined
  const load = async (): Promise<Logger> => {
    const { pino } = await import('pino')
    return pino({ level: 'warn', base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2))
  }
  const write = (act: (logger: Logger) => void): void => void (loading ??= load()).then(act)
  const describe = (error: unknown): string =>
    clean(error instanceof Error ? (error.stack ?? error.message) : String(error))
  return {
    warn: (message, details) => write((logger) => logger.warn(cleanAll(details), clean(message))),
    error: (message, error) => write((logger) => logger.error({ error: describe(error) }, clean(message))),
  }
}
