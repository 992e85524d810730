import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { ApiError } from '../../platform/api/client.ts'
import { EMPTY_DOCUMENT, edit, isDirty, type Document } from '../texts/document.ts'
import { receive } from '../texts/receive.ts'
import { undo } from '../texts/undo.ts'
import { startAutosave } from './autosave.ts'
import type { SavePort } from './save-port.ts'

const A = 'ideas/a.json'
const B = 'ideas/b.json'
const NEW = 'ideas/new.json'

function world(port: Partial<SavePort>, delayMs = 60_000, before?: { readonly file: string; readonly text: string }) {
  const calls: string[] = []
  const full: SavePort = {
    saveFile: async (file, text, etag) => {
      calls.push(`save ${file} ${text} over ${etag}`)
      return { etag: `"${text}"` }
    },
    saveFiles: async (edits) => {
      calls.push(`together ${edits.map(({ file, text }) => `${file}=${text}`).join(' ')}`)
      return new Map(edits.map(({ file, text }) => [file, `"${text}"`]))
    },
    saveDraft: async (file, text) => void calls.push(`draft ${file} ${text}`),
    dropDraft: async (file) => void calls.push(`drop ${file}`),
    readFile: async () => ({ text: '9', etag: '"9"' }),
    ...port,
  }
  const document = receive(receive(EMPTY_DOCUMENT, A, '1', '"1"'), B, '1', '"1"')
  const store = createStore<Document>(() =>
    before === undefined ? document : edit(document, [before], { label: 'edit', at: 0 }),
  )
  const errors: (ApiError | null)[] = []
  const autosave = startAutosave(store, {
    port: full,
    delayMs,
    longestMs: 500,
    retryMs: 60_000,
    onSaving: () => undefined,
    onError: (_, error) => errors.push(error),
  })
  onTestFinished(() => autosave.stop())
  const change = (...texts: readonly (readonly [string, string | null])[]): void =>
    store.setState((now) =>
      edit(
        now,
        texts.map(([file, text]) => ({ file, text })),
        { label: 'edit', at: 0 },
      ),
    )
  return { store, calls, errors, change, flush: autosave.flush, take: autosave.take, follow: autosave.follow }
}

