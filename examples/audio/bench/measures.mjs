// `node examples/audio/bench/measures.mjs`: how the composed music moves, over every genre and fifty briefs. Writes its
// section of docs/benchmarks-song.md; fails where a bound is missed. `--before` keeps the result as the one to compare with.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleSubject } from './bundle.mjs'
import { measuredOn, writeSection } from './page.mjs'

const SEEDS = ['1', '2', '3']
/** Genres whose melodies fall between the beats. */
const SYNCOPATED =
  'jazz bossa pop dance blues ragtime swing reggae ska techno trance house trap hip-hop lo-fi funk salsa samba gospel rock'.split(
    ' ',
  )
const RECORDINGS = {
  trailer: 'an epic film trailer',
  techno: 'techno about machines',
  blues: 'a blues about a broken car',
  waltz: 'a happy waltz about spring, with piano',
}
const PARTS = ['lead', 'chords', 'pad', 'bass', 'drums']
const BEFORE = join(import.meta.dirname, 'measures-before.json')

/** A process that records gets the bundle: the bundler's memory isn't the song's. */
const RECORD = process.argv[2] === '--record'
const bundle = RECORD ? { file: process.argv[4], remove: async () => {} } : await bundleSubject('measures-subject.ts')
const {
  composeSongByRule,
  GENRE_NAMES,
  loudnessRange,
  measureRhythm,
  parseAbc,
  plainLine,
  readWav,
  performJob,
  rhythmDistance,
  runJob,
  seedFrom,
  SUBJECT_BRIEFS,
} = await import(bundle.file)

const DECODER = 'ffmpeg'
const RATE = 4410
/** Samples of a frame: 5 ms. */
const FRAME = 22
const BEATS = 8
/**
 * The tempo of what ffmpeg decodes: the spacing, within 6 % of the written one, at which rises of loudness agree best with
 * those eight beats later.
 */
const tempoHeard = (file, written) => {
  const args = ['-v', 'error', '-i', file, '-ac', '1', '-ar', String(RATE), '-f', 'f32le', '-']
  const bytes = execFileSync(DECODER, args, { maxBuffer: 2 ** 28 })
  const samples = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
  const energies = Array.from({ length: Math.floor(samples.length / FRAME) }, (_, index) =>
    Math.log(
      1e-6 + samples.subarray(index * FRAME, (index + 1) * FRAME).reduce((sum, value) => sum + value * value, 0),
    ),
  )
  const rises = energies.map((energy, index) => Math.max(0, energy - (energies[index - 2] ?? energy)))
  const lagOf = (tempo) => Math.round((BEATS * 60 * RATE) / (tempo * FRAME))
  let best = { score: -1, lag: 0 }
  for (let lag = lagOf(written * 1.06); lag <= lagOf(written * 0.94); lag++) {
    let score = 0
    for (let index = lag; index < rises.length; index++) score += rises[index] * rises[index - lag]
    score /= rises.length - lag
    if (score > best.score) best = { score, lag }
  }
  return (BEATS * 60 * RATE) / (best.lag * FRAME)
}

