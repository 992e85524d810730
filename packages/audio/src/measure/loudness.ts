import { SAMPLE_RATE, type Stereo } from '../audio-buffer.ts'
import { applyBiquad, type Biquad } from '../mix/filters.ts'

/** The two stages of ITU-R BS.1770's K-weighting at 44.1 kHz, from the analogue prototype. */
const HEAD: Biquad = shelf()
const ROLL_OFF: Biquad = rlbHighPass()

function shelf(): Biquad {
  const k = Math.tan((Math.PI * 1681.974450955533) / SAMPLE_RATE)
  const q = 0.7071752369554196
  const vh = 10 ** (3.999843853973347 / 20)
  const vb = vh ** 0.4996667741545416
  const a0 = 1 + k / q + k * k
  return {
    b0: (vh + (vb * k) / q + k * k) / a0,
    b1: (2 * (k * k - vh)) / a0,
    b2: (vh - (vb * k) / q + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / q + k * k) / a0,
  }
}
function rlbHighPass(): Biquad {
  const k = Math.tan((Math.PI * 38.13547087602444) / SAMPLE_RATE)
  const q = 0.5003270373238773
  const a0 = 1 + k / q + k * k
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / q + k * k) / a0 }
}

const BLOCK = Math.round(0.4 * SAMPLE_RATE)
const STEP = Math.round(0.1 * SAMPLE_RATE)

/** Integrated loudness in LUFS (ITU-R BS.1770-4: K-weighted, gated at -70 LUFS and at 10 LU under the mean); -Infinity for silence. */
export const integratedLoudness = (sound: Stereo): number => {
  const powers = [sound.left, sound.right].map(weightedPowerSums)
  const blocks: number[] = []
  const total = sound.left.length
  const length = Math.min(BLOCK, total)
  for (let from = 0; from + length <= total; from += STEP) {
    blocks.push(powers.reduce((sum, sums) => sum + ((sums[from + length] ?? 0) - (sums[from] ?? 0)) / length, 0))
  }
  const audible = blocks.filter((power) => toLufs(power) > -70)
  const gate = toLufs(mean(audible)) - 10
  return toLufs(mean(audible.filter((power) => toLufs(power) > gate)))
}

/** Running sums of the squared K-weighted signal. */
const weightedPowerSums = (channel: Float32Array): Float64Array => {
  const weighted = Float64Array.from(channel)
  applyBiquad(weighted, HEAD)
  applyBiquad(weighted, ROLL_OFF)
  const sums = new Float64Array(channel.length + 1)
  for (let index = 0; index < channel.length; index++)
    sums[index + 1] = (sums[index] as number) + (weighted[index] as number) ** 2 // indices below the lengths
  return sums
}

const toLufs = (power: number): number => -0.691 + 10 * Math.log10(power)
const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
