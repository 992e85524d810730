import { SAMPLE_RATE, type Stereo } from '../audio-buffer.ts'
import { settle, type Biquad } from '../mix/filters.ts'

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

const STEP = Math.round(0.1 * SAMPLE_RATE)
/** A block is four steps: it lasts 0.4 s and shares three quarters with the next. */
const STEPS_IN_BLOCK = 4

/** Integrated loudness in LUFS (ITU-R BS.1770-4: K-weighted, gated at -70 LUFS and at 10 LU under the mean); -Infinity for silence. */
export const integratedLoudness = ({ left, right }: Stereo): number => {
  const ofLeft = blockPowers(left)
  // A centred signal is measured once.
  const ofRight = right === left ? ofLeft : blockPowers(right)
  const blocks = ofLeft.map((power, index) => power + (ofRight[index] ?? 0))
  const audible = blocks.filter((power) => toLufs(power) > -70)
  const gate = toLufs(mean(audible)) - 10
  return toLufs(mean(audible.filter((power) => toLufs(power) > gate)))
}

const SHORT_TERM_STEPS = 30
/** Loudness range in LU (EBU Tech 3342): from the 10th to the 95th percentile of three-second stretches, gated at -70 LUFS and at 20 LU under the mean. */
export const loudnessRange = ({ left, right }: Stereo): number => {
  const sums = [left, right].map(weightedPowerSums)
  const stretches = Array.from({ length: Math.max(0, (sums[0]?.length ?? 0) - SHORT_TERM_STEPS) }, (_, index) =>
    sums.reduce(
      (power, channel) =>
        power + ((channel[index + SHORT_TERM_STEPS] ?? 0) - (channel[index] ?? 0)) / (STEP * SHORT_TERM_STEPS),
      0,
    ),
  )
  const audible = stretches.filter((power) => toLufs(power) > -70)
  const gate = toLufs(mean(audible)) - 20
  const heard = audible
    .map(toLufs)
    .filter((loudness) => loudness > gate)
    .sort((a, b) => a - b)
  const at = (part: number): number => heard[Math.round((heard.length - 1) * part)] ?? 0
  return at(0.95) - at(0.1)
}

/** The mean power of every block of the K-weighted signal; a sound that is shorter than a block is one block. */
const blockPowers = (channel: Float32Array): readonly number[] => {
  const sums = weightedPowerSums(channel)
  const blocks = Math.floor(channel.length / STEP) - STEPS_IN_BLOCK + 1
  if (blocks < 1) return channel.length === 0 ? [] : [(sums.at(-1) ?? 0) / channel.length]
  return Array.from(
    { length: blocks },
    (_, index) => ((sums[index + STEPS_IN_BLOCK] ?? 0) - (sums[index] ?? 0)) / (STEP * STEPS_IN_BLOCK),
  )
}

/** The energy of the K-weighted signal before every step, and of the whole: both filters and the sum in one pass that keeps nothing else. */
const weightedPowerSums = (channel: Float32Array): readonly number[] => {
  const { b0, b1, b2, a1, a2 } = HEAD
  const { a1: rollA1, a2: rollA2 } = ROLL_OFF
  const sums = [0]
  let sum = 0
  let z1 = 0
  let z2 = 0
  let rollZ1 = 0
  let rollZ2 = 0
  for (let from = 0; from < channel.length; from += STEP) {
    const to = Math.min(channel.length, from + STEP)
    for (let index = from; index < to; index++) {
      const input = channel[index] as number // index is below the length
      const shelved = b0 * input + z1
      z1 = b1 * input - a1 * shelved + z2
      z2 = b2 * input - a2 * shelved
      const weighted = shelved + rollZ1
      rollZ1 = -2 * shelved - rollA1 * weighted + rollZ2
      rollZ2 = shelved - rollA2 * weighted
      sum += weighted * weighted
    }
    sums.push(sum)
    z1 = settle(z1)
    z2 = settle(z2)
    rollZ1 = settle(rollZ1)
    rollZ2 = settle(rollZ2)
  }
  return sums
}

const toLufs = (power: number): number => -0.691 + 10 * Math.log10(power)
const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
