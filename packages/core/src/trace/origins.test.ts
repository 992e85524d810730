import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hydrateEvent } from '../journal/chain.ts'
import type { JournalEvent } from '../journal/events.ts'
import { NO_USAGE } from '../journal/fold-run.ts'
import { setPath } from '../request/state.ts'
import { resolveParameters } from '../request/reference.ts'
import type { Json, JsonObject } from '../schema/json.ts'
import { isExact, type Origins, type ValuePlace } from './origin-types.ts'
import { originsOf } from './origins.ts'
import { CREATED, type Fact, started, traceOf } from './test-trace.ts'
import { traceBack, traceOnward } from './trace-value.ts'

const FOLDER = new URL('../../fixtures/journals/', import.meta.url)
const input = (span: string, pointer = ''): ValuePlace => ({ span, part: 'input', pointer })
const result = (span: string, pointer = ''): ValuePlace => ({ span, part: 'result', pointer })

const created = (given: Json): Fact => ({ ...CREATED, data: { ...(CREATED.data as object), input: given } })
const call = (span: string, tool: string, parameters: JsonObject, meta: JsonObject = {}): Fact => ({
  type: 'call.proposed',
  span,
  data: { call: span, tool, parameters, meta: { _tool: tool, ...meta }, raw: '{}' },
})
const begun = (span: string, resolved: JsonObject, mode = 'explicit'): Fact => ({
  type: 'call.started',
  span,
  data: { call: span, mode, activity: 'work', attempt: 1, inputs: '', resolved },
})
const done = (span: string, value: Json): Fact => ({
  type: 'call.completed',
  span,
  data: { call: span, result: value, ms: 1 },
})
const wrote = (span: string, ref: string, after: Json): Fact => ({
  type: 'state.written',
  span,
  data: { ref, call: span, before: null, after },
})
const answered = (span: string, output: Json): Fact => ({
  type: 'request.completed',
  span,
  data: { raw: '', finish: 'stop', calls: 0, output, usage: NO_USAGE, ms: 1, firstTokenMs: 1, queueMs: 0, pieces: [] },
})
const finished = (output: Json): Fact => ({ type: 'run.completed', span: '', data: { output, usage: NO_USAGE } })

const originsIn = (facts: readonly Fact[]): Origins => originsOf(traceOf(facts).events, () => undefined)
const back = (origins: Origins, place: ValuePlace) =>
  traceBack(origins, place).steps.map(({ place: { span, part, pointer }, how, isExact: isSure }) => [
    how ?? '',
    `${span} ${part}${pointer}`,
    isSure,
  ])

