/** In-place inverse discrete Fourier transform, radix 2; the length is a power of two. No scaling. */
export const inverseFourier = (real: Float64Array, imaginary: Float64Array): void => {
  const size = real.length
  reorder(real, imaginary)
  for (let span = 2; span <= size; span *= 2) {
    const half = span / 2
    const angle = (2 * Math.PI) / span
    const stepReal = Math.cos(angle)
    const stepImaginary = Math.sin(angle)
    for (let from = 0; from < size; from += span) {
      let turnReal = 1
      let turnImaginary = 0
      for (let index = from; index < from + half; index++) {
        // Typed arrays of one length, indices below it.
        const otherReal =
          (real[index + half] as number) * turnReal - (imaginary[index + half] as number) * turnImaginary
        const otherImaginary =
          (real[index + half] as number) * turnImaginary + (imaginary[index + half] as number) * turnReal
        const ownReal = real[index] as number
        const ownImaginary = imaginary[index] as number
        real[index] = ownReal + otherReal
        imaginary[index] = ownImaginary + otherImaginary
        real[index + half] = ownReal - otherReal
        imaginary[index + half] = ownImaginary - otherImaginary
        const turned = turnReal * stepReal - turnImaginary * stepImaginary
        turnImaginary = turnReal * stepImaginary + turnImaginary * stepReal
        turnReal = turned
      }
    }
  }
}

const reorder = (real: Float64Array, imaginary: Float64Array): void => {
  const size = real.length
  for (let index = 1, target = 0; index < size; index++) {
    let bit = size >> 1
    for (; target & bit; bit >>= 1) target ^= bit
    target ^= bit
    if (index < target) {
      ;[real[index], real[target]] = [real[target] as number, real[index] as number] // both indices are below the length
      ;[imaginary[index], imaginary[target]] = [imaginary[target] as number, imaginary[index] as number] // likewise
    }
  }
}
