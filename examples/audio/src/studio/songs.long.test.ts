import { describe, expect, test } from 'vitest'
import { parseAbc } from '../abc/parse-abc.ts'
import { SAMPLE_RATE, type Stereo } from '../audio-buffer.ts'
import { measureBalance } from '../measure/balance.ts'
import { findClicks } from '../measure/clicks.ts'
import { integratedLoudness } from '../measure/loudness.ts'
import { truePeak } from '../measure/true-peak.ts'
import { sectionSeconds } from '../theory/arrange.ts'
import { readBrief } from '../theory/brief.ts'
import { composeSongByRule } from '../theory/compose-song.ts'
import { EXAMPLE_BRIEFS } from '../theory/example-briefs.ts'
import { TEST_BRIEFS } from '../theory/test-briefs.ts'
import { readWav } from '../wav.ts'
import { runJob, seedFrom } from './jobs.ts'

/** Four of the example briefs in the ordinary test; all fifty in the long one: `npx vitest run songs.test --mode all-briefs`. */
const BRIEFS = process.env['MODE'] === 'all-briefs' ? TEST_BRIEFS : EXAMPLE_BRIEFS.filter((_, index) => index % 3 === 0)
const PARTS = ['lead', 'chords', 'pad', 'bass', 'drums'] as const
const quiet = (): void => undefined

const stretch = ({ left, right }: Stereo, from: number, to: number): Stereo => ({
  left: left.subarray(Math.round(from * SAMPLE_RATE), Math.round(to * SAMPLE_RATE)),
  right: right.subarray(Math.round(from * SAMPLE_RATE), Math.round(to * SAMPLE_RATE)),
})

const record = (brief: string) => {
  const startedAt = process.cpuUsage()
  const { score, players } = composeSongByRule({ brief, seed: seedFrom(brief) })
  const parts = PARTS.map((part) => ({
    part,
    ...runJob({ type: 'part', score, part, players, seed: seedFrom(brief) }, quiet),
  })).filter(({ notes }) => notes > 0)
  const tune = parseAbc(score)
  const song = runJob(
    { type: 'mix', tracks: parts.map(({ part, wav }) => ({ role: part, wav })), tempo: tune.tempo },
    quiet,
  )
  const kinds = readBrief(brief).ambiences
  const ambience =
    kinds.length === 0 ? undefined : runJob({ type: 'ambience', kinds, seconds: 30, seed: seedFrom(brief) }, quiet)
  const mix = ambience
    ? runJob(
        {
          type: 'mix',
          score,
          tracks: [
            { role: 'song', wav: song.wav },
            { role: 'ambience', wav: ambience.wav },
          ],
        },
        quiet,
      )
    : song
  const { user, system } = process.cpuUsage(startedAt)
  return { tune, parts, ambience, mix: readWav(mix.wav), cpu: (user + system) / 1e6 / mix.seconds }
}

describe.each(BRIEFS)('%s', (brief) => {
  const { tune, parts, ambience, mix, cpu } = record(brief)

  test('costs less than half its length in CPU time', () => {
    expect(cpu).toBeLessThan(0.5)
  })

  test('has parts that leave headroom and keep to their register', () => {
    for (const { part, wav } of parts) {
      const sound = readWav(wav)
      const { low, middle } = measureBalance(sound)
      expect(truePeak(sound), part).toBeLessThan(-6)
      expect(integratedLoudness(sound), part).toBeGreaterThan(-46)
      if (part === 'bass') expect(low, part).toBeGreaterThan(-4)
      else if (part !== 'drums') expect(middle, part).toBeGreaterThan(-4)
    }
  })

  test('has parts and an ambience without clicks', () => {
    for (const { part, wav } of parts) expect(findClicks(readWav(wav)), part).toEqual([])
    if (ambience) expect(findClicks(readWav(ambience.wav))).toEqual([])
  })

  test('is -16 LUFS under -1 dBTP, without clicks, and ends in silence', () => {
    expect(Math.abs(integratedLoudness(mix) + 16)).toBeLessThan(1)
    expect(truePeak(mix)).toBeLessThanOrEqual(-1)
    expect(findClicks(mix)).toEqual([])
    const end = stretch(mix, mix.left.length / SAMPLE_RATE - 0.02, mix.left.length / SAMPLE_RATE)
    expect(Math.max(...end.left.map(Math.abs), ...end.right.map(Math.abs))).toBeLessThan(0.01)
  })

  test('is balanced between low and high, left and right', () => {
    const balance = measureBalance(mix)
    expect(balance.low).toBeGreaterThan(-14)
    expect(balance.low).toBeLessThan(-1)
    expect(balance.presence).toBeLessThan(-8)
    expect(balance.presence).toBeGreaterThan(-34)
    expect(balance.air).toBeLessThan(-12)
    expect(balance.width).toBeGreaterThan(0.01)
    expect(balance.correlation).toBeGreaterThan(0.2)
  })

  test('grows from its first section to its fullest', () => {
    const sections = sectionSeconds(tune)
    const length = mix.left.length / SAMPLE_RATE
    const levels = sections.map(({ start, energy }, index) => ({
      energy,
      loudness: integratedLoudness(stretch(mix, start, sections[index + 1]?.start ?? length)),
    }))
    const fullest = levels.reduce((best, level) => (level.energy > best.energy ? level : best))
    const first = levels[0] ?? fullest
    expect(fullest.loudness - first.loudness).toBeGreaterThan(sections.length > 3 ? 1.5 : 0)
  })
})