describe('autosave', () => {
  it('saves what was changed before it began', async () => {
    const { calls } = world({}, 1, { file: A, text: '2' })
    await vi.waitFor(() => expect(calls).toEqual([`save ${A} 2 over "1"`]))
  })

  it('saves one changed file over the text it began from', async () => {
    const { store, calls, change, flush } = world({})
    change([A, '2'])
    await flush()
    expect(calls).toEqual([`save ${A} 2 over "1"`])
    expect(store.getState().files.get(A)).toMatchObject({ saved: '2', etag: '"2"' })
  })

  it('distinguishes a draft from a saved text', async () => {
    const { store, change, flush } = world({ saveFile: async () => ({ etag: '"1"', draft: '"d"' }) })
    change([A, '2'])
    await flush()
    expect(store.getState().files.get(A)).toMatchObject({ saved: '2', inForce: '1', etag: '"1"' })
  })

  it('saves the files of one gesture all or none', async () => {
    const { calls, change, flush } = world({})
    change([A, null], [B, '2'])
    await flush()
    expect(calls).toEqual([`together ${B}=2 ${A}=null`])
  })

  it('keeps a text that is not JSON as a draft and leaves the saved file alone', async () => {
    const { store, calls, change, flush } = world({})
    change([A, '{'])
    await flush()
    await flush()
    expect(calls).toEqual([`draft ${A} {`])
    expect(store.getState().files.get(A)).toMatchObject({ text: '{', saved: '1' })
  })

  it('drops the draft when the text becomes the saved one again', async () => {
    const { calls, change, flush } = world({})
    change([A, '{'])
    await flush()
    change([A, '1'])
    await flush()
    expect(calls).toEqual([`draft ${A} {`, `drop ${A}`])
  })

  it('keeps a text that the server refuses as a draft, and drops that when the text is given up', async () => {
    const { calls, change, flush } = world({
      saveFile: () => Promise.reject(new ApiError(400, 'json.duplicateKey', 'twice', '')),
    })
    change([A, '{"a":1,"a":2}'])
    await flush()
    await flush()
    change([A, '1'])
    await flush()
    expect(calls).toEqual([`draft ${A} {"a":1,"a":2}`, `drop ${A}`])
  })

  it('saves the last valid text of a file that is broken already, be it new or not', async () => {
    const { store, calls, change, flush } = world({})
    change([NEW, '2'])
    change([NEW, '{'])
    change([A, '2'])
    change([A, '{'])
    await flush()
    expect(calls).toEqual([`save ${A} 2 over "1"`, `save ${NEW} 2 over null`, `draft ${A} {`, `draft ${NEW} {`])
    expect(store.getState().files.get(NEW)).toMatchObject({ text: '{', saved: '2', inForce: '2' })
  })

  it('keeps the same draft again where a save between dropped it', async () => {
    const { calls, change, flush } = world({})
    change([A, '{'])
    await flush()
    change([A, '2'], [B, '2'])
    await flush()
    change([A, '{'])
    await flush()
    expect(calls).toEqual([`draft ${A} {`, `together ${A}=2 ${B}=2`, `draft ${A} {`])
  })

  it('takes the draft away with a new file that never was more than one', async () => {
    const drafted = world({ saveFile: async () => ({ etag: null, draft: '"d"' }) })
    drafted.change([NEW, '2'])
    await drafted.flush()
    drafted.change([NEW, null])
    await drafted.flush()
    expect(drafted.calls).toEqual([`drop ${NEW}`])
  })

  it('has saved all once it is asked to, also what was typed while an earlier save was under way', async () => {
    const answers: (() => void)[] = []
    const { store, change, flush } = world({
      saveFile: (_, text) => new Promise((done) => answers.push(() => done({ etag: `"${text}"` }))),
    })
    change([A, '2'])
    void flush()
    change([A, '3'])
    let isSaved = false
    const all = flush().then(() => (isSaved = true))
    answers[0]?.()
    await expect.poll(() => answers).toHaveLength(2)
    expect(isSaved).toBe(false)
    answers[1]?.()
    await all
    expect(store.getState().files.get(A)).toMatchObject({ text: '3', saved: '3' })
  })

  it('leaves no draft behind of what was typed while a save was under way', async () => {
    let answer = (): void => undefined
    const { calls, change, flush } = world({
      saveFile: (_, text) => new Promise((done) => (answer = () => done({ etag: `"${text}"` }))),
    })
    change([A, '2'])
    const saving = flush()
    change([A, '{'])
    answer()
    await saving
    await flush()
    change([A, '2'])
    await flush()
    expect(calls).toEqual([`draft ${A} {`, `drop ${A}`])
  })

  it('does not take its own save for another’s change, though the watcher is quicker than the answer and the user than both', async () => {
    const answers: (() => void)[] = []
    const { store, change, flush, take } = world({
      saveFile: (_, text) => new Promise((done) => answers.push(() => done({ etag: `"${text}"` }))),
    })
    change([A, '2'])
    const saving = flush()
    change([A, '1'])
    take(A, '2', '"2"')
    expect(store.getState().files.get(A)).toMatchObject({ text: '1', saved: '2' })
    answers[0]?.()
    await saving
    const again = flush()
    answers[1]?.()
    await again
    expect(store.getState().files.get(A)).toMatchObject({ text: '1', saved: '1', etag: '"1"' })
  })

  it('knows its own text again where the answer to the save was lost', async () => {
    const tries: (string | null)[] = []
    const { store, change, flush } = world({
      saveFile: async (_, text, etag) => {
        tries.push(`${text} over ${etag}`)
        if (tries.length === 1) throw new ApiError(0, 'away', 'away', '')
        if (tries.length === 2) throw new ApiError(412, 'file.changed', 'changed', '')
        return { etag: `"${text}"` }
      },
      readFile: async () => ({ text: '2', etag: '"2"' }),
    })
    change([A, '2'])
    await flush()
    change([A, '3'])
    await flush()
    await flush()
    expect(tries).toEqual(['2 over "1"', '3 over "1"', '3 over "2"'])
    expect(store.getState().files.get(A)).toMatchObject({ text: '3', saved: '3', theirs: undefined })
  })

  it('makes a choice of a file that changed meanwhile', async () => {
    const { store, change, flush } = world({
      saveFile: () => Promise.reject(new ApiError(412, 'file.changed', 'changed', '')),
    })
    change([A, '2'])
    await flush()
    expect(store.getState().files.get(A)).toMatchObject({ text: '2', theirs: { text: '9' } })
  })

  it('has nothing to choose any more once the others took their change back', async () => {
    const { store, change, follow } = world({ readFile: async () => ({ text: '1', etag: '"1"' }) })
    change([A, '2'])
    await follow(A, null)
    expect(store.getState().files.get(A)).toMatchObject({ text: '2', theirs: { text: null } })
    await follow(A, '"1"')
    expect(store.getState().files.get(A)).toMatchObject({ text: '2', saved: '1', theirs: undefined })
  })

  it('keeps edits while the server is away and says so', async () => {
    const { store, errors, change, flush } = world({
      saveFile: () => Promise.reject(new ApiError(0, 'server.away', 'away', '')),
    })
    change([A, '2'])
    await flush()
    expect(errors.at(-1)?.isAway).toBe(true)
    expect(store.getState().files.get(A)).toMatchObject({ text: '2', saved: '1' })
  })

  it('tells of a full disk once, and saves once there is room again', async () => {
    let isFull = true
    const full = new ApiError(507, 'engine.storage', 'Insufficient storage', 'The disk is full.')
    const { store, errors, change, flush } = world({
      saveFile: async () => (isFull ? Promise.reject(full) : { etag: '"2"' }),
    })
    change([A, '2'])
    await flush()
    await flush()
    expect(errors).toEqual([full])
    isFull = false
    await flush()
    expect(errors).toEqual([full, null])
    expect(store.getState().files.get(A)).toMatchObject({ saved: '2' })
  })

  it('does not ask again for a text that was refused', async () => {
    let asked = 0
    const { change, flush } = world({
      saveFile: () => {
        asked += 1
        return Promise.reject(new ApiError(400, 'json.invalid', 'no', ''))
      },
    })
    change([A, '2'])
    await flush()
    await flush()
    expect(asked).toBe(1)
  })

  it('lets a file that is refused hold back no other one, and deletes nothing whose new text is refused', async () => {
    const refuse = (): Promise<never> => Promise.reject(new ApiError(409, 'name.taken', 'taken', ''))
    const saves: string[] = []
    const { store, change, flush } = world({
      saveFiles: refuse,
      saveFile: async (file, text) => {
        if (file === NEW) return refuse()
        saves.push(`${file}=${text}`)
        return { etag: `"${text}"` }
      },
    })
    change([A, null], [NEW, '1'], [B, '2'])
    await flush()
    await flush()
    expect(saves).toEqual([`${B}=2`])
    change([A, '1'], [NEW, null])
    change([A, null])
    await flush()
    expect(saves).toEqual([`${B}=2`, `${A}=null`])
    expect(store.getState().files.has(A)).toBe(false)
  })

  it('saves as many files at once as the server takes, texts before what is deleted', async () => {
    const names = (count: number, name: string): string[] =>
      Array.from({ length: count }, (_, at) => `ideas/${name}${at}.json`)
    const [gone, made] = [names(700, 'old'), names(400, 'new')]
    const requests: (readonly (string | null)[])[] = []
    const { store, change, flush } = world({
      saveFiles: async (edits) => {
        if (edits.length > 500) throw new ApiError(400, 'body.invalid', 'at most 500', '')
        requests.push(edits.map(({ text }) => text))
        return new Map(edits.map(({ file, text }) => [file, text === null ? null : `"${text}"`]))
      },
    })
    store.setState((now) => gone.reduce((document, file) => receive(document, file, '1', '"1"'), now))
    change(...gone.map((file): [string, null] => [file, null]), ...made.map((file): [string, string] => [file, '2']))
    await flush()
    expect(requests.map(({ length }) => length)).toEqual([500, 500, 100])
    expect(requests.flat().indexOf(null)).toBe(400)
    expect([...store.getState().files.keys()]).toEqual([A, B, ...made])
    const step = undo(store.getState())
    if (step.ok) store.setState(step.document)
    await flush()
    expect([...store.getState().files.keys()].sort()).toEqual([A, B, ...gone].sort())
    expect([...store.getState().files.values()].filter(isDirty)).toEqual([])
  })

  it('does not delete what was brought back while an earlier request was under way', async () => {
    const gone = Array.from({ length: 600 }, (_, at) => `ideas/old${at}.json`)
    const requests: number[] = []
    const { store, change, flush } = world({
      saveFiles: async (edits) => {
        requests.push(edits.length)
        const step = undo(store.getState())
        if (requests.length === 1 && step.ok) store.setState(step.document)
        return new Map(edits.map(({ file, text }) => [file, text === null ? null : `"${text}"`]))
      },
    })
    store.setState((now) => gone.reduce((document, file) => receive(document, file, '1', '"1"'), now))
    change(...gone.map((file): [string, null] => [file, null]))
    await flush()
    await flush()
    expect(requests).toEqual([500, 500])
    expect([...store.getState().files.values()].filter(isDirty)).toEqual([])
    expect(store.getState().files.size).toBe(602)
  })

  it('sends no more bytes at once than the server reads', async () => {
    const large = (letter: string): string => JSON.stringify(letter.repeat(1_500_000))
    const requests: number[] = []
    const { change, flush } = world({
      saveFiles: async (edits) => {
        requests.push(new TextEncoder().encode(JSON.stringify({ edits })).byteLength)
        return new Map(edits.map(({ file }) => [file, '"2"']))
      },
    })
    change(...['a', 'b', 'c', 'd', 'e'].map((name): [string, string] => [`ideas/${name}.json`, large('я')]))
    await flush()
    expect(requests).toHaveLength(3)
    expect(Math.max(...requests)).toBeLessThan(8 * 1024 * 1024)
  })

  it('deletes no file whose new text was in an earlier, refused request', async () => {
    const gone = Array.from({ length: 500 }, (_, at) => `ideas/old${at}.json`)
    const refuse = (): Promise<never> => Promise.reject(new ApiError(409, 'name.taken', 'taken', ''))
    const { store, change, flush } = world({
      saveFiles: async (edits) =>
        edits.some(({ file }) => file === NEW) ? refuse() : new Map(edits.map(({ file }) => [file, null])),
      saveFile: async (file, text) => (file === NEW ? refuse() : { etag: text }),
    })
    store.setState((now) => gone.reduce((document, file) => receive(document, file, '1', '"1"'), now))
    change([NEW, '1'], ...gone.map((file): [string, null] => [file, null]))
    await flush()
    await flush()
    expect([...store.getState().files.values()].filter((record) => isDirty(record))).toHaveLength(501)
  })

  it('saves what an earlier try left over once the files it was held up by are read again', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { store, change, flush } = world({
      saveFiles: () => Promise.reject(new ApiError(412, 'file.changed', 'changed', '', [], { files: [A] })),
      readFile: async () => ({ text: '2', etag: '"2"' }),
    })
    change([A, '2'], [B, '2'])
    await flush()
    expect(store.getState().files.get(B)).toMatchObject({ saved: '1' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(store.getState().files.get(B)).toMatchObject({ saved: '2' })
  })

  it('saves somebody who types without a pause, too', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { calls, change } = world({}, 350)
    for (let key = 2; key < 12; key += 1) {
      change([A, String(key)])
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(calls.map((call) => call.split(' ')[2])).toEqual(['6', '11'])
  })
})