const ffmpegRange = (wav, written) => {
  const folder = mkdtempSync(join(tmpdir(), 'ensemble-measures-'))
  try {
    const file = join(folder, 'song.wav')
    writeFileSync(file, wav)
    const script = `ffmpeg -hide_banner -nostats -i "${file}" -af ebur128 -f null - 2>&1 | tail -12`
    const text = execFileSync('sh', ['-c', script], { encoding: 'utf8' })
    const numberOf = (name) => Number(new RegExp(`${name}:\\s+(-?[\\d.]+)`, 'u').exec(text)?.[1])
    return { range: numberOf('LRA'), loudness: numberOf('I'), heard: tempoHeard(file, written) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
const record = async (brief) => {
  const seed = seedFrom(brief)
  const started = process.cpuUsage()
  const { score, players } = composeSongByRule({ brief, seed, form: 'AABA' })
  // As the server does: a part is kept as FLAC, and read again for the mix.
  const parts = []
  for (const part of PARTS) {
    const { wav, notes } = runJob({ type: 'part', score, part, players, seed }, () => undefined)
    if (notes > 0) parts.push({ role: part, wav: (await performJob({ type: 'pack', wav }, () => undefined)).flac })
  }
  const { tempo } = parseAbc(score)
  const { wav, seconds } = runJob({ type: 'mix', tracks: parts, tempo }, () => undefined)
  await performJob({ type: 'encode', wav, title: brief }, () => undefined)
  const { user, system } = process.cpuUsage(started)
  const memory = process.resourceUsage().maxRSS / 1024
  const { range, loudness, heard } = ffmpegRange(wav, tempo)
  const cpu = (user + system) / 1e6 / seconds
  return { own: loudnessRange(readWav(wav)), range, loudness, heard, tempo, seconds, cpu, memory }
}
if (RECORD) {
  console.log(JSON.stringify(await record(process.argv[3])))
  process.exit()
}
/** Every song in its own process, as a worker renders it. */
const recorded = (brief) =>
  JSON.parse(
    execFileSync(process.execPath, [import.meta.filename, '--record', brief, bundle.file], { encoding: 'utf8' }),
  )
const recordings = Object.fromEntries(Object.entries(RECORDINGS).map(([name, brief]) => [name, recorded(brief)]))

await bundle.remove()

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length
const percent = (value) => `${(value * 100).toFixed(0)} %`

const genres = GENRE_NAMES.map((name) => {
  const tunes = SEEDS.map((seed) => parseAbc(composeSongByRule({ brief: `a ${name} about rain`, seed }).score))
  const reports = tunes.map(measureRhythm)
  const histogram = new Map()
  for (const report of reports)
    for (const [key, part] of report.histogram) histogram.set(key, (histogram.get(key) ?? 0) + part / SEEDS.length)
  return { name, reports, histogram }
})
const reports = genres.flatMap((genre) => genre.reports)
const pairs = genres.flatMap((one, index) =>
  genres.slice(index + 1).map((other) => rhythmDistance(one.histogram, other.histogram)),
)
const shareOf = (items, holds) => items.filter(holds).length / items.length

const wordsOf = (brief) =>
  composeSongByRule({ brief, seed: seedFrom(brief) })
    .lyrics.flatMap(({ lines }) => lines.map(plainLine))
    .join('\n')
    .toLowerCase()
const about = SUBJECT_BRIEFS.map(([brief, subject]) => ({
  brief,
  holds: subject.split('|').some((word) => wordsOf(brief).includes(word)),
}))

const syncopated = genres.filter(({ name }) => SYNCOPATED.includes(name))
const offBeats = syncopated.map((genre) => mean(genre.reports.map((report) => report.syncopated)))
const songs = Object.values(recordings)
const subjects = about.filter(({ holds }) => holds).length
const rangeOf = (name) => `${recordings[name].range.toFixed(1)} LU, ${recordings[name].own.toFixed(1)} LU`
const rangeName = (name) => `Loudness range of ${name}, by ffmpeg and by our own measure`
/** Name, value, and where there is a bound: its words and whether it holds. */
const MEASURES = [
  ['Distinct bar rhythms in 16 bars, mean', mean(reports.map(({ distinctBars }) => distinctBars)).toFixed(1)],
  bounded('Songs with 8 or more of them', reports, ({ distinctBars }) => distinctBars >= 8),
  ['Rests, mean', percent(mean(reports.map(({ rests }) => rests)))],
  bounded('Songs with 15 % rests or more', reports, ({ rests }) => rests >= 0.15),
  [`Syncopated notes in ${syncopated.length} genres that have them, mean`, percent(mean(offBeats))],
  ['The least of those genres', percent(Math.min(...offBeats)), '≥ 10 %', Math.min(...offBeats) >= 0.1],
  ['Accented dissonance, mean', percent(mean(reports.map(({ accented }) => accented)))],
  bounded('Songs with 10 to 20 % of it', reports, ({ accented }) => accented >= 0.1 && accented <= 0.2),
  bounded('Songs in which all of it resolves by step', reports, ({ resolved }) => resolved === 1),
  [
    'Pairs of genres with nearly the same rhythms (distance under 0.1)',
    pairs.filter((value) => value < 0.1).length,
    '0',
    pairs.every((value) => value >= 0.1),
  ],
  ['Least distance of two genres', Math.min(...pairs).toFixed(2)],
  [rangeName('trailer'), rangeOf('trailer'), '≥ 10 LU', recordings.trailer.range >= 10],
  ...['techno', 'blues', 'waltz'].map((name) => [rangeName(name), rangeOf(name)]),
  [
    'Loudness of the four recordings, by ffmpeg',
    songs.map(({ loudness }) => loudness.toFixed(1)).join(', '),
    '-16 ± 1',
    songs.every(({ loudness }) => Math.abs(loudness + 16) <= 1),
  ],
  [
    'Their tempo by the onsets that ffmpeg decodes, and as written',
    songs.map(({ heard, tempo }) => `${heard.toFixed(1)} (${tempo})`).join(', '),
    'within 1 %',
    songs.every(({ heard, tempo }) => Math.abs(heard / tempo - 1) <= 0.01),
  ],
  ['Their lengths', songs.map(({ seconds }) => `${seconds.toFixed(0)} s`).join(', ')],
  most(
    'Processor time for a second of song, most of four',
    songs.map(({ cpu }) => cpu),
    0.12,
    (cpu) => `${cpu.toFixed(2)} s`,
  ),
  most(
    'Memory of a process that renders a song, most of four',
    songs.map(({ memory }) => memory),
    300,
    (memory) => `${memory.toFixed(0)} MiB`,
  ),
  ['Briefs of fifty whose subject is in the words', subjects, '50', subjects === about.length],
]
function bounded(name, items, holds) {
  const part = shareOf(items, holds)
  return [name, percent(part), '100 %', part === 1]
}
function most(name, values, limit, text) {
  const value = Math.max(...values)
  return [name, text(value), `≤ ${limit} ${text(value).split(' ')[1]}`, value <= limit]
}
const found = Object.fromEntries(MEASURES.map(([name, value]) => [name, value]))
if (process.argv.includes('--before')) writeFileSync(BEFORE, `${JSON.stringify(found, null, 2)}\n`)
const before = existsSync(BEFORE) ? JSON.parse(readFileSync(BEFORE, 'utf8')) : {}
if (process.argv.includes('--genres'))
  for (const { name, reports: own } of genres)
    console.log(
      name.padEnd(14),
      ...['distinctBars', 'rests', 'syncopated', 'accented', 'resolved'].map((key) =>
        own.map((report) => report[key].toFixed(2)).join('/'),
      ),
    )
const missing = about.filter(({ holds }) => !holds).map(({ brief }) => brief)
if (missing.length > 0) console.log(`Not in the words:\n  ${missing.join('\n  ')}`)
await writeSection(
  'The music',
  `Written by \`npm run song-measures\`, over ${genres.length} genres with ${SEEDS.length} seeds each, and fifty briefs in English and Russian.

${measuredOn()}

| what | before | measured | target | |
| --- | --- | --- | --- | --- |
${MEASURES.map(([what, value, target = '', holds]) => `| ${what} | ${before[what] ?? ''} | ${value} | ${target} | ${holds === undefined ? '' : holds ? 'holds' : 'misses'} |`).join('\n')}`,
)
if (MEASURES.some(([, , , holds]) => holds === false)) process.exitCode = 1
