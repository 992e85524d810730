import { describe, expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { EMPTY_DOCUMENT, edit, type Document } from '../texts/document.ts'
import { receive } from '../texts/receive.ts'
import { createIncoming } from './incoming.ts'

const A = 'ideas/a.json'
const held = (text: string) => ({ file: A, text, etag: `"${text}"` })

/** A page that has the text 1, and a server whose answers come when the test says so. */
function world() {
  const store = createStore<Document>(() => receive(EMPTY_DOCUMENT, A, '1', '"1"'))
  const answers: ((text: string) => void)[] = []
  const incoming = createIncoming(store, {
    readFile: async () =>
      await new Promise((resolve) =>
        answers.push((text) => resolve({ text: text === '' ? null : text, etag: text === '' ? null : `"${text}"` })),
      ),
  })
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  return {
    incoming,
    answer: async (place: number, text: string) => {
      await settled()
      answers[place]?.(text)
      await settled()
    },
    text: () => store.getState().files.get(A)?.text,
  }
}

describe('what the server holds', () => {
  it('ends in the newer of two texts, whichever answer comes first', async () => {
    const { incoming, answer, text } = world()
    void incoming.follow(A, '"2"')
    void incoming.follow(A, '"3"')
    await answer(1, '3')
    expect(text()).toBe('3')
    await answer(0, '2')
    await answer(2, '3')
    expect(text()).toBe('3')
  })

  it('is not put back by all files that were read before a change and came after it', async () => {
    const { incoming, answer, text } = world()
    let come = (_: readonly ReturnType<typeof held>[]): void => {}
    const all = incoming.takeAll(() => new Promise((resolve) => (come = resolve)))
    void incoming.follow(A, '"3"')
    await answer(0, '3')
    come([held('2')])
    await answer(1, '3')
    await all
    expect(text()).toBe('3')
  })

  it('nor is a file taken away that came while all were read, nor what this page saved meanwhile', async () => {
    const { incoming, answer, text } = world()
    const come: ((files: readonly ReturnType<typeof held>[]) => void)[] = []
    const read = () => new Promise<readonly ReturnType<typeof held>[]>((resolve) => come.push(resolve))
    const first = incoming.takeAll(read)
    void incoming.follow(A, '"3"')
    await answer(0, '3')
    come[0]?.([])
    await first
    expect(text()).toBe('3')
    const second = incoming.takeAll(read)
    incoming.sending([{ file: A, text: '4' }])
    incoming.answered([{ file: A, text: '4' }])
    come[1]?.([held('2')])
    await answer(1, '4')
    await second
    expect(text()).toBe('4')
  })

  it('takes what changed and what is gone', async () => {
    const { incoming, text } = world()
    await incoming.takeAll(async () => [held('2')])
    expect(text()).toBe('2')
    await incoming.takeAll(async () => [])
    expect(text() ?? null).toBeNull()
  })

  it('keeps a deletion of code that the server does not know of yet, though no list names code', async () => {
    const code = 'activities/countWords.sandbox.js'
    const etags = new Map([[code, '"stub"']])
    const reads = {
      followAll: async (codes: readonly string[]) =>
        new Map(codes.flatMap((file): [string, string][] => [[file, etags.get(file) ?? '']])),
      takeAll: async (codes: readonly string[]) =>
        codes.map((file) => ({ file, text: 'stub', etag: etags.get(file) ?? null })),
    }
    for (const way of ['followAll', 'takeAll'] as const) {
      const held = receive(EMPTY_DOCUMENT, code, 'stub', '"stub"')
      const store = createStore<Document>(() => edit(held, [{ file: code, text: null }], { label: 'delete', at: 0 }))
      const incoming = createIncoming(store, { readFile: async () => ({ text: 'stub', etag: '"stub"' }) })
      if (way === 'followAll') await incoming.followAll(reads.followAll)
      else await incoming.takeAll(reads.takeAll)
      expect(store.getState().files.get(code)).toMatchObject({ text: null, saved: 'stub', etag: '"stub"' })
    }
  })
})
