/** Samples a second of everything rendered here. */
export const SAMPLE_RATE = 44_100

/** Stereo sound; both channels have the same length, full scale is ±1. */
export interface Stereo {
  readonly left: Float32Array
  readonly right: Float32Array
}

export const createStereo = (samples: number): Stereo => ({
  left: new Float32Array(samples),
  right: new Float32Array(samples),
})
export const secondsToSamples = (seconds: number): number => Math.round(seconds * SAMPLE_RATE)
export const decibelsToGain = (decibels: number): number => 10 ** (decibels / 20)
export const gainToDecibels = (gain: number): number => 20 * Math.log10(Math.max(gain, 1e-9))

/** Fades in place with a raised cosine: `fadeIn` and `fadeOut` in seconds. */
export const fade = (sound: Stereo, fadeIn: number, fadeOut: number): void => {
  for (const channel of [sound.left, sound.right]) {
    const head = Math.min(channel.length, secondsToSamples(fadeIn))
    const tail = Math.min(channel.length, secondsToSamples(fadeOut))
    for (let index = 0; index < head; index++)
      channel[index] = (channel[index] ?? 0) * (0.5 - 0.5 * Math.cos((Math.PI * index) / head))
    for (let index = 0; index < tail; index++) {
      const place = channel.length - 1 - index
      channel[place] = (channel[place] ?? 0) * (0.5 - 0.5 * Math.cos((Math.PI * index) / tail))
    }
  }
}
