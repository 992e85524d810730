import { describe, expect, test } from 'vitest'
import type { Journal } from '../journal/journal.ts'
import { createTestWorld } from '../../testing/test-run.ts'
import { createValidator } from '../schema/validate.ts'
import type { Json } from '../schema/json.ts'
import type { Expectation, Operator } from './case.ts'
import { readMeasure, type Measure } from './measure.ts'
import { changeOf, judgeOutcome, judgeReplay } from './judge-case.ts'
import { outcomeOf } from './outcome.ts'

const note = { type: 'object', description: 'Notes.', properties: { n: { type: 'integer' } }, required: ['n'] }
const think = { type: 'object', description: 'Thinks.', properties: { _module: { const: 'idea://thinker' } } }
const asks = (text: string, tool: object) => ({
  context: [
    { type: 'text', text },
    { type: 'tool', tool },
  ],
  schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
})

/** A Run whose Module notes something in its first turn. */
const worldWith = (thinker: string, journal?: Journal, more: object = {}) =>
  createTestWorld({
    ...(journal !== undefined && { journal }),
    ideas: { root: asks('Ask.', { think }), thinker: { ...asks(thinker, { note }), ...more } },
    script: (body) => {
      const seen = JSON.stringify(body.messages)
      const isThinker = seen.includes('alone')
      if (body.messages.length > 2) return { calls: [], output: { text: isThinker ? 'thought' : 'done' } }
      return { calls: [isThinker ? { _tool: 'note', n: 1 } : { _tool: 'think' }], output: null }
    },
  })

const validator = createValidator()
const everything: Expectation = { type: 'identical', path: '' }

