import { describe, expect, it, onTestFinished } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { startAutosave } from '../../document/saving/autosave.ts'
import { EMPTY_DOCUMENT, edit, type Document } from '../../document/texts/document.ts'
import { codeFile, ideaFile } from '../../document/texts/files.ts'
import { redo, undo } from '../../document/texts/undo.ts'
import { ApiError } from '../../platform/api/client.ts'
import { codeFiles, textToFollow } from './code-files.ts'

const CODE = codeFile('addNumbers')
const IDEA = ideaFile('composer')
const made = [
  { file: IDEA, text: '{"tools":1}' },
  { file: CODE, text: 'stub' },
]

/** A server with real preconditions, whose news of each save comes before its answer. */
function world() {
  const server = new Map<string, string>()
  const etagOf = (text: string | undefined): string | null => (text === undefined ? null : `"${text}"`)
  const put = async (file: string, text: string | null, etag: string | null) => {
    if (etagOf(server.get(file)) !== etag) throw new ApiError(412, 'stale', 'Changed', '')
    if (text === null) server.delete(file)
    else server.set(file, text)
    await autosave.follow(file, etagOf(server.get(file)))
    return { etag: etagOf(server.get(file)) }
  }
  const store = createStore<Document>(() => EMPTY_DOCUMENT)
  const autosave = startAutosave(store, {
    port: {
      saveFile: put,
      saveFiles: async (edits) => {
        for (const { file, text, ifMatch } of edits) await put(file, text, ifMatch)
        return new Map(edits.map(({ file }) => [file, etagOf(server.get(file))]))
      },
      saveDraft: async () => undefined,
      dropDraft: async () => undefined,
      readFile: async (file) => ({ text: server.get(file) ?? null, etag: etagOf(server.get(file)) }),
    },
    delayMs: 60_000,
    longestMs: 60_000,
    retryMs: 60_000,
    onSaving: () => undefined,
    onError: () => undefined,
  })
  onTestFinished(() => autosave.stop())
  const files = codeFiles(store, {
    read: async (name) => ({ code: server.get(codeFile(name)) ?? '', etag: etagOf(server.get(codeFile(name))) ?? '' }),
    write: async (name, code, etag) => {
      const file = codeFile(name)
      if (etagOf(server.get(file)) !== etag) throw new ApiError(412, 'stale', 'Changed', '')
      server.set(file, code)
      return `"${code}"`
    },
    remove: async (name) => server.delete(codeFile(name)),
    flush: autosave.flush,
    tab: () => 'this tab',
  })
  return {
    server,
    files,
    store,
    make: async () => {
      store.setState((now) => edit(now, made, { label: 'newTool', at: 0 }))
      await autosave.flush()
    },
    step: async (way: typeof undo) => {
      const step = way(store.getState())
      if (!step.ok) throw new Error(step.file)
      store.setState(step.document)
      await autosave.flush()
      return step.conflict
    },
    labels: () => store.getState().history.past.map(({ label }) => label),
    byOthers: async (text: string) => {
      server.set(CODE, text)
      await autosave.follow(CODE, etagOf(text))
    },
  }
}

describe('code in the Activities editor', () => {
  it('is a step of this page: undo takes the edit back, then the Tool with its file', async () => {
    const { make, files, server, step, labels } = world()
    await make()
    const base = await files.read('addNumbers')
    const first = await files.store('addNumbers', 'mine', { text: base.code, etag: base.etag })
    expect(first).toEqual({ type: 'stored', etag: '"mine"' })
    expect(await files.store('addNumbers', 'mine too', { text: 'mine', etag: '"mine"' })).toMatchObject({
      type: 'stored',
    })
    expect(labels()).toEqual(['newTool', 'edit', 'edit'])
    for (const code of ['mine', 'stub', undefined]) {
      expect(await step(undo)).toBeUndefined()
      expect(server.get(CODE)).toBe(code)
    }
    for (const code of ['stub', 'mine', 'mine too']) {
      await step(redo)
      expect(server.get(CODE)).toBe(code)
    }
  })

  it('is a step from its first text, where the file was made in the editor', async () => {
    const { files, server, step, labels } = world()
    await files.store('addNumbers', 'stub', { text: null, etag: null })
    await files.store('addNumbers', 'mine', { text: 'stub', etag: '"stub"' })
    expect(labels()).toEqual(['newActivity', 'edit'])
    await step(undo)
    expect(server.get(CODE)).toBe('stub')
  })

  it('waits for a choice where another program changed the file', async () => {
    const { make, files, server, byOthers } = world()
    await make()
    await byOthers('theirs')
    expect(await files.store('addNumbers', 'mine', { text: 'stub', etag: '"stub"' })).toEqual({ type: 'stale' })
    expect(server.get(CODE)).toBe('theirs')
    await files.store('addNumbers', 'mine', await files.now('addNumbers'))
    expect(server.get(CODE)).toBe('mine')
  })

  it('waits for a choice where the other change is not known yet, and keeps mine', async () => {
    const { make, files, server, store } = world()
    await make()
    server.set(CODE, 'theirs')
    expect(await files.store('addNumbers', 'mine', { text: 'stub', etag: '"stub"' })).toEqual({ type: 'stale' })
    expect(server.get(CODE)).toBe('theirs')
    await files.store('addNumbers', 'mine', await files.now('addNumbers'))
    expect(server.get(CODE)).toBe('mine')
    expect(store.getState().files.get(CODE)?.theirs).toBeUndefined()
  })

  it('comes back after a deletion in the editor', async () => {
    const { make, files, server, step, labels } = world()
    await make()
    await files.store('addNumbers', null, { text: 'stub', etag: '"stub"' })
    expect(server.has(CODE)).toBe(false)
    expect(labels()).toEqual(['newTool', 'delete'])
    await step(undo)
    expect(server.get(CODE)).toBe('stub')
  })
})

describe('an open editor', () => {
  it('follows undo and redo as long as nothing is typed in it', async () => {
    const { files, make, step, store } = world()
    await make()
    await files.store('addNumbers', 'mine', { text: 'stub', etag: '"stub"' })
    const editor = { code: 'mine', saved: 'mine' }
    const record = () => store.getState().files.get(CODE)
    expect(textToFollow(record(), editor)).toBeNull()
    await step(undo)
    expect(textToFollow(record(), editor)).toBe('stub')
    expect(textToFollow(record(), { ...editor, code: 'typing' })).toBeNull()
    await step(redo)
    expect(textToFollow(record(), editor)).toBeNull()
  })
})
