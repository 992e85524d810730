/** One line of what a server said or what became of it. */
export interface LogLine {
  readonly at: string
  /** `state`: told by Ensemble; `server`: by the server through the protocol; `stderr`: on its error stream. */
  readonly from: 'state' | 'server' | 'stderr'
  readonly text: string
}

export interface ServerLog {
  readonly add: (from: LogLine['from'], text: string) => void
  readonly lines: () => readonly LogLine[]
  /** The newest line from this source, for the sentence of an error. */
  readonly last: (from: LogLine['from']) => string | undefined
}

const MOST_LINES = 200
const LONGEST_LINE = 1000
/** A server that writes faster is read on, and not kept. */
const LINES_PER_SECOND = 100

/** The newest lines of one server, redacted, however much it writes. */
export const createServerLog = (redact: (text: string) => string, now: () => number): ServerLog => {
  const lines: LogLine[] = []
  let second = 0
  let inSecond = 0

  const push = (from: LogLine['from'], text: string): void => {
    lines.push({ at: new Date(now()).toISOString(), from, text })
    if (lines.length > MOST_LINES) lines.shift()
  }
  const isTooFast = (): boolean => {
    const current = Math.floor(now() / 1000)
    if (current !== second) {
      if (inSecond > LINES_PER_SECOND) push('state', `${inSecond - LINES_PER_SECOND} more lines were not kept.`)
      second = current
      inSecond = 0
    }
    return ++inSecond > LINES_PER_SECOND
  }

  return {
    add: (from, text) => {
      for (const line of text.split(/\r?\n/)) {
        if (line.trim() === '' || (from !== 'state' && isTooFast())) continue
        const clean = redact(line)
        push(from, clean.length > LONGEST_LINE ? `${clean.slice(0, LONGEST_LINE)}…` : clean)
      }
    },
    lines: () => [...lines],
    last: (from) => lines.findLast((line) => line.from === from)?.text,
  }
}