describe('a case holds a recorded Run against the files as they are now', () => {
  test('and passes where nothing is asked or decided differently', async () => {
    const world = worldWith('Think alone.')
    const { id, events } = await world.run()
    const change = changeOf(events, await world.executor.replay(id, { ideas: 'current' }))
    expect(change).toBeNull()
    const recorded = outcomeOf(events)
    const expectations: readonly Expectation[] = [
      everything,
      { type: 'equals', path: '/output', value: { text: 'done' } },
      { type: 'schema', path: '/calls/think/0/result', schema: { required: ['text'] } },
      { type: 'calls', path: '/calls/think/0', tool: 'note', min: 1, max: 1 },
    ]
    expect(judgeReplay(expectations, recorded, change, { validator }).status).toBe('passed')
  })

  test('and names the first turn that changes, inside a Module too; later ones need the model', async () => {
    const before = worldWith('Think alone.')
    const { id, events } = await before.run()
    const now = worldWith('Think alone, and slowly.', before.journal)
    const change = changeOf(events, await now.executor.replay(id, { ideas: 'current' }))
    expect(change).toMatchObject({ turn: 1, idea: 'thinker', what: 'prompt', request: 'request/0/call/0/request/0' })
    const { status, expectations } = judgeReplay(
      [everything, { type: 'equals', path: '/output', value: 1 }],
      outcomeOf(events),
      change,
      { validator },
    )
    expect([status, expectations.map((one) => one.status)]).toEqual(['failed', ['failed', 'undecided']])
    expect(expectations[0]?.message).toBe('Turn 1 of thinker: the model would see another message (message 1, system).')
    expect(judgeReplay([{ ...everything, path: '/output' }], outcomeOf(events), change, { validator }).status).toBe(
      'changed',
    )
  })

  test('and is not troubled by what no model sees of a file', async () => {
    const before = worldWith('Think alone.')
    const { id } = await before.run()
    const now = worldWith('Think alone.', before.journal, { title: 'The thinker' })
    expect(await now.executor.replay(id, { ideas: 'current' })).toEqual({ identical: true })
  })

  test('and says in a sentence what another outcome has differently', async () => {
    const { events } = await worldWith('Think alone.').run()
    const recorded = outcomeOf(events)
    const { expectations } = judgeOutcome(
      [
        everything,
        { type: 'identical', path: '/output/text' },
        { type: 'schema', path: '/output/text', schema: { maxLength: 3 } },
        { type: 'schema', path: '/output/title', schema: true },
        { type: 'calls', path: '', tool: 'think', min: 2 },
        { type: 'calls', path: '/output/text', tool: 'think' },
        { type: 'identical', path: '/status' },
      ],
      recorded,
      { ...recorded, output: { text: 'over' } },
      { validator },
    )
    expect(expectations.map(({ message }) => message)).toEqual([
      '/output/text is "over", expected "done".',
      '/output/text is "over", expected "done".',
      expect.stringContaining('3'),
      'There is nothing at /output/title.',
      'think was called once, expected at least twice.',
      'There is no Run or Module at /output/text.',
      undefined,
    ])
  })

  test('and scores it by comparison, similarity, code and a judge', () => {
    const outcome = { status: 'completed', output: { text: 'nacht', bars: 4, tags: ['sad'] }, calls: {} }
    const recorded = { status: 'completed', output: { text: 'night', bars: 4, tags: ['sad'] }, calls: {} }
    const scored = (expectation: Expectation, measure?: Measure) => {
      const measures = measure && new Map([[expectation, measure]])
      const { status, expectations } = judgeOutcome([expectation], recorded, outcome, { validator, measures })
      return [status, expectations[0]?.score, expectations[0]?.message]
    }
    const compare = (path: string, operator: Operator, value: Json) =>
      scored({ type: 'compare', path: `/output/${path}`, operator, value })[0]
    expect([
      compare('bars', '>', 3),
      compare('bars', '<', 4),
      compare('bars', '>=', '4'),
      compare('text', '!=', 'nacht'),
      compare('text', 'contains', 'ach'),
      compare('tags', 'contains', 'sad'),
      compare('tags', 'contains', 's'),
      compare('none', '!=', 1),
    ]).toEqual(['passed', 'failed', 'failed', 'failed', 'passed', 'passed', 'failed', 'failed'])
    expect(scored({ type: 'compare', path: '/output/bars', operator: '<', value: 4 })[2]).toBe(
      '/output/bars is 4, expected < 4.',
    )
    expect(scored({ type: 'similar', path: '/output/text', least: 0.2 })).toEqual(['passed', 0.25, undefined])
    expect(scored({ type: 'similar', path: '/output/text', value: 'night', least: 0.5 })).toEqual([
      'failed',
      0.25,
      'The score is 0.25, expected at least 0.5.',
    ])
    const judge: Expectation = { type: 'judge', path: '/output', idea: 'critic', least: 0.5 }
    expect(scored(judge)).toEqual(['changed', null, 'The judge critic has not been asked about this yet.'])
    expect(scored(judge, { score: 0.4, reason: 'It is dull.' })).toEqual([
      'failed',
      0.4,
      'The score is 0.4, expected at least 0.5: It is dull.',
    ])
    expect(scored({ type: 'code', path: '/output', activity: 'rhymes' }, { problem: 'It threw.' })).toEqual([
      'failed',
      0,
      'It threw.',
    ])
  })

  test('and counts what is not decided as nothing', () => {
    const judge: Expectation = { type: 'judge', path: '/output', idea: 'critic' }
    const recorded = { status: 'completed', output: 1, calls: {} }
    expect(judgeOutcome([{ type: 'identical', path: '/output' }, judge], recorded, recorded, { validator }).score).toBe(
      0.5,
    )
  })

  test('and reads what code and judges answer', () => {
    const answers: readonly Json[] = [0.3, true, 'fail', { score: 1, reason: 'Good.' }, { verdict: 'pass' }]
    expect(answers.map(readMeasure)).toEqual([
      { score: 0.3 },
      { score: 1 },
      { score: 0 },
      { score: 1, reason: 'Good.' },
      { score: 1 },
    ])
    const wrong: readonly (Json | undefined)[] = [undefined, null, 2, -0.1, NaN, 'fine', {}, { score: '1' }, []]
    for (const each of wrong) expect(readMeasure(each)).toHaveProperty('problem')
  })
})
