/**
 * Keeps standard output to the lines that `work` prints, for as long as code of the workspace may run in this process:
 * what Activities print meanwhile goes where errors do.
 */
export const keepOutput = async <T>(work: (print: (line: string) => void) => Promise<T>): Promise<T> => {
  const { stdout, stderr } = process
  const write = stdout.write.bind(stdout)
  const end = (): void => {
    stdout.write = write
  }
  const begin = (): void => {
    stdout.write = stderr.write.bind(stderr)
  }
  begin()
  try {
    return await work((line) => {
      end()
      console.log(line)
      begin()
    })
  } finally {
    end()
  }
}
