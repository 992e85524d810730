let lastMs = Number.NaN
let lastText = ''

/** A time as events carry it (ISO 8601, UTC, milliseconds). Many events, and the pieces of an answer, fall into one millisecond. */
export const isoTime = (ms: number): string => {
  if (ms !== lastMs) {
    lastText = new Date(ms).toISOString()
    lastMs = ms
  }
  return lastText
}
