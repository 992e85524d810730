import { EnsembleError } from '@ensemble/core'
import { asStorageTrouble } from '../workspace/storage-trouble.ts'
import { runCommandLine } from './command-line.ts'
import { exitCodeOf } from './exit-code.ts'
import { keepOutput, writeOwn } from './own-output.ts'
import { printable } from './printable.ts'

const sentenceOf = (error: unknown): string =>
  error instanceof EnsembleError
    ? `${printable(error.message)}${error.code === 'usage' ? '' : `\n  Details: ensemble explain ${error.code}`}`
    : error instanceof Error
      ? (error.stack ?? error.message)
      : String(error)

// A reader that stops early (`ensemble verify | head -1`) isn't a fault: drop the rest.
let isReported = false
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE' || isReported) return
  isReported = true
  process.exitCode = 1
  console.error(`ensemble: ${sentenceOf(asStorageTrouble(error, 'the output'))}`)
})
// No one is left to tell.
process.stderr.on('error', () => undefined)

const nothing = new Uint8Array()

/** Everything that was written so far is on its way, and a stream that could not take it has said so. */
const flush = async (): Promise<void> => {
  await new Promise<void>((resolve) => writeOwn(nothing, () => resolve()))
  await new Promise<void>((resolve) => setImmediate(resolve))
  await new Promise<void>((resolve) => process.stderr.write(nothing, () => resolve()))
}

await keepOutput(async () => {
  try {
    const code = await runCommandLine(process.argv.slice(2))
    process.exitCode ??= code
  } catch (thrown) {
    const error = asStorageTrouble(thrown)
    console.error(`ensemble: ${sentenceOf(error)}`)
    process.exitCode = exitCodeOf(error)
  }
  await flush()
  // A timer or a connection that code of the workspace left open holds no command back.
  process.exit()
})
