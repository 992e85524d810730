import { SAMPLE_RATE, secondsToSamples, type Stereo } from '../audio-buffer.ts'

/** A short tone with a soft start that bends to `bend` times its pitch. */
export const addRing = (
  sound: Stereo,
  from: number,
  ring: {
    readonly frequency: number
    readonly bend: number
    readonly seconds: number
    readonly level: number
    readonly pan: number
    readonly attack?: number
  },
): void => {
  const length = secondsToSamples(ring.seconds)
  const angle = ((ring.pan + 1) * Math.PI) / 4
  const attack = Math.max(16, length * (ring.attack ?? 0.12))
  let phase = 0
  for (let index = 0; index < length && from + index < sound.left.length; index++) {
    const share = index / length
    phase += (2 * Math.PI * ring.frequency * (1 + (ring.bend - 1) * share)) / SAMPLE_RATE
    const envelope = Math.min(1, index / attack) * (0.5 + 0.5 * Math.cos(Math.PI * share))
    const value = ring.level * envelope * Math.sin(phase)
    const place = from + index
    sound.left[place] = (sound.left[place] as number) + value * Math.cos(angle) // place is below the length
    sound.right[place] = (sound.right[place] as number) + value * Math.sin(angle) // likewise
  }
}
