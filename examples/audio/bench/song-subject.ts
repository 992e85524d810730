// The parts that song.mjs measures, bundled as the package is.
export { SAMPLE_RATE } from '../src/audio-buffer.ts'
export { applyBiquad, highPass } from '../src/mix/filters.ts'
export { runJob, seedFrom } from '../src/studio/jobs.ts'
export { readBrief } from '../src/theory/brief.ts'
export { composeSongByRule } from '../src/theory/compose-song.ts'
