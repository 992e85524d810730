import { EnsembleError } from '@ensemble/core'
import { runCommandLine } from './command-line.ts'

/** What was asked for cannot be, whatever the workspace holds. */
const WRONG_USAGE: readonly string[] = ['usage', 'settings.invalid']

const sentenceOf = (error: unknown): string =>
  error instanceof EnsembleError
    ? `${error.message}${error.code === 'usage' ? '' : `\n  ensemble explain ${error.code} tells more.`}`
    : error instanceof Error
      ? (error.stack ?? error.message)
      : String(error)

// A reader that has seen enough (`ensemble verify | head -1`) is no fault: what is left goes nowhere.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })

try {
  process.exitCode = await runCommandLine(process.argv.slice(2))
} catch (error) {
  console.error(`ensemble: ${sentenceOf(error)}`)
  process.exitCode = error instanceof EnsembleError && WRONG_USAGE.includes(error.code) ? 2 : 1
}
