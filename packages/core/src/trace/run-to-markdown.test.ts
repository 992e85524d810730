import { describe, expect, it } from 'vitest'
import { NO_USAGE } from './span.ts'
import { runToMarkdown } from './run-to-markdown.ts'
import { createTestJournal } from './test-journal.ts'
import { CREATED, type Fact, started, traceOf } from './test-trace.ts'

const markdown = (facts: readonly Fact[]): string => runToMarkdown(traceOf(facts).events)

describe('A Run as Markdown', () => {
  it('says what failed and where, with the input', () => {
    const span = 'request/0/call/0'
    const text = markdown([
      { ...CREATED, data: { ...(CREATED.data as object), input: { brief: 'a ``` b' } } },
      started('request/0'),
      { type: 'call.proposed', span, data: { call: '0', tool: 'mix', parameters: {}, meta: {}, raw: '{}' } },
      {
        type: 'call.failed',
        span,
        data: {
          call: '0',
          error: { code: 'activity.failed', message: 'It\nthrew <b>', retryable: false },
          attempt: 1,
          ms: 1,
        },
      },
      {
        type: 'run.failed',
        span: '',
        data: {
          error: { code: 'limit.turns', message: 'Too many | turns.', retryable: false },
          usage: { ...NO_USAGE, cost: 0.5, currency: 'USD' },
        },
      },
    ])
    expect(text).toContain('# band: failed\n')
    expect(text).toContain('**`limit.turns`** Too many \\| turns.\n')
    expect(text).toContain(`- \`mix\` at \`${span}\`: **\`activity.failed\`** It threw \\<b\\>\n`)
    expect(text).toContain('## Input\n\n````json\n')
    expect(text).not.toContain('## Output')
  })

  it('tells waiting for a person from work', () => {
    const end: Fact = {
      type: 'run.completed',
      span: '',
      data: { output: 1, usage: { ...NO_USAGE, cost: null, currency: 'USD' } },
    }
    const waits: readonly Fact[] = Array.from({ length: 20 }, (_, at) => ({
      type: at % 2 === 0 ? 'run.waiting' : 'run.resumed',
      span: '',
      data: {},
    }))
    // Ten milliseconds lie between two facts: ten of them are waits.
    expect(markdown([CREATED, ...waits, end])).toMatch(
      /\| Working time \| 0\.1 s \|\n\| Waiting for a person \| 0\.1 s \|/,
    )
    expect(markdown([CREATED, end])).not.toContain('Waiting')
  })

  it('has one table and whole fences, whatever the Run', () => {
    for (let seed = 1; seed <= 12; seed++) {
      const text = runToMarkdown(createTestJournal(seed, { trouble: 5 }))
      expect(text.match(/^# /gm)).toHaveLength(1)
      expect((text.match(/^```/gm) ?? []).length % 2).toBe(0)
    }
  })
})