describe('Where a value came from', () => {
  const ONE = 'request/0/call/0'
  const TWO = 'request/0/call/1'

  it('follows references through the state to the Call that wrote it, and says that this is recorded', () => {
    const origins = originsIn([
      created({ city: 'Lisbon' }),
      started('request/0'),
      call(ONE, 'look', { place: '†input.city' }, { _outputPath: '†state.sky <- now.sky' }),
      begun(ONE, { place: 'Lisbon' }),
      done(ONE, { now: { sky: 'clear sky' } }),
      wrote(ONE, '†state.sky', 'clear sky'),
      call(TWO, 'tell', { text: '†state.sky' }),
      begun(TWO, { text: 'clear sky' }),
      done(TWO, true),
    ])
    expect(back(origins, input(TWO, '/text'))).toEqual([
      ['', `${TWO} input/text`, true],
      ['reference', `${ONE} result/now/sky`, true],
      ['computed', `${ONE} input`, true],
      ['reference', ' input/city', true],
    ])
    expect(traceOnward(origins, input('', '/city')).steps.map(({ place }) => place)).toEqual([
      input('', '/city'),
      input(ONE, '/place'),
      result(ONE),
      input(TWO, '/text'),
      result(TWO),
    ])
  })

  it('names an equal text as only equal, and everything before it too', () => {
    const origins = originsIn([
      created({ ticket: 'Order A-1234 is late' }),
      started('request/0'),
      call(ONE, 'find', { order: 'A-1234' }),
      begun(ONE, { order: 'A-1234' }),
      done(ONE, { city: 'Porto Alegre' }),
      started('request/1'),
      answered('request/1', { where: 'Porto Alegre', sure: true }),
      finished({ where: 'Porto Alegre', sure: true }),
    ])
    expect(back(origins, result('', '/where'))).toEqual([
      ['', ' result/where', true],
      ['passed', 'request/1 result/where', true],
      ['same', `${ONE} result/city`, false],
      ['computed', `${ONE} input`, false],
      ['contains', ' input/ticket', false],
    ])
    // A word that says nothing is equal to nothing.
    expect(back(origins, result('', '/sure'))).toHaveLength(2)
    expect(origins.makerOf(result('request/1'))).toEqual({ type: 'model', request: 'request/1' })
  })

  it('crosses the wall of a Module, in by its arguments and imports and out by its answer', () => {
    const inner = `${ONE}/request/0`
    const origins = originsIn([
      created({ brief: 'a song about rain' }),
      started('request/0'),
      call(ONE, 'compose', { mood: '†input.brief' }, { _module: 'idea://composer', _imports: ['input'] }),
      begun(ONE, { mood: 'a song about rain' }, 'module'),
      {
        type: 'module.entered',
        span: ONE,
        data: { call: ONE, address: 'idea://composer', hash: 'x', imports: ['input'], passed: [], withheld: [] },
      },
      started(inner),
      call(`${inner}/call/0`, 'write', { text: '†input.mood', about: 'rain' }),
      begun(`${inner}/call/0`, { text: 'a song about rain', about: 'rain' }),
      done(`${inner}/call/0`, 'drip drip drip'),
      started(`${ONE}/request/1`),
      answered(`${ONE}/request/1`, 'drip drip drip'),
      done(ONE, 'drip drip drip'),
    ])
    expect(back(origins, result(ONE))).toEqual([
      ['', `${ONE} result`, true],
      ['passed', `${ONE}/request/1 result`, true],
      ['same', `${inner}/call/0 result`, false],
      ['computed', `${inner}/call/0 input`, false],
      ['reference', `${ONE} input/mood`, false],
      ['contains', ' input/brief', false],
    ])
    expect(origins.ownerOf(input(`${inner}/call/0`))).toEqual({ idea: 'idea://composer', tool: 'write' })
  })

  it('gives a Call of an instance the writes of its own world', () => {
    const origins = originsIn([
      created(null),
      started('request/0'),
      ...['one', 'two'].flatMap((world, at) => {
        const span = `request/0/call/${at}`
        return [
          call(span, 'look', {}, { _instance: world, _outputPath: '†state.found' }),
          begun(span, {}),
          done(span, 'the same text'),
          wrote(span, '†state.found', 'the same text'),
        ]
      }),
      call('request/0/call/2', 'tell', { text: '†state.found' }, { _instance: 'one' }),
      begun('request/0/call/2', { text: 'the same text' }),
    ])
    expect(back(origins, input('request/0/call/2', '/text'))).toEqual([
      ['', 'request/0/call/2 input/text', true],
      ['reference', 'request/0/call/0 result', true],
    ])
  })

  it('finds each part by itself where a later Call wrote over part of a value, of a Call or of the Idea', () => {
    const three = 'request/0/call/2'
    const facts = [
      started('request/0'),
      call(TWO, 'fix', {}, { _outputPath: '†state.c.a' }),
      begun(TWO, {}),
      done(TWO, 1),
      wrote(TWO, '†state.c.a', 1),
      call(three, 'tell', { x: '†state.c' }),
      begun(three, { x: { a: 1, b: '' } }),
    ]
    const whole = { a: 0, b: '' }
    const first = [
      created(null),
      started('request/0'),
      call(ONE, 'look', {}, { _outputPath: '†state.c' }),
      begun(ONE, {}),
      done(ONE, whole),
      wrote(ONE, '†state.c', whole),
    ]
    const links = ({ links: all }: Origins) =>
      all.filter(({ to }) => to.span === three).map(({ to, from }) => [to.pointer, from])
    expect(links(originsIn([...first, ...facts.slice(1)]))).toEqual([
      ['/x/a', result(TWO)],
      ['/x/b', result(ONE, '/b')],
    ])
    const { events } = traceOf([
      { ...CREATED, data: { ...(CREATED.data as object), pins: { 'idea://band': 'x' } } },
      ...facts,
    ])
    expect(links(originsOf(events, () => [{ type: 'state', state: { c: whole } }]))).toEqual([
      ['/x/a', result(TWO)],
      ['/x/b', { span: '', part: 'context', pointer: '/0/state/c/b' }],
    ])
  })

  const name = fc.constantFrom('a', 'b', 'c')
  const value = fc.oneof(fc.string({ minLength: 4 }), fc.record({ a: fc.nat(), b: fc.string() }), fc.nat())
  const step = fc.record({
    reads: fc.oneof(
      fc.record({ root: fc.constant('input' as const), path: fc.array(name, { minLength: 1, maxLength: 2 }) }),
      fc.record({ root: fc.constant('state' as const), path: fc.array(name, { minLength: 1, maxLength: 2 }) }),
    ),
    writes: fc.array(name, { minLength: 1, maxLength: 2 }),
    result: value,
  })

  it('finds for every reference a recorded place that holds what was read, and the way back from it', () => {
    fc.assert(
      fc.property(fc.dictionary(name, value), fc.array(step, { maxLength: 12 }), (given, steps) => {
        let state: JsonObject = {}
        const facts: Fact[] = [created(given), started('request/0')]
        const read: ValuePlace[] = []
        for (const [at, each] of steps.entries()) {
          const span = `request/0/call/${at}`
          const parameters = { x: `†${each.reads.root}.${each.reads.path.join('.')}` }
          const resolved = resolveParameters(parameters, { state, input: given })
          if (!resolved.ok) continue
          const next = setPath(state, each.writes, each.result)
          if (next === undefined) continue
          state = next as JsonObject
          const ref = `†state.${each.writes.join('.')}`
          facts.push(call(span, 'work', parameters, { _outputPath: ref }), begun(span, resolved.resolved))
          facts.push(done(span, each.result), wrote(span, ref, each.result))
          read.push(input(span, '/x'))
        }
        const origins = originsIn(facts)
        for (const link of origins.links)
          if (link.how === 'reference' || link.how === 'same')
            expect(origins.valueOf(link.from)).toEqual(origins.valueOf(link.to))
        for (const place of read) {
          const { steps: found } = traceBack(origins, place)
          // The parts of a value that several Calls wrote are found each by itself.
          const first = found.filter(({ of, how }) => of === 0 && how === 'reference')
          expect(first.length).toBeGreaterThan(0)
          for (const { place: source } of first)
            expect(traceOnward(origins, source).steps.some((each) => each.place.span === place.span)).toBe(true)
        }
      }),
    )
  })
})

describe.each(readdirSync(FOLDER))('The origins in the recorded run %s', (file) => {
  const { lines, bodies } = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as {
    readonly lines: readonly string[]
    readonly bodies: { readonly [hash: string]: string }
  }
  const body = (hash: string) => (bodies[hash] === undefined ? undefined : JSON.parse(bodies[hash]))
  const events = lines.map((line) => hydrateEvent(JSON.parse(line) as JournalEvent, body))
  const origins = originsOf(events, (hash) => body(hash)?.idea?.context)

  it('link only equal values, but where an Activity computed or a text holds another', () => {
    expect(origins.links.length).toBeGreaterThan(0)
    for (const { how, to, from } of origins.links)
      if (how !== 'computed' && how !== 'contains') expect(origins.valueOf(to)).toEqual(origins.valueOf(from))
  })

  it('lead back from the output without a gap', () => {
    const { steps } = traceBack(origins, { span: '', part: 'result', pointer: '' })
    for (const { of, how, isExact: isSure } of steps.slice(1)) {
      const before = steps[of ?? -1]
      expect(before).toBeDefined()
      expect(isSure).toBe(before?.isExact === true && how !== undefined && isExact(how))
    }
  })
})
