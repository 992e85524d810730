import { createInterface } from 'node:readline/promises'

/** How words are set apart; each gives the text back unchanged where there are no colours. */
export interface Style {
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  readonly red: (text: string) => string
  readonly green: (text: string) => string
  readonly yellow: (text: string) => string
}

const paint =
  (open: number, close: number) =>
  (text: string): string =>
    `\u001b[${open}m${text}\u001b[${close}m`
const same = (text: string): string => text

const COLOURED: Style = {
  bold: paint(1, 22),
  dim: paint(2, 22),
  red: paint(31, 39),
  green: paint(32, 39),
  yellow: paint(33, 39),
}
export const PLAIN: Style = { bold: same, dim: same, red: same, green: same, yellow: same }

/** Lines that are drawn over each other until they are left standing. */
export interface LiveArea {
  readonly columns: number
  readonly rows: number
  readonly draw: (lines: readonly string[]) => void
  /** Takes the lines away, so that others may be written there. */
  readonly clear: () => void
}

/** Properties of the stream that a command writes to. */
export interface Terminal {
  readonly style: Style
  /** Undefined if the stream isn't a terminal. */
  readonly live: LiveArea | undefined
  /** Asks the person at the terminal; undefined without a prompt. Rejects with AbortError if `signal` aborts. */
  readonly ask: ((question: string, signal: AbortSignal) => Promise<string>) | undefined
}

type Output = Pick<NodeJS.WriteStream, 'write' | 'columns' | 'rows'>

export const createLiveArea = (output: Output): LiveArea => {
  let drawn = 0
  const clear = (): void => {
    if (drawn > 0) output.write(`\u001b[${drawn}A\u001b[0J`)
    drawn = 0
  }
  return {
    get columns() {
      return output.columns || 80
    },
    get rows() {
      return output.rows || 24
    },
    clear,
    draw: (lines) => {
      // One write: a terminal never shows the empty place between.
      const up = drawn > 0 ? `\u001b[${drawn}A` : ''
      drawn = lines.length
      output.write(`${up}${lines.map((line) => `\u001b[2K${line}\n`).join('')}\u001b[0J`)
    },
  }
}

const askOn = async (output: NodeJS.WriteStream, question: string, signal: AbortSignal): Promise<string> => {
  const lines = createInterface({ input: process.stdin, output })
  // At a question the terminal hands Ctrl+C over as a key.
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  try {
    return await lines.question(question, { signal })
  } finally {
    lines.close()
  }
}

/** The process's terminal behind one of its two streams. Colours follow NO_COLOR and TERM, as Node reads them. */
export const openTerminal = (output: NodeJS.WriteStream = process.stdout): Terminal => ({
  style: output.isTTY && output.hasColors() ? COLOURED : PLAIN,
  live: output.isTTY ? createLiveArea(output) : undefined,
  ask: output.isTTY && process.stdin.isTTY ? (question, signal) => askOn(output, question, signal) : undefined,
})
