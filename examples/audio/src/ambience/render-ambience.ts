import { createStereo, fade, SAMPLE_RATE, secondsToSamples, type Stereo } from '../audio-buffer.ts'
import { scale } from '../mix/dynamics.ts'
import { bandPass, highPass, lowPass } from '../mix/filters.ts'
import { createRandom, type Random } from '../random.ts'
import type { AmbienceKind } from '../theory/lexicon.ts'
import { addNoise, addShaped, createNoise } from './noise.ts'
import { addRing } from './ring.ts'

/** A place in sound, `seconds` long, with soft ends; the same kind, length and seed give the same samples. */
export const renderAmbience = (
  kind: AmbienceKind,
  options: { readonly seconds: number; readonly seed: string | number },
): Stereo => {
  const random = createRandom('ambience', kind, options.seed)
  const sound = createStereo(secondsToSamples(options.seconds))
  PLACES[kind](sound, random)
  level(sound, 0.5)
  fade(sound, Math.min(1.2, options.seconds / 5), Math.min(2, options.seconds / 4))
  return sound
}

type Place = (sound: Stereo, random: Random) => void
const PLACES: Readonly<Record<AmbienceKind, Place>> = {
  sea: (s, r) => sea(s, r),
  rain: (s, r) => rain(s, r),
  wind: (s, r) => wind(s, r),
  crowd: (s, r) => crowd(s, r),
  night: (s, r) => night(s, r),
}

const channels = (sound: Stereo): readonly Float32Array[] => [sound.left, sound.right]

/** Waves: a swell that gathers, breaks and hisses back, every seven to eleven seconds, over a deep murmur. */
const sea: Place = (sound, random) => {
  const seconds = sound.left.length / SAMPLE_RATE
  const waves: { at: number; size: number; side: number }[] = []
  for (let at = -3; at < seconds + 4; at += random.range(5.5, 9))
    waves.push({ at, size: random.range(0.55, 1), side: random.range(-0.6, 0.6) })
  const swell = (second: number, rise: number, fall: number, side: number): number =>
    waves.reduce((sum, wave) => {
      const away = second - wave.at
      const body = away < 0 ? Math.exp(-((away / rise) ** 2)) : Math.exp(-away / fall)
      return sum + wave.size * body * (1 + side * wave.side)
    }, 0)
  channels(sound).forEach((channel, index) => {
    const side = index === 0 ? -1 : 1
    addNoise(
      channel,
      random,
      [lowPass(190), highPass(40)],
      (second) => 0.28 + 0.3 * swell(second, 2.2, 2.4, side * 0.3),
    )
    addNoise(channel, random, [lowPass(950), highPass(120)], (second) => 0.1 + 0.75 * swell(second, 1.6, 1.6, side))
    addNoise(
      channel,
      random,
      [highPass(1500), lowPass(6500)],
      (second) => 0.05 + 0.85 * swell(second - 0.35, 0.5, 1.9, side),
    )
  })
}

/** Steady rain: a wash, and single drops near by. */
const rain: Place = (sound, random) => {
  const drift = slowDrift(random, 0.12)
  channels(sound).forEach((channel) => {
    addNoise(channel, random, [highPass(900), lowPass(7800)], (second) => 0.42 + 0.12 * drift(second))
    addNoise(channel, random, [lowPass(420), highPass(70)], (second) => 0.16 + 0.06 * drift(second + 3))
  })
  const drops = Math.round((sound.left.length / SAMPLE_RATE) * 34)
  for (let drop = 0; drop < drops; drop++) {
    addRing(sound, random.integer(0, sound.left.length), {
      frequency: random.range(1500, 5200),
      bend: 1.15,
      seconds: random.range(0.008, 0.03),
      level: 0.14 * random() ** 2,
      pan: random.range(-0.9, 0.9),
    })
  }
}

/** Gusts whose pitch rises with their strength, and a whistle in the strongest. */
const wind: Place = (sound, random) => {
  channels(sound).forEach((channel, index) => {
    const gust = slowDrift(random, 0.16)
    const strength = (second: number): number => Math.max(0, 0.45 + 0.55 * gust(second + index * 0.4))
    addNoise(channel, random, [lowPass(320), highPass(50)], (second) => 0.5 * strength(second))
    addNoise(channel, random, [bandPass(520, 1.2)], (second) => 1.1 * strength(second) ** 2)
    addNoise(channel, random, [bandPass(1150, 5)], (second) => 1.1 * strength(second) ** 4)
  })
}

