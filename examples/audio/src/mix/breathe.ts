import { SAMPLE_RATE, type Stereo } from '../audio-buffer.ts'
import { sectionSeconds } from '../theory/arrange.ts'
import type { Tune } from '../theory/tune.ts'

/** Lets an ambience breathe with a form, in place: louder at its open ends, under the music in its full sections. */
export const breathe = (ambience: Stereo, tune: Tune): void => applyShape(ambience, shapeOf(tune))

const shapeOf = (tune: Tune): ((second: number) => number) => {
  const sections = sectionSeconds(tune)
  return (second) => {
    const energies = sections.map(({ start, energy }, index) => {
      const next = sections[index + 1]?.start ?? Infinity
      // Each section fades into the next over two seconds.
      const inside =
        Math.min(1, Math.max(0, (second - start + 1) / 2)) * Math.min(1, Math.max(0, (next + 1 - second) / 2))
      return { inside, energy }
    })
    const total = energies.reduce((sum, { inside }) => sum + inside, 0)
    const energy = total > 0 ? energies.reduce((sum, item) => sum + item.inside * item.energy, 0) / total : 0.3
    return 1.1 - 0.5 * energy
  }
}

/** Multiplies by a curve over seconds, in place. */
const applyShape = (sound: Stereo, shape: (second: number) => number): void => {
  const step = 64
  let start = shape(0)
  for (let from = 0; from < sound.left.length; from += step) {
    const end = shape((from + step) / SAMPLE_RATE)
    for (let index = 0; index < step && from + index < sound.left.length; index++) {
      const gain = start + ((end - start) * index) / step
      sound.left[from + index] = (sound.left[from + index] as number) * gain // the place is below the length
      sound.right[from + index] = (sound.right[from + index] as number) * gain // likewise
    }
    start = end
  }
}
