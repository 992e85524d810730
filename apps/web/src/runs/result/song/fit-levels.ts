/** A few seconds' worth of samples tell the levels as well as all of them do. */
const SAMPLES = 60_000

/**
 * The loudness of each part in a mix, by least squares. Parts are recorded before mixing; factors are never negative.
 */
export function fitLevels(mix: Float32Array, parts: readonly Float32Array[]): readonly number[] {
  const step = Math.max(1, Math.floor(mix.length / SAMPLES))
  const matrix = parts.map((one) => parts.map((other) => product(one, other, step)))
  const right = parts.map((part) => product(part, mix, step))
  const largest = Math.max(...matrix.map((row, index) => row[index] ?? 0), Number.MIN_VALUE)
  // A silent part has no level; the small addition keeps its equation solvable.
  const regular = matrix.map((row, index) => row.map((value, at) => (at === index ? value + largest * 1e-6 : value)))
  return solve(regular, right).map((level) => Math.max(0, level))
}

const product = (one: Float32Array, other: Float32Array, step: number): number => {
  const length = Math.min(one.length, other.length)
  let sum = 0
  for (let index = 0; index < length; index += step) sum += (one[index] ?? 0) * (other[index] ?? 0)
  return sum
}

/** Gauss-Seidel: the matrix is symmetric and positive, so it converges. */
const solve = (matrix: readonly (readonly number[])[], right: readonly number[]): readonly number[] => {
  const found = right.map(() => 0)
  for (let round = 0; round < 60; round++)
    matrix.forEach((row, index) => {
      const others = row.reduce((sum, value, at) => (at === index ? sum : sum + value * (found[at] ?? 0)), 0)
      found[index] = ((right[index] ?? 0) - others) / (row[index] ?? 1)
    })
  return found
}
