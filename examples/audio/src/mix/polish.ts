import type { Stereo } from '../audio-buffer.ts'
import { measurePresenceAndWidth } from '../measure/balance.ts'
import { applyBiquad, highPass, highShelf } from './filters.ts'

/** Decibels against the whole that 2 to 6 kHz should have at least: soft instruments alone sound as if behind a curtain. */
const LEAST_PRESENCE = -18
const MOST_LIFT = 6
/** The part of the energy that should differ between the sides. */
const WANTED_WIDTH = 0.12
const MOST_WIDENING = 2
/** Hertz; lower sound stays in the middle, where one loudspeaker and two agree. */
const WIDE_FROM = 220

/** In place: opens a dull mix and widens a narrow one, as far as each of them needs it and no further. */
export const polish = (sound: Stereo): void => {
  const { presence, width } = measurePresenceAndWidth(sound)
  const lift = Math.min(MOST_LIFT, Math.max(0, (LEAST_PRESENCE - presence) * 0.7))
  if (lift > 0) for (const channel of [sound.left, sound.right]) applyBiquad(channel, highShelf(1800, lift))
  widen(sound, Math.min(MOST_WIDENING, Math.max(1, Math.sqrt(WANTED_WIDTH / Math.max(width, 1e-6)))))
}

const widen = ({ left, right }: Stereo, factor: number): void => {
  if (factor === 1) return
  const side = new Float32Array(left.length)
  for (let index = 0; index < side.length; index++)
    side[index] = (((left[index] as number) - (right[index] as number)) / 2) * (factor - 1) // all have one length
  applyBiquad(side, highPass(WIDE_FROM))
  for (let index = 0; index < side.length; index++) {
    const more = side[index] as number // index is below the length
    left[index] = (left[index] as number) + more // likewise
    right[index] = (right[index] as number) - more // likewise
  }
}
