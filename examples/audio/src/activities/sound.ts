import type { ActivityContext, Artifact } from '@ensemble/core'
import { parseAbc } from '../abc/parse-abc.ts'
import type { Colour } from '../studio/choose-instrument.ts'
import { seedFrom } from '../studio/jobs.ts'
import { submitJob } from '../studio/studio.ts'
import { readBrief } from '../theory/brief.ts'
import type { AmbienceKind } from '../theory/lexicon.ts'
import type { PartName } from '../theory/parts.ts'
import type { Players } from '../theory/players.ts'
import { flacFile, jobOptions } from './job-options.ts'

/** The Sound-Designer's result. */
export interface Sound {
  readonly title: string
  readonly audio: Artifact
  readonly seconds: number
  readonly part?: string
  readonly instrument?: string
  readonly notes?: number
  readonly midi?: Artifact
  readonly places?: readonly string[]
}

interface RenderPartCall {
  readonly part: PartName
  readonly notation: string
  readonly players?: Players
  readonly colour: Colour
  readonly seed?: string
}

/** Plays one part of a score: ABC in, FLAC and MIDI out. The players name its instrument; a part that rests is silent. */
export const renderPart = async (call: RenderPartCall, context: ActivityContext): Promise<Sound> => {
  const { part, notation, players, colour } = call
  const tune = parseAbc(notation)
  const seed = call.seed ?? seedFrom(tune.title)
  const soundFont = process.env['ENSEMBLE_SOUND_FONT']
  const result = await submitJob(
    { type: 'part', score: notation, part, colour, seed, ...(players && { players }), ...(soundFont && { soundFont }) },
    jobOptions(context, `playing the ${part}`),
  )
  return {
    title: `${tune.title} (${part})`,
    audio: await flacFile(context, part, result.wav),
    seconds: result.seconds,
    part,
    instrument: result.instrument,
    notes: result.notes,
    midi: await context.artifact(`${part}.mid`, result.midi, { type: 'audio/midi' }),
  }
}

interface RenderAmbienceCall {
  readonly brief: string
  readonly seconds?: number
  readonly seed?: string
}

/** Synthesises the places that the words name. Throws where they name none. */
export const renderAmbience = async (call: RenderAmbienceCall, context: ActivityContext): Promise<Sound> => {
  const reading = readBrief(call.brief)
  const kinds: readonly AmbienceKind[] = reading.ambiences
  if (kinds.length === 0)
    throw new Error('The brief names no sound of a place. There are: sea, rain, wind, crowd, night.')
  const seconds = Math.min(180, Math.max(1, call.seconds ?? reading.seconds ?? DEFAULT_SECONDS))
  const seed = call.seed ?? seedFrom(call.brief)
  const result = await submitJob({ type: 'ambience', kinds, seconds, seed }, jobOptions(context, kinds.join(' and ')))
  const name = kinds.join('-')
  return {
    title: kinds.map((kind) => TITLES[reading.language][kind]).join(', '),
    audio: await flacFile(context, name, result.wav),
    seconds: result.seconds,
    places: kinds,
  }
}

const DEFAULT_SECONDS = 30
const TITLES: Readonly<Record<'en' | 'ru', Readonly<Record<AmbienceKind, string>>>> = {
  en: { sea: 'Waves', rain: 'Rain', wind: 'Wind', crowd: 'A crowd', night: 'Night' },
  ru: { sea: 'Волны', rain: 'Дождь', wind: 'Ветер', crowd: 'Толпа', night: 'Ночь' },
}
