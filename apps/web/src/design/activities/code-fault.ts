/** A place that an editor underlines: lines and columns from 1. */
export interface FaultPlace {
  readonly message: string
  readonly startLineNumber: number
  readonly startColumn: number
  readonly endLineNumber: number
  readonly endColumn: number
}

const PLACED = /^Line (\d+), column (\d+): (.*)$/su

/** The place in the code that the server's sentence names; the first line where it is about the whole. */
export function faultPlace(fault: string, code: string): FaultPlace {
  const [, line = '1', column = '1', message = fault] = PLACED.exec(fault) ?? []
  const lines = code.split('\n')
  const at = Math.min(Number(line), lines.length)
  const length = lines[at - 1]?.length ?? 0
  return {
    message,
    startLineNumber: at,
    startColumn: Math.max(1, Math.min(Number(column), length)),
    endLineNumber: at,
    endColumn: Math.max(2, length + 1),
  }
}
