import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sealEvents } from '../journal/chain.ts'
import { GENESIS } from '../journal/journal.ts'
import { createBriefReader, createBriefWriter, type BriefEvents } from './brief-events.ts'
import { createTestJournal } from './test-journal.ts'

const RUN = 'a "run" \\ of two'
const sealedLines = (seed: number): readonly string[] =>
  sealEvents(RUN, { seq: 0, hash: GENESIS }, createTestJournal(seed)).map(({ line }) => line)

const shortened = (line: string) => {
  const { type, seq, run, at, span, data } = JSON.parse(line)
  return { type, seq, run, at, span, data }
}

describe('brief events', () => {
  it('read as what was recorded, however the lines are cut into messages', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 40 }), (seed, size) => {
        const lines = sealedLines(seed)
        const write = createBriefWriter(RUN)
        const read = createBriefReader()
        const events = []
        for (let at = 0; at < lines.length; at += size) {
          const text = write(lines.slice(at, at + size), at + 1)
          events.push(...read(JSON.parse(text) as BriefEvents))
        }
        expect(events).toEqual(lines.map(shortened))
      }),
      { numRuns: 50 },
    )
  })

  it('name each span once', () => {
    const lines = sealedLines(3)
    const brief = JSON.parse(createBriefWriter(RUN)(lines, 1)) as BriefEvents
    expect(new Set(brief.spans).size).toBe(brief.spans.length)
  })

  it('take a line that another program wrote in its own order', () => {
    const line =
      '{"data":{"by":"a \\"person\\""},"span":"","type":"run.cancelled","at":"2026-01-01T00:00:00.000Z","extra":1}'
    const [event] = createBriefReader()(JSON.parse(createBriefWriter(RUN)([line], 7)) as BriefEvents)
    expect(event).toEqual({
      type: 'run.cancelled',
      seq: 7,
      run: RUN,
      at: '2026-01-01T00:00:00.000Z',
      span: '',
      data: { by: 'a "person"' },
    })
  })
})