/** Many voices far away: bands of speech that come and go at the pace of syllables; now and then a cup. */
const crowd: Place = (sound, random) => {
  const voices = 9
  for (let voice = 0; voice < voices; voice++) {
    const pan = random.range(-0.8, 0.8)
    const pace = random.range(3, 5.2)
    const phrase = slowDrift(random, 0.35)
    const offset = random.range(0, 10)
    const speak = (second: number): number =>
      Math.max(0, phrase(second)) *
      (0.35 +
        0.65 * Math.max(0, Math.sin(2 * Math.PI * pace * (second + offset) + 1.7 * Math.sin(second * 2.3 + offset))))
    const formants = [random.range(320, 700), random.range(900, 1800)] as const
    const murmur = (frequency: number, quality: number): Float32Array =>
      createNoise(sound.left.length, createRandom('voice', voice, frequency), [bandPass(frequency, quality)])
    const low = murmur(formants[0], 4)
    const high = murmur(formants[1], 5)
    channels(sound).forEach((channel, index) => {
      const side = Math.SQRT1_2 * (1 + (index === 0 ? -pan : pan))
      addShaped(channel, low, (second) => 0.9 * side * speak(second))
      addShaped(channel, high, (second) => 0.4 * side * speak(second + 0.02))
    })
  }
  channels(sound).forEach((channel) => addNoise(channel, random, [lowPass(500), highPass(90)], () => 0.16))
  for (let at = random.range(1, 4); at < sound.left.length / SAMPLE_RATE; at += random.range(2.5, 6)) {
    addRing(sound, secondsToSamples(at), {
      frequency: random.range(2400, 4200),
      bend: 1,
      seconds: 0.18,
      level: 0.03,
      pan: random.range(-0.7, 0.7),
    })
  }
}

/** Crickets in turns, far wind in leaves, an owl once in a while. */
const night: Place = (sound, random) => {
  const seconds = sound.left.length / SAMPLE_RATE
  channels(sound).forEach((channel) => {
    const drift = slowDrift(random, 0.1)
    addNoise(channel, random, [lowPass(700), highPass(90)], (second) => 0.1 + 0.05 * drift(second))
  })
  for (let cricket = 0; cricket < 5; cricket++) {
    const frequency = random.range(3900, 5100)
    const pan = random.range(-0.9, 0.9)
    const period = random.range(0.62, 1.15)
    const loudness = random.range(0.02, 0.06)
    for (let at = random.range(0, 1); at < seconds; at += period * random.range(0.97, 1.03)) {
      for (let pulse = 0; pulse < 3; pulse++)
        addRing(sound, secondsToSamples(at + pulse * 0.042), {
          frequency,
          bend: 1.01,
          seconds: 0.034,
          level: loudness,
          pan,
          attack: 0.35,
        })
    }
  }
  for (let at = random.range(4, 9); at < seconds - 2; at += random.range(11, 19)) {
    for (const [late, length] of [
      [0, 0.32],
      [0.5, 0.7],
    ] as const)
      addRing(sound, secondsToSamples(at + late), {
        frequency: 392,
        bend: 0.94,
        seconds: length,
        level: 0.045,
        pan: 0.5,
        attack: 0.3,
      })
  }
}

/** A curve between -1 and 1 that wanders: three slow sines with random phases around `hertz`. */
const slowDrift = (random: Random, hertz: number): ((second: number) => number) => {
  const waves = [0.6, 1, 1.7].map((ratio) => ({
    turn: 2 * Math.PI * hertz * ratio * random.range(0.85, 1.15),
    phase: random.range(0, 2 * Math.PI),
  }))
  return (second) => waves.reduce((sum, { turn, phase }) => sum + Math.sin(turn * second + phase), 0) / waves.length
}

const level = (sound: Stereo, peak: number): void => {
  let highest = 1e-9
  for (const channel of channels(sound))
    for (let index = 0; index < channel.length; index++) highest = Math.max(highest, Math.abs(channel[index] as number)) // index is below the length
  scale(sound, peak / highest)
}
