type Write = typeof process.stdout.write

/** Standard output's own writer while it is held, and the number of holders. */
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

/** Writes to standard output, held or not; `done` is called when the bytes are on their way. */
export const writeOwn = (bytes: Uint8Array, done: (error?: Error | null) => void): boolean =>
  (own ?? process.stdout.write.bind(process.stdout))(bytes, done)

/** Holds standard output for `print` until `work` ends; output of the workspace's code goes to the error stream. */
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
