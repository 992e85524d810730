import { createStereo, fade, secondsToSamples, type Stereo } from '../audio-buffer.ts'

/** Seconds in which the end of a round and the beginning of the next sound together. */
const OVERLAP = 2

/** An ambience of exactly `samples`: shortened with a fade, or repeated with its soft ends laid over each other. */
export const fitAmbience = (ambience: Stereo, samples: number): Stereo => {
  const length = ambience.left.length
  const round = Math.max(1, length - Math.min(secondsToSamples(OVERLAP), Math.floor(length / 3)))
  const fitted = createStereo(samples)
  for (let from = 0; from < samples && length > 0; from += round) {
    const until = Math.min(length, samples - from)
    for (let index = 0; index < until; index++) {
      fitted.left[from + index] = (fitted.left[from + index] as number) + (ambience.left[index] as number) // until keeps both in range
      fitted.right[from + index] = (fitted.right[from + index] as number) + (ambience.right[index] as number) // likewise
    }
    if (from + length >= samples) break
  }
  fade(fitted, 1.2, 3)
  return fitted
}
