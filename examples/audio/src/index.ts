export { bandByRule, harmonyByRule, lyricsByRule, melodyByRule, titleByRule } from './activities/composing.ts'
export { mixdown, mixSong, type Song } from './activities/mixing.ts'
export { renderAmbience, renderPart, type Sound } from './activities/sound.ts'
export { AbcError, parseAbc } from './abc/parse-abc.ts'
export { writeAbc } from './abc/write-abc.ts'
export { SAMPLE_RATE, type Stereo } from './audio-buffer.ts'
export { findClicks } from './measure/clicks.ts'
export { integratedLoudness } from './measure/loudness.ts'
export { truePeak } from './measure/true-peak.ts'
export { combineMidi, readMidi, writeMidi } from './midi/write-midi.ts'
export { TRACK_ROLES, type TrackRole } from './mix/mixdown.ts'
export { writeMusicXml } from './musicxml/write-music-xml.ts'
export { COLOURS, type Colour } from './studio/choose-instrument.ts'
export { seedFrom, type AmbienceResult, type Job, type MixResult, type PartResult } from './studio/jobs.ts'
export { flacFile } from './activities/job-options.ts'
export { submitJob, type JobOptions } from './studio/studio.ts'
export { readBrief, type BriefReading } from './theory/brief.ts'
export {
  chooseBandByRule,
  composeSongByRule,
  writeHarmonyByRule,
  writeLyricsByRule,
  writeMelodyByRule,
  writeTitleByRule,
  type BriefAndSeed,
} from './theory/compose-song.ts'
export { FORMS, type FormName } from './theory/form.ts'
export { INSTRUMENT_NAMES, type InstrumentName } from './theory/instrument-words.ts'
export { AMBIENCE_KINDS, type AmbienceKind } from './theory/lexicon.ts'
export { plainLine, type LyricSection } from './theory/lyrics.ts'
export { PART_NAMES, type PartName, type PlayedNote } from './theory/parts.ts'
export type { Players } from './theory/players.ts'
export type { Tune } from './theory/tune.ts'
export { readSound } from './sound-file.ts'
export { readWav, writeWav } from './wav.ts'
