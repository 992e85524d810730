const ISO = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/
/** A week, a day, an hour, a minute and a second. */
const UNITS_MS = [604_800_000, 86_400_000, 3_600_000, 60_000, 1000] as const

/** Milliseconds of a whole number from 1 (milliseconds themselves) or an ISO 8601 duration such as `P7D` or `PT30M`; undefined for anything else. */
export const readDuration = (value: unknown): number | undefined => {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? value : undefined
  const parts = typeof value === 'string' ? ISO.exec(value)?.slice(1) : undefined
  const ms = parts?.reduce((sum, part, index) => sum + Number(part ?? 0) * (UNITS_MS[index] ?? 0), 0)
  return ms !== undefined && Number.isSafeInteger(ms) && ms > 0 ? ms : undefined
}
