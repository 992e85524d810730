import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EMPTY_DOCUMENT, openDocument } from '../../document/texts/document.ts'
import { documentStore } from '../../document/open/document-store.ts'
import { INITIAL_SESSION, sessionStore } from '../../platform/session/session.ts'
import { createLane } from './lane.ts'
import type { Question, Reply } from './validator-worker.ts'

/** A worker that answers on demand. */
class HeldWorker {
  static made: HeldWorker[] = []
  readonly asked: Question[] = []
  isTerminated = false
  private onMessage: (event: { readonly data: Reply }) => void = () => undefined

  constructor() {
    HeldWorker.made.push(this)
  }
  addEventListener(type: string, listener: (event: { readonly data: Reply }) => void): void {
    if (type === 'message') this.onMessage = listener
  }
  postMessage(question: Question): void {
    this.asked.push(question)
  }
  terminate(): void {
    this.isTerminated = true
  }
  reply(data: Reply): void {
    this.onMessage({ data })
  }
}

const workerAt = (index: number): HeldWorker => {
  const found = HeldWorker.made[index]
  if (found === undefined) throw new Error(`no worker ${index}`)
  return found
}
const TEXT = `{ "description": "${'long '.repeat(50)}" }`
const about = (text: string) => ({ text, offset: 1, kind: 'tool' as const })
const write = (idea: string): void =>
  documentStore.setState(openDocument([{ file: 'ideas/a.json', text: idea, etag: '"1"' }]))

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('Worker', HeldWorker)
  HeldWorker.made = []
  write('{ "title": "A" }')
  sessionStore.setState(INITIAL_SESSION)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  documentStore.setState(EMPTY_DOCUMENT)
})

describe('the worker that is asked about texts', () => {
  it('starts with the first question, and answers each by its number in whatever order', async () => {
    const lane = createLane()
    expect(HeldWorker.made).toHaveLength(0)
    const first = lane.ask('schemas', { all: true })
    const second = lane.ask('hover', about(TEXT))
    const worker = workerAt(0)
    expect(HeldWorker.made).toHaveLength(1)
    worker.reply({ id: worker.asked[1]?.id ?? -1, ok: true, answer: 'second' })
    worker.reply({ id: worker.asked[0]?.id ?? -1, ok: true, answer: 'first' })
    expect(await Promise.all([first, second])).toEqual(['first', 'second'])
  })

  it('says why it could not answer', async () => {
    const answer = createLane().ask('schemas', { all: true })
    workerAt(0).reply({ id: 0, ok: false, reason: 'No such Idea.' })
    await expect(answer).rejects.toThrow('No such Idea.')
  })

  it('gets each text once, and then its changes', () => {
    const lane = createLane()
    void lane.ask('hover', about(TEXT))
    void lane.ask('hover', about(TEXT.replace('long', 'wrong')))
    write('{ "title": "AB" }')
    void lane.ask('schemas', { all: true })
    void lane.ask('schemas', { all: true })
    const [first, second, third, fourth] = workerAt(0).asked
    expect(first).toMatchObject({
      about: { text: TEXT },
      changes: [{ folder: 'ideas', name: 'a', text: { text: '{ "title": "A" }' } }],
      asked: { offset: 1, kind: 'tool' },
    })
    expect(first?.surround).toBe(sessionStore.getState().surroundings)
    expect(second).toMatchObject({ about: { inserted: 'wr', removed: 1 }, changes: [] })
    expect(second?.surround).toBeUndefined()
    expect(third?.about).toBeUndefined()
    expect(third?.changes).toEqual([
      { folder: 'ideas', name: 'a', text: { offset: expect.any(Number), removed: 0, inserted: 'B' } },
    ])
    expect(fourth?.changes).toEqual([])
  })

  it('gets the page’s other facts when they change', () => {
    const lane = createLane()
    void lane.ask('schemas', { all: true })
    const surroundings = { ...INITIAL_SESSION.surroundings, activities: ['plan'] }
    sessionStore.setState({ surroundings })
    void lane.ask('schemas', { all: true })
    expect(workerAt(0).asked[1]?.surround).toBe(surroundings)
  })

  it('gives a text up that keeps it busy for eight seconds, and what else was asked is asked of another', async () => {
    const lane = createLane()
    const heavy = lane.ask('hover', about('heavy'))
    const light = lane.ask('hover', about('light'))
    heavy.catch(() => undefined)
    vi.advanceTimersByTime(7999)
    expect(workerAt(0).isTerminated).toBe(false)
    vi.advanceTimersByTime(1)
    await expect(heavy).rejects.toThrow('takes too long')
    expect(workerAt(0).isTerminated).toBe(true)
    const [again] = workerAt(1).asked
    // The new worker starts empty: everything is sent whole.
    expect(again).toMatchObject({ about: { text: 'light' }, changes: [{ name: 'a' }] })
    expect(again?.surround).toBeDefined()
    workerAt(1).reply({ id: again?.id ?? -1, ok: true, answer: 'here' })
    await expect(light).resolves.toBe('here')
    expect(workerAt(1).asked).toHaveLength(1)
  })

  it('counts the eight seconds from the previous answer, and not at all without a question', async () => {
    const lane = createLane()
    const first = lane.ask('hover', about('first'))
    const second = lane.ask('hover', about('second'))
    vi.advanceTimersByTime(5000)
    workerAt(0).reply({ id: 0, ok: true, answer: 1 })
    await first
    vi.advanceTimersByTime(5000)
    workerAt(0).reply({ id: 1, ok: true, answer: 2 })
    await expect(second).resolves.toBe(2)
    vi.advanceTimersByTime(60_000)
    expect(workerAt(0).isTerminated).toBe(false)
  })
})
