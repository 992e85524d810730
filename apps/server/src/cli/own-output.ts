type Write = typeof process.stdout.write

/** What standard output writes with while it is kept, and for how many pieces of work. */
let own: Write | undefined
let keepers = 0

const keep = (): void => {
  own ??= process.stdout.write.bind(process.stdout)
  process.stdout.write = process.stderr.write.bind(process.stderr)
}
const letGo = (): void => {
  if (own !== undefined) process.stdout.write = own
  own = undefined
}

/** A line on standard output, kept or not: what a command was asked for. */
export const print = (line: string): void => {
  const isKept = own !== undefined
  letGo()
  try {
    console.log(line)
  } finally {
    if (isKept) keep()
  }
}

/** Bytes on standard output, kept or not; `done` is told when they are on their way. */
export const writeOwn = (bytes: Uint8Array, done: (error?: Error | null) => void): boolean =>
  (own ?? process.stdout.write.bind(process.stdout))(bytes, done)

/**
 * Keeps standard output to what `print` writes until `work` ends, for as long as code of the workspace may run in this
 * process: what its files and Activities print goes where errors do. Work within work is kept until the outer one ends.
 */
export const keepOutput = async <T>(work: () => Promise<T>): Promise<T> => {
  keepers++
  if (keepers === 1) keep()
  try {
    return await work()
  } finally {
    keepers--
    if (keepers === 0) letGo()
  }
}
