// `npm run song-sound -- BANK.sf2 …`: the levels and attacks of harp, guitar, saxophone and drums next to three sampled General
// MIDI banks that the same synthesiser plays. Writes its section of docs/benchmarks-song.md; fails where a bound is missed.
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { importSubject } from './bundle.mjs'
import { measuredOn, writeSection } from './page.mjs'

/** Where Debian installs fluid-soundfont-gm, timgm6mb-soundfont and musescore-general-soundfont-small. */
const BANKS = ['sf2/FluidR3_GM.sf2', 'sf2/TimGM6mb.sf2', 'sf3/MuseScore_General_Lite.sf3'].map(
  (name) => `/usr/share/sounds/${name}`,
)
const banks = process.argv.length > 2 ? process.argv.slice(2) : BANKS
const missing = banks.filter((path) => !existsSync(path))
if (missing.length > 0) {
  console.error(
    `Missing: ${missing.join(', ')}. Install fluid-soundfont-gm, timgm6mb-soundfont and musescore-general-soundfont-small, or name other banks.`,
  )
  process.exit(2)
}
/** Decibels from the middle of the banks, and times their attack. */
const NEAR = 6
const ATTACK = 2
/** Octaves further below the whole can't be heard next to the others. */
const HEARD = -45
/** Seconds from note to note, and of a note. */
const SPACING = 1.5
const HELD = 0.7
/** Attacks below this many seconds count as this long. */
const SHORTEST = 0.004

const { attackTime, DRUM_KEYS, OCTAVES, octaveLevels, renderNotes, SAMPLE_RATE, soundFontsReady } =
  await importSubject('sound-subject.ts')
await soundFontsReady()

/** Each pitch soft, firm and hard. */
const phrase = (pitches) => pitches.flatMap((pitch) => [60, 85, 110].map((velocity) => ({ pitch, velocity })))
const SUBJECTS = {
  harp: { instrument: 'harp', notes: phrase([48, 55, 60, 64, 67, 72, 76, 79]) },
  guitar: { instrument: 'guitar', notes: phrase([40, 47, 52, 55, 59, 64, 67, 72]) },
  saxophone: { instrument: 'saxophone', notes: phrase([50, 53, 57, 60, 62, 65, 69, 74]) },
  ...Object.fromEntries(
    // General MIDI's standard kit has no brush: its key is a second snare there.
    Object.entries(DRUM_KEYS)
      .filter(([name]) => name !== 'brush')
      .map(([name, key]) => [`drums: ${name}`, { instrument: 'drum-kit', notes: phrase([key, key]) }]),
  ),
}

/** The middle of three; of an even number the upper one. */
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
const measure = ({ instrument, notes }, soundFont) => {
  const played = notes.map((note, index) => ({ ...note, start: index * SPACING, duration: HELD }))
  const { left, right } = renderNotes(played, instrument, {
    seconds: notes.length * SPACING,
    ...(soundFont && { soundFont }),
  })
  const mono = left.map((value, index) => (value + right[index]) / 2)
  const attacks = notes.map((_, index) =>
    attackTime(
      mono.subarray(Math.round(index * SPACING * SAMPLE_RATE), Math.round((index + 1) * SPACING * SAMPLE_RATE)),
    ),
  )
  return { levels: octaveLevels(mono), attack: Math.max(SHORTEST, median(attacks)) }
}

const rows = Object.entries(SUBJECTS).map(([name, subject]) => ({
  name,
  own: measure(subject),
  others: banks.map(() => undefined),
  subject,
}))
// One bank after the other: the synthesiser keeps the bank that it read last.
for (const [index, bank] of banks.entries()) for (const row of rows) row.others[index] = measure(row.subject, bank)

const found = rows.map(({ name, own, others }) => {
  const middle = OCTAVES.map((_, octave) => median(others.map(({ levels }) => levels[octave])))
  const away = middle.map((level, octave) =>
    level < HEARD && own.levels[octave] < HEARD ? undefined : own.levels[octave] - Math.max(HEARD, level),
  )
  const attack = median(others.map((other) => other.attack))
  const holds = away.every((value) => value === undefined || Math.abs(value) <= NEAR) && own.attack <= attack * ATTACK
  return { name, own, others, away, holds }
})

const milliseconds = (seconds) => (seconds * 1000).toFixed(0)
const cell = (away) => (away === undefined ? '' : `${away > 0 ? '+' : ''}${away.toFixed(1)}`)
await writeSection(
  'The sound',
  `Written by \`npm run song-sound\`, next to ${banks.map((bank) => basename(bank)).join(', ')}.

${measuredOn()}

Decibels from the middle of the banks in each octave of the whole phrase (bound: ${NEAR} dB), and the attack from a tenth to nine tenths of a
note's peak (bound: ${ATTACK} times the middle). A phrase has each note at three velocities. Octaves under ${HEARD} dB in both are left out.

| what | ${OCTAVES.map((centre) => (centre < 1000 ? centre : `${centre / 1000}k`)).join(' | ')} | attack, ms | banks, ms | |
| --- |${' --- |'.repeat(OCTAVES.length + 3)}
${found
  .map(
    ({ name, own, others, away, holds }) =>
      `| ${name} | ${away.map(cell).join(' | ')} | ${milliseconds(own.attack)} | ${others.map((other) => milliseconds(other.attack)).join(', ')} | ${holds ? 'holds' : 'misses'} |`,
  )
  .join('\n')}`,
)
if (!found.every(({ holds }) => holds)) process.exitCode = 1
