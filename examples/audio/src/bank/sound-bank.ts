import {
  BasicInstrument,
  BasicPreset,
  BasicSample,
  BasicSoundBank,
  GeneratorTypes,
  SampleTypes,
  type BasicInstrumentZone,
} from 'spessasynth_core'
import { SAMPLE_RATE } from '../audio-buffer.ts'
import type { InstrumentName } from '../theory/instrument-words.ts'
import type { PlayedNote } from '../theory/parts.ts'
import { DRUM_KEYS, type DrumName } from './drum-keys.ts'
import { DRUM_LAYERS, DRUM_TURNS, drumWaves } from './drums.ts'
import { INSTRUMENTS, type Recipe, type Zone } from './instruments.ts'

/** Seconds as SoundFont time cents. */
const timecents = (seconds: number): number => Math.round(1200 * Math.log2(Math.max(0.001, seconds)))
/** Hertz as SoundFont absolute cents. */
const absoluteCents = (hertz: number): number => Math.round(1200 * Math.log2(hertz / 8.176))

/**
 * A sound bank with one instrument and what these notes need of it, built in code: no file is read and nothing is fetched. A
 * drum kit has a program for each of its turns.
 */
export const soundBank = (name: InstrumentName, notes: readonly PlayedNote[]): BasicSoundBank => {
  const bank = new BasicSoundBank()
  bank.soundBankInfo.name = `Ensemble ${name}`
  const pitches = new Set(notes.map(({ pitch }) => pitch))
  const turns = name === 'drum-kit' ? DRUM_TURNS : 1
  for (let turn = 0; turn < turns; turn++) {
    const instrument = new BasicInstrument()
    instrument.name = name
    bank.addInstruments(instrument)
    if (name === 'drum-kit') addKit(bank, instrument, pitches, turn)
    else addZones(bank, instrument, name, pitches)
    const preset = new BasicPreset(bank)
    preset.name = name
    preset.program = turn
    preset.createZone(instrument)
    bank.addPresets(preset)
  }
  bank.flush()
  return bank
}

/** Caches built instruments: the next part or song may play them again. */
const recordings = new Map<string, readonly Zone[]>()
const drums = new Map<string, readonly Float32Array[]>()
const kept = <K, V>(known: Map<K, V>, key: K, build: () => V): V => {
  const found = known.get(key)
  if (found !== undefined) return found
  const built = build()
  known.set(key, built)
  return built
}

const addSample = (
  bank: BasicSoundBank,
  name: string,
  data: Float32Array,
  root: number,
  loop?: readonly [number, number],
): BasicSample => {
  const sample = new BasicSample(name, SAMPLE_RATE, root, 0, SampleTypes.monoSample, loop?.[0] ?? 0, loop?.[1] ?? 0)
  sample.setAudioData(data, SAMPLE_RATE)
  bank.addSamples(sample)
  return sample
}

const addZones = (
  bank: BasicSoundBank,
  instrument: BasicInstrument,
  name: Exclude<InstrumentName, 'drum-kit'>,
  pitches: ReadonlySet<number>,
): void => {
  const recipe = INSTRUMENTS[name]
  recipe.roots.forEach((root, index) => {
    // A zone reaches half way to its neighbours.
    const below = recipe.roots[index - 1]
    const above = recipe.roots[index + 1]
    const keys = {
      min: below === undefined ? 0 : Math.floor((below + root) / 2) + 1,
      max: above === undefined ? 127 : Math.floor((root + above) / 2),
    }
    if (![...pitches].some((pitch) => pitch >= keys.min && pitch <= keys.max)) return
    const zones = kept(recordings, `${name} ${root}`, () => recipe.zones(root))
    for (const zone of zones) addZone(bank, instrument, recipe, zone, keys)
  })
}

const addZone = (
  bank: BasicSoundBank,
  instrument: BasicInstrument,
  recipe: Recipe,
  zone: Zone,
  keys: { min: number; max: number },
): void => {
  const { wave } = zone
  const sample = addSample(bank, `${instrument.name} ${bank.samples.length}`, wave.data, wave.root, wave.loop)
  const target: BasicInstrumentZone = instrument.createZone(sample)
  target.keyRange = keys
  if (zone.velocities) target.velRange = { min: zone.velocities[0], max: zone.velocities[1] }
  const set = (type: (typeof GeneratorTypes)[keyof typeof GeneratorTypes], value: number): void =>
    target.setGenerator(type, value)
  if (wave.loop) set(GeneratorTypes.sampleModes, 1)
  const { envelope } = recipe
  set(GeneratorTypes.attackVolEnv, timecents(envelope.attack))
  set(GeneratorTypes.releaseVolEnv, timecents(envelope.release))
  if (envelope.decay !== undefined) {
    set(GeneratorTypes.decayVolEnv, timecents(envelope.decay))
    set(GeneratorTypes.sustainVolEnv, envelope.sustain ?? 0)
  }
  if (recipe.cutoff !== undefined) set(GeneratorTypes.initialFilterFc, absoluteCents(zone.cutoff ?? recipe.cutoff))
  if (recipe.vibrato) {
    set(GeneratorTypes.vibLfoToPitch, recipe.vibrato.cents)
    set(GeneratorTypes.freqVibLFO, absoluteCents(recipe.vibrato.hertz))
    set(GeneratorTypes.delayVibLFO, timecents(recipe.vibrato.delay))
  }
  if (recipe.tremolo) {
    set(GeneratorTypes.modLfoToVolume, recipe.tremolo.centibels)
    set(GeneratorTypes.freqModLFO, absoluteCents(recipe.tremolo.hertz))
  }
  if (zone.pan !== undefined) set(GeneratorTypes.pan, zone.pan)
  if (zone.attenuation !== undefined) set(GeneratorTypes.initialAttenuation, zone.attenuation)
}

const addKit = (bank: BasicSoundBank, instrument: BasicInstrument, keys: ReadonlySet<number>, turn: number): void => {
  for (const [name, key] of Object.entries(DRUM_KEYS)) {
    if (!keys.has(key)) continue
    const drum = name as DrumName // Object.entries widens the key's type
    const waves = kept(drums, `${drum} ${turn}`, () => drumWaves(drum, turn))
    for (const [layer, wave] of waves.entries()) {
      const zone = instrument.createZone(addSample(bank, `${drum} ${turn} ${layer}`, wave, key))
      zone.keyRange = { min: key, max: key }
      zone.velRange = { min: (DRUM_LAYERS[layer - 1]?.upTo ?? -1) + 1, max: DRUM_LAYERS[layer]?.upTo ?? 127 }
      zone.setGenerator(GeneratorTypes.releaseVolEnv, timecents(1.2))
      zone.setGenerator(GeneratorTypes.pan, DRUM_PAN[drum] ?? 0)
      if (drum === 'closedHat' || drum === 'openHat') zone.setGenerator(GeneratorTypes.exclusiveClass, 1)
    }
  }
}
const DRUM_PAN: Partial<Readonly<Record<DrumName, number>>> = {
  closedHat: 130,
  openHat: 130,
  ride: -150,
  crash: -170,
  clap: 40,
  shaker: -180,
  tambourine: 170,
  lowTom: 110,
  highTom: -90,
  rim: -60,
}
