import type { editor as Editor, languages as Languages, Position } from 'monaco-editor/editor'
import { expect, it, vi } from 'vitest'
import { ask } from './ask.ts'
import { registerLanguage } from './providers.ts'

vi.mock('./ask.ts', () => ({ ask: vi.fn() }))
// It needs Monaco itself, and with it a window.
vi.mock('./open-target.ts', () => ({ openTarget: vi.fn(), targetUri: vi.fn() }))

type Provider = (model: Editor.ITextModel, position: Position, newName?: string) => Promise<unknown>

/** What Monaco is given for JSON, by the name of the method it calls. */
function provided(): Readonly<Record<string, Provider>> {
  const all: Record<string, Provider> = {}
  const register = (_: string, provider: object): void => {
    for (const [name, provide] of Object.entries(provider)) if (typeof provide === 'function') all[name] = provide
  }
  const monaco = {
    CompletionItemKind: {},
    registerCompletionItemProvider: register,
    registerHoverProvider: register,
    registerDefinitionProvider: register,
    registerRenameProvider: register,
    registerDocumentFormattingEditProvider: register,
    registerCodeActionProvider: register,
  }
  const editor = { registerEditorOpener: () => undefined, registerCommand: () => undefined }
  // Only these parts of Monaco are called while a language is registered.
  registerLanguage(monaco as unknown as typeof Languages, editor as unknown as typeof Editor)
  return all
}

/** A text that is closed as soon as it was read, as where somebody goes on to another Tool while the worker answers. */
function closingModel(): Editor.ITextModel {
  const fail = (): never => {
    throw new Error('Model is disposed!')
  }
  const model = {
    uri: 'inmemory://ensemble/tool/1/a.json',
    getValue: () => '{}',
    getOffsetAt: () => 1,
    isDisposed: () => true,
    getPositionAt: fail,
    getValueInRange: fail,
    getVersionId: fail,
  }
  return model as unknown as Editor.ITextModel // what the providers use of it
}

it.each([
  ['provideCompletionItems', [{ label: 'a', kind: 'key', insert: 'a', range: [0, 1], rank: 0 }]],
  ['provideHover', { title: 'a', docs: '', range: [0, 1] }],
  ['provideDefinition', { type: 'range', range: [0, 1] }],
  ['provideRenameEdits', [{ offset: 0, length: 1, text: 'b' }]],
  ['resolveRenameLocation', { name: 'a', range: [0, 3] }],
])('%s says nothing of a text that was closed while the worker answered', async (method, answer) => {
  vi.mocked(ask).mockResolvedValue(answer as never) // each method has an answer of its own
  const provide = provided()[method]
  await expect(provide?.(closingModel(), { lineNumber: 1, column: 1 } as Position, 'b')).resolves.not.toThrow()
})
