// `node examples/audio/bench/song.mjs`: the cost of a song, compared with one bare filter over the same samples. Writes its
// section of docs/benchmarks-song.md.
import { importSubject } from './bundle.mjs'
import { measuredOn, writeSection } from './page.mjs'

const REPEATS = 5
const BRIEF = 'a sad ballad about the sea, with waves'
const PARTS = ['lead', 'chords', 'pad', 'bass', 'drums']
const quiet = () => undefined

const { SAMPLE_RATE, applyBiquad, highPass, runJob, seedFrom, readBrief, composeSongByRule } =
  await importSubject('song-subject.ts')

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
const samples = {}
/** Processor time: other work of the machine counts less. */
const timed = (name, work) => {
  const before = process.cpuUsage()
  const result = work()
  const { user, system } = process.cpuUsage(before)
  samples[name] = [...(samples[name] ?? []), (user + system) / 1000]
  return result
}
/** The baseline: a second-order filter written out, over noise in both channels. */
const bareFilter = (channels) => {
  const { b0, b1, b2, a1, a2 } = highPass(60)
  for (const channel of channels) {
    let z1 = 0
    let z2 = 0
    for (let index = 0; index < channel.length; index++) {
      const input = channel[index]
      const output = b0 * input + z1
      z1 = b1 * input - a1 * output + z2
      z2 = b2 * input - a2 * output
      channel[index] = output
    }
  }
}
const noise = (length, sounding = length) =>
  [1, 2].map(() => Float32Array.from({ length }, (_, index) => (index < sounding ? Math.random() - 0.5 : 0)))

const seed = seedFrom(BRIEF)
const { score, players } = composeSongByRule({ brief: BRIEF, seed })
let seconds = 0
for (let round = 0; round <= REPEATS; round++) {
  // The first round builds the instruments and warms the loops up: it is a worker's first song.
  const name = (work) => (round === 0 ? `first ${work}` : work)
  const parts = timed(name('parts'), () =>
    PARTS.map((part) => ({ role: part, ...runJob({ type: 'part', score, part, players, seed }, quiet) })),
  )
  const song = timed(name('mix'), () =>
    runJob({ type: 'mix', tracks: parts.filter(({ notes }) => notes > 0), tempo: 72 }, quiet),
  )
  seconds = song.seconds
  const place = timed(name('place'), () =>
    runJob({ type: 'ambience', kinds: readBrief(BRIEF).ambiences, seconds: 30, seed }, quiet),
  )
  timed(name('mixdown'), () =>
    runJob(
      {
        type: 'mix',
        score,
        tracks: [
          { role: 'song', wav: song.wav },
          { role: 'ambience', wav: place.wav },
        ],
      },
      quiet,
    ),
  )
  const length = Math.round(seconds * SAMPLE_RATE)
  const [sounding, silent, plain] = [noise(length), noise(length, SAMPLE_RATE), noise(length)]
  timed(name('bare'), () => bareFilter(plain))
  timed(name('sounding'), () => sounding.forEach((channel) => applyBiquad(channel, highPass(60))))
  timed(name('silent'), () => silent.forEach((channel) => applyBiquad(channel, highPass(60))))
}

const cost = (name) => median(samples[name])
const passes = (name) => cost(name) / cost('bare')
const ms = (value) => `${value.toFixed(0)} ms`
const row = (what, name, most) =>
  `| ${what} | ${ms(cost(name))}, ${passes(name).toFixed(1)}x | ≤ ${most}x the bare filter | ${passes(name) <= most ? 'holds' : 'misses'} |`
const inSilence = cost('silent') / cost('sounding')
const whole = ['parts', 'mix', 'place', 'mixdown'].reduce((sum, name) => sum + cost(name), 0)
const first = ['first parts', 'first mix', 'first place', 'first mixdown'].reduce((sum, name) => sum + cost(name), 0)
await writeSection(
  'The cost',
  `Written by \`node examples/audio/bench/song.mjs\`.

${measuredOn()}

| what | measured | target | |
| --- | --- | --- | --- |
${row('Five parts played', 'parts', 80)}
${row('Five parts mixed', 'mix', 120)}
${row('Thirty seconds of waves', 'place', 40)}
${row('Waves mixed under the song', 'mixdown', 90)}
| A filter in silence | ${inSilence.toFixed(2)}x of the same filter in sound | ≤ 1.5x | ${inSilence <= 1.5 ? 'holds' : 'misses'} |
| All of it | ${ms(whole)} for ${seconds.toFixed(0)} s of song, ${ms(first)} the first time | | |

Processor time on one thread, medians of ${REPEATS} rounds in one process, without the first, which builds the instruments and compiles the loops.

- **The bare filter.** A second-order filter written out in a loop, over ${seconds.toFixed(0)} s of stereo noise: ${ms(cost('bare'))}. The cost of a song is counted in such passes, so the machine matters little.
- **Five parts.** Every part of "${BRIEF}": score read, notes arranged and played, WAV and MIDI written.
- **Mixed.** The parts' WAV files read, levelled, filtered, panned, with room and echo, compressed, limited, measured and written.
- **Waves.** The place synthesised; then song and place read and mixed, the place fitted to the song's length and form.
- **In silence.** One second of noise, then silence to the song's end. A filter's memory must fade to zero: with the smallest numbers, processors are slow.
`,
)
