/** In-place inverse discrete Fourier transform, radix 2; the length is a power of two. No scaling. */
export const inverseFourier = (real: Float64Array, imaginary: Float64Array): void => {
  const size = real.length
  reorder(real, imaginary)
  const cosines = new Float64Array(size / 2)
  const sines = new Float64Array(size / 2)
  for (let span = 2; span <= size; span *= 2) {
    const half = span / 2
    fillTurns(cosines, sines, half)
    for (let from = 0; from < size; from += span) {
      for (let turn = 0; turn < half; turn++) {
        const own = from + turn
        const other = own + half
        // Typed arrays of one length, indices below it; the turns fill as much as half a span.
        const turnReal = cosines[turn] as number
        const turnImaginary = sines[turn] as number
        const otherReal = (real[other] as number) * turnReal - (imaginary[other] as number) * turnImaginary
        const otherImaginary = (real[other] as number) * turnImaginary + (imaginary[other] as number) * turnReal
        const ownReal = real[own] as number
        const ownImaginary = imaginary[own] as number
        real[own] = ownReal + otherReal
        imaginary[own] = ownImaginary + otherImaginary
        real[other] = ownReal - otherReal
        imaginary[other] = ownImaginary - otherImaginary
      }
    }
  }
}

/** A half turn in as many steps: every span of one length takes the same. */
const fillTurns = (cosines: Float64Array, sines: Float64Array, steps: number): void => {
  const stepReal = Math.cos(Math.PI / steps)
  const stepImaginary = Math.sin(Math.PI / steps)
  let real = 1
  let imaginary = 0
  for (let index = 0; index < steps; index++) {
    cosines[index] = real
    sines[index] = imaginary
    const turned = real * stepReal - imaginary * stepImaginary
    imaginary = real * stepImaginary + imaginary * stepReal
    real = turned
  }
}

const reorder = (real: Float64Array, imaginary: Float64Array): void => {
  const size = real.length
  for (let index = 1, target = 0; index < size; index++) {
    let bit = size >> 1
    for (; target & bit; bit >>= 1) target ^= bit
    target ^= bit
    if (index < target) {
      swap(real, index, target)
      swap(imaginary, index, target)
    }
  }
}

const swap = (values: Float64Array, one: number, other: number): void => {
  const kept = values[one] as number // both are below the length
  values[one] = values[other] as number // likewise
  values[other] = kept
}
