import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { ApiError } from '../../platform/api/client.ts'
import { edit, openDocument, type Document } from '../texts/document.ts'
import { redo, undo, type Step } from '../texts/undo.ts'
import { canRedo, canUndo } from '../texts/history.ts'
import { startAutosave, type Autosave } from './autosave.ts'
import type { SavePort } from './save-port.ts'

const NAMES = ['ideas/a.json', 'ideas/b.json', 'ideas/new.json', '.ensemble/layout.json'] as const
const FIRST: ReadonlyMap<string, string> = new Map([
  ['ideas/a.json', '1'],
  ['ideas/b.json', '1'],
])
/** JSON, JSON that the server finds an error in, and no JSON. */
const TEXTS = ['2', '3', '"error"', '{', '{"'] as const
const isFaulty = (text: string): boolean => text.includes('error')
const etagOf = (text: string): string => `"${text}"`

/** Messages to a server and back: each waits for its turn, in the order of its direction or not. */
function createWire() {
  const waiting: (() => void)[] = []
  return {
    pass: (): Promise<void> => new Promise((resolve) => waiting.push(resolve)),
    count: () => waiting.length,
    /** Lets one waiting message through, with its consequences. */
    async release(which: number): Promise<void> {
      const [next] = waiting.splice(which % Math.max(1, waiting.length), 1)
      next?.()
      for (let step = 0; step < 12; step += 1) await Promise.resolve()
    },
  }
}

/** A server as the page sees it: files with etags, drafts next to them, an event for each change. */
function createServer(wire: ReturnType<typeof createWire>) {
  const files = new Map(FIRST)
  const drafts = new Map<string, string>()
  const listeners: Autosave['follow'][] = []
  let told = Promise.resolve()
  const tell = (file: string): void => {
    const etag = files.has(file) ? etagOf(files.get(file) ?? '') : null
    // Events arrive in their order.
    told = Promise.all([told, wire.pass()]).then(() => listeners.forEach((listener) => void listener(file, etag)))
  }
  const current = (file: string): string | null => (files.has(file) ? etagOf(files.get(file) ?? '') : null)
  const put = (file: string, text: string | null): void => {
    if (text === null) files.delete(file)
    else files.set(file, text)
    drafts.delete(file)
    tell(file)
  }
  const answer = async <T>(work: () => T): Promise<T> => {
    await wire.pass()
    const result = ((): { value: T } | { error: unknown } => {
      try {
        return { value: work() }
      } catch (error) {
        return { error }
      }
    })()
    await wire.pass()
    if ('error' in result) throw result.error
    return result.value
  }
  const stale = (names: readonly string[]): ApiError =>
    Object.assign(new ApiError(412, 'file.changed', 'changed', ''), { body: { files: names } })
  const port: SavePort = {
    saveFile: (file, text, etag) =>
      answer(() => {
        if (text === null && etag === null) return { etag: null }
        if (current(file) !== etag) throw stale([file])
        if (text !== null && isFaulty(text) && file !== NAMES[3]) {
          drafts.set(file, text)
          tell(file)
          return { etag, draft: etagOf(text) }
        }
        put(file, text)
        return { etag: text === null ? null : etagOf(text) }
      }),
    saveFiles: (edits) =>
      answer(() => {
        const changed = edits.filter(({ file, ifMatch }) => current(file) !== ifMatch).map(({ file }) => file)
        if (changed.length > 0) throw stale(changed)
        for (const { file, text } of edits) put(file, text)
        return new Map(edits.map(({ file, text }) => [file, text === null ? null : etagOf(text)]))
      }),
    saveDraft: (file, text) =>
      answer(() => {
        drafts.set(file, text)
        tell(file)
      }),
    dropDraft: (file) => answer(() => void (drafts.delete(file) && tell(file))),
    readFile: (file) => answer(() => ({ text: files.get(file) ?? null, etag: current(file) })),
  }
  return { files, drafts, port, listen: (listener: Autosave['follow']) => listeners.push(listener) }
}

type Action =
  | { readonly type: 'edit'; readonly edits: readonly (readonly [file: string, text: string | null])[] }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }
  | { readonly type: 'save' }
  | { readonly type: 'release'; readonly which: number }

const change = fc.tuple(fc.constantFrom(...NAMES), fc.option(fc.constantFrom(...TEXTS)))
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('edit' as const),
      edits: fc.array(change, { minLength: 1, maxLength: 2 }),
    }),
  },
  { weight: 4, arbitrary: fc.constantFrom<Action>({ type: 'undo' }, { type: 'redo' }, { type: 'save' }) },
  { weight: 6, arbitrary: fc.record({ type: fc.constant('release' as const), which: fc.nat(5) }) },
)

const textsOf = ({ files }: Document): Record<string, string> =>
  Object.fromEntries([...files.values()].flatMap(({ file, text }) => (text === null ? [] : [[file, text]])))

it('whatever is done while saves and events are under way, the files follow, and undoing all gives the first ones back', async () => {
  const law = fc.asyncProperty(fc.array(action, { maxLength: 60 }), async (actions) => {
    const wire = createWire()
    const server = createServer(wire)
    const opened = openDocument([...FIRST].map(([file, text]) => ({ file, text, etag: etagOf(text) })))
    const store = createStore<Document>(() => opened)
    const options = { delayMs: 1e8, longestMs: 1e8, retryMs: 1e8, onSaving: () => undefined, onError: () => undefined }
    const autosave = startAutosave(store, { port: server.port, ...options })
    server.listen(autosave.follow)
    const step = (take: (document: Document) => Step): void => {
      const taken = take(store.getState())
      expect(taken).toMatchObject({ ok: true })
      expect(taken).not.toHaveProperty('conflict')
      if (taken.ok) store.setState(taken.document)
    }
    /** Everything under way arrives, and all is saved. */
    const settle = async (): Promise<void> => {
      for (let round = 0; round < 4; round += 1) {
        void autosave.flush()
        while (wire.count() > 0) await wire.release(0)
        await wire.release(0)
      }
      for (const record of store.getState().files.values()) {
        expect(record).not.toHaveProperty('theirs.etag')
        const { file, text, valid } = record
        const isDraft = text !== null && (text !== valid || (isFaulty(text) && server.files.get(file) !== text))
        expect([file, server.drafts.get(file)]).toEqual([file, isDraft ? text : undefined])
        if (text !== valid && valid !== null && !isFaulty(valid)) expect(server.files.get(file)).toBe(valid)
        if (!isDraft) expect([file, server.files.get(file) ?? null]).toEqual([file, text])
      }
      const known = new Set(store.getState().files.keys())
      expect([...server.files.keys(), ...server.drafts.keys()].filter((file) => !known.has(file))).toEqual([])
    }
    let at = 0
    for (const one of actions) {
      at += 1000
      if (one.type === 'edit')
        store.setState((now) =>
          edit(
            now,
            one.edits.map(([file, text]) => ({ file, text })),
            { label: 'edit', at },
          ),
        )
      else if (one.type === 'undo') step(undo)
      else if (one.type === 'redo') step(redo)
      else if (one.type === 'save') void autosave.flush()
      else await wire.release(one.which)
    }
    await settle()
    while (canRedo(store.getState().history)) step(redo)
    await settle()
    const last = textsOf(store.getState())
    while (canUndo(store.getState().history)) step(undo)
    await settle()
    expect(textsOf(store.getState())).toEqual(Object.fromEntries(FIRST))
    while (canRedo(store.getState().history)) step(redo)
    expect(textsOf(store.getState())).toEqual(last)
    autosave.stop()
  })
  await fc.assert(law, { numRuns: 500 })
})
