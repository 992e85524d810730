/** 19.99 is a multiple of 0.01, although dividing the two leaves a rounding error. */
export const isMultipleOf = (divisor: number, value: number): boolean => {
  const quotient = value / divisor
  if (!Number.isFinite(quotient)) return value % divisor === 0
  return Math.abs(Math.round(quotient) - quotient) <= Math.abs(quotient) * 2 * Number.EPSILON
}
