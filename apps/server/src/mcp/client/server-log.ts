/** One line of what a server said or what became of it. */
export interface LogLine {
  readonly at: string
  /** `state`: from Ensemble; `server`: by the server through the protocol; `stderr`: on its error stream. */
  readonly from: 'state' | 'server' | 'stderr'
  readonly text: string
}

export interface ServerLog {
  readonly add: (from: LogLine['from'], text: string) => void
  readonly lines: () => readonly LogLine[]
  /** For the sentence of an error: of what came on the error stream since the state changed, the newest line that tells of a fault, else the newest. */
  readonly fault: () => string | undefined
}

const MOST_LINES = 200
const LONGEST_LINE = 1000
/** A server that writes faster is read on, and not kept. */
const LINES_PER_SECOND = 100

/** Characters of a line joined from pieces; a longer one continues on the next line. */
const LONGEST_JOINED = 10_000

/** Runtimes often end with a stack, a hint or their version. */
const TELLS_OF_A_FAULT =
  /^(?!\s+at\s).*(?:\b(?:error|fatal|panic|cannot|denied|refused|not found)\b|\w(?:Error|Exception)\b)/i

/** The newest lines of one server, redacted, however much it writes and however its error stream is cut. */
export const createServerLog = (redact: (text: string) => string, now: () => number): ServerLog => {
  const lines: LogLine[] = []
  /** The last line of the error stream while its end has not come: as it is shown, and as it was written. */
  let unended: { readonly shown: LogLine; readonly written: string } | undefined
  let second = 0
  let inSecond = 0

  const push = (from: LogLine['from'], text: string): LogLine => {
    const line = { at: new Date(now()).toISOString(), from, text }
    lines.push(line)
    if (lines.length > MOST_LINES) lines.shift()
    return line
  }
  const toShown = (line: string): string => {
    const clean = redact(line)
    return clean.length > LONGEST_LINE ? `${clean.slice(0, LONGEST_LINE)}…` : clean
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

  const addLine = (from: LogLine['from'], line: string): LogLine | undefined =>
    line.trim() === '' || (from !== 'state' && isTooFast()) ? undefined : push(from, toShown(line))
  /** More of the line that had no end yet. */
  const goOn = ({ shown, written }: NonNullable<typeof unended>, more: string): void => {
    const whole = written + more
    const joined = { ...shown, text: toShown(whole) }
    const at = lines.indexOf(shown)
    if (at >= 0) lines[at] = joined
    unended = whole.length > LONGEST_JOINED ? undefined : { shown: joined, written: whole }
  }
  const begin = (line: string): void => {
    const shown = addLine('stderr', line)
    unended = shown && { shown, written: line }
  }
  const addStderr = (text: string): void => {
    const ended = text.split(/\r?\n/)
    const rest = ended.pop() ?? ''
    const [first, ...others] = ended
    const more = first ?? rest
    if (unended) goOn(unended, more)
    else if (first !== undefined) addLine('stderr', first)
    else begin(rest)
    if (first === undefined) return
    for (const line of others) addLine('stderr', line)
    begin(rest)
  }

  return {
    add: (from, text) => {
      if (from === 'stderr') addStderr(text)
      else for (const line of text.split(/\r?\n/)) addLine(from, line)
    },
    lines: () => [...lines],
    fault: () => {
      const own = lines.slice(lines.findLastIndex(({ from }) => from === 'state') + 1)
      const written = own.filter(({ from }) => from === 'stderr')
      return (written.findLast(({ text }) => TELLS_OF_A_FAULT.test(text)) ?? written.at(-1))?.text
    },
  }
}
