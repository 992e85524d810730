// The parts that sound.mjs measures, bundled as the package is.
export { SAMPLE_RATE } from '../src/audio-buffer.ts'
export { DRUM_KEYS } from '../src/bank/drum-keys.ts'
export { renderNotes, soundFontsReady } from '../src/bank/render-notes.ts'
export { OCTAVES } from '../src/bank/octave-levels.ts'
export { attackTime, octaveLevels } from '../src/measure/timbre.ts'
