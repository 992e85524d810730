import type { Problem } from '@ensemble/core'
import type { editor as Editor, IRange, languages as Languages, Position } from 'monaco-editor/editor'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { diagnosisStore } from './diagnosis.ts'
import { ask } from './ask.ts'
import { openTarget, targetUri } from './open-target.ts'
import { registerLanguage } from './providers.ts'

vi.mock('./ask.ts', () => ({ ask: vi.fn() }))
// It needs Monaco itself, and with it a window.
vi.mock('./open-target.ts', () => ({ openTarget: vi.fn(() => true), targetUri: vi.fn() }))

beforeEach(() => void vi.mocked(ask).mockReset())

type Provider = (model: Editor.ITextModel, position: Position, newName?: string) => Promise<unknown>

type Suggestions = Languages.CompletionList
type Formatting = (
  model: Editor.ITextModel,
  options: Languages.FormattingOptions,
) => readonly { readonly range: IRange; readonly text: string }[]
type CodeActions = (
  model: Editor.ITextModel,
  range: IRange,
  context: { readonly markers: readonly object[] },
) => Languages.CodeActionList

let opener: Editor.ICodeEditorOpener | undefined
const openerOf = (): Editor.ICodeEditorOpener | undefined => opener

/** The input for Monaco's JSON, by method name. */
function provided(): Readonly<Record<string, Provider>> {
  const all: Record<string, Provider> = {}
  const register = (language: string, provider: object): void => {
    expect(language).toBe('json')
    for (const [name, provide] of Object.entries(provider)) if (typeof provide === 'function') all[name] = provide
  }
  const monaco = {
    CompletionItemKind: { Property: 'Property', Snippet: 'Snippet' },
    CompletionItemInsertTextRule: { InsertAsSnippet: 'asSnippet' },
    registerCompletionItemProvider: register,
    registerHoverProvider: register,
    registerDefinitionProvider: register,
    registerRenameProvider: register,
    registerDocumentFormattingEditProvider: register,
    registerCodeActionProvider: register,
  }
  const editor = {
    registerEditorOpener: (given: Editor.ICodeEditorOpener) => void (opener = given),
    registerCommand: () => undefined,
  }
  // Only these parts of Monaco are called while a language is registered.
  registerLanguage(monaco as unknown as typeof Languages, editor as unknown as typeof Editor)
  return all
}

/** A text that closes once read, as when a person moves to another Tool while the worker answers. */
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

/** A text that stays open. */
function openModel(text: string): Editor.ITextModel {
  const positionAt = (offset: number): Position => {
    const before = text.slice(0, offset).split('\n')
    return { lineNumber: before.length, column: (before.at(-1) ?? '').length + 1 } as Position // what Monaco fills in
  }
  const offsetAt = ({ lineNumber, column }: Pick<Position, 'lineNumber' | 'column'>): number =>
    text
      .split('\n')
      .slice(0, lineNumber - 1)
      .join('\n').length +
    (lineNumber > 1 ? 1 : 0) +
    column -
    1
  const model = {
    uri: 'inmemory://ensemble/tool/2/b.json',
    getValue: () => text,
    getOffsetAt: offsetAt,
    isDisposed: () => false,
    getPositionAt: positionAt,
    getValueInRange: (range: IRange) =>
      text.slice(
        offsetAt({ lineNumber: range.startLineNumber, column: range.startColumn }),
        offsetAt({ lineNumber: range.endLineNumber, column: range.endColumn }),
      ),
    getVersionId: () => 7,
    getEOL: () => '\n',
  }
  return model as unknown as Editor.ITextModel // what the providers use of it
}

const TEXT = '{\n  "city": {}\n}'
const AT_CITY = { lineNumber: 2, column: 4 } as Position // what Monaco fills in
const CITY = { startLineNumber: 2, startColumn: 3, endLineNumber: 2, endColumn: 9 }
const answering = (answer: unknown): void => void vi.mocked(ask).mockResolvedValue(answer as never) // as each method answers

describe('what the editor is given of a text', () => {
  it('is asked about the text and the place of the cursor in it', async () => {
    const asked = { text: TEXT, offset: 5, kind: 'schema' }
    answering(null)
    for (const [method, provider] of [
      ['complete', 'provideCompletionItems'],
      ['hover', 'provideHover'],
      ['definition', 'provideDefinition'],
      ['renameTarget', 'resolveRenameLocation'],
    ] as const) {
      await provided()[provider]?.(openModel(TEXT), AT_CITY)
      expect(ask).toHaveBeenLastCalledWith(method, asked)
    }
    await provided()['provideRenameEdits']?.(openModel(TEXT), AT_CITY, 'town')
    expect(ask).toHaveBeenLastCalledWith('rename', { ...asked, newName: 'town' })
  })

  it('offers fitting values, by rank, filtered by the quoted word if there is one', async () => {
    answering([
      { label: 'city', kind: 'key', insert: '"city": {}', isSnippet: false, range: [4, 6], rank: 2, docs: 'A city.' },
      { label: 'town', kind: 'snippet', insert: '"town": $1', isSnippet: true, range: [0, 0], rank: 1.5 },
    ])
    const offered: unknown = await provided()['provideCompletionItems']?.(openModel(TEXT), AT_CITY)
    const { suggestions } = offered as Suggestions // as Monaco types it
    expect(suggestions).toMatchObject([
      { label: 'city', kind: 'Property', insertText: '"city": {}', range: CITY, filterText: '"city"' },
      { label: 'town', kind: 'Snippet', insertTextRules: 'asSnippet', filterText: 'town' },
    ])
    expect(suggestions[0]).toMatchObject({ documentation: { value: 'A city.' } })
    expect(suggestions[0]).not.toHaveProperty('insertTextRules')
    expect(suggestions[1]).not.toHaveProperty('documentation')
    const [first, second] = suggestions.map(({ sortText }) => sortText ?? '')
    expect((second ?? '') < (first ?? '')).toBe(true)
  })

  it('explains the word under the pointer, with an example where there is one', async () => {
    answering({ title: 'city', docs: 'A city.', example: '"Oslo"', range: [4, 6] })
    await expect(provided()['provideHover']?.(openModel(TEXT), AT_CITY)).resolves.toEqual({
      range: CITY,
      contents: [{ value: '**city**' }, { value: 'A city.' }, { value: '```json\n"Oslo"\n```' }],
    })
    answering({ title: 'city', docs: 'A city.', range: [4, 6] })
    await expect(provided()['provideHover']?.(openModel(TEXT), AT_CITY)).resolves.toMatchObject({
      contents: [{ value: '**city**' }, { value: 'A city.' }],
    })
  })

  it('leads to a place of the same text, or to a target elsewhere', async () => {
    answering({ type: 'range', range: [4, 6] })
    const model = openModel(TEXT)
    await expect(provided()['provideDefinition']?.(model, AT_CITY)).resolves.toEqual({ uri: model.uri, range: CITY })
    answering({ type: 'file', file: 'tools/plan.json' })
    vi.mocked(targetUri).mockReturnValue('elsewhere' as never) // an address, whatever it is made of
    await expect(provided()['provideDefinition']?.(model, AT_CITY)).resolves.toMatchObject({ uri: 'elsewhere' })
    expect(openerOf()?.openCodeEditor(undefined as never, 'elsewhere' as never)).toBe(true) // as Monaco calls it
    expect(openTarget).toHaveBeenLastCalledWith('elsewhere')
  })

  it('renames between the quotes, and says why where nothing can be renamed', async () => {
    answering({ name: 'city', range: [4, 6] })
    await expect(provided()['resolveRenameLocation']?.(openModel(TEXT), AT_CITY)).resolves.toEqual({
      range: { ...CITY, startColumn: 4, endColumn: 8 },
      text: 'city',
    })
    answering([{ offset: 4, length: 6, text: '"town"' }])
    await expect(provided()['provideRenameEdits']?.(openModel(TEXT), AT_CITY, 'town')).resolves.toMatchObject({
      edits: [{ textEdit: { range: CITY, text: '"town"' }, versionId: 7 }],
    })
    answering([])
    await expect(provided()['provideRenameEdits']?.(openModel(TEXT), AT_CITY, 'city')).resolves.toMatchObject({
      edits: [],
      rejectReason: expect.stringContaining('taken'),
    })
    answering(null)
    await expect(provided()['resolveRenameLocation']?.(openModel(TEXT), AT_CITY)).resolves.toMatchObject({
      rejectReason: expect.stringContaining('no property'),
    })
  })

  it('lays a text out as JSON is laid out', async () => {
    const formatting = provided()['provideDocumentFormattingEdits'] as unknown as Formatting // it takes options, and answers at once
    const edits = formatting(openModel('{"a":1}'), { tabSize: 2, insertSpaces: true })
    expect(edits.map(({ text }) => text)).toEqual(['\n  ', ' ', '\n'])
    expect(edits[0]?.range).toEqual({ startLineNumber: 1, startColumn: 2, endLineNumber: 1, endColumn: 2 })
  })

  it('offers the fix of a problem at its marker, and of no other', async () => {
    const broken: Problem = { code: 'tool.field', severity: 'error', message: 'No such name.', path: '' }
    const fixed: Problem = { ...broken, code: 'tool.name', fix: { title: 'Call it plan', edits: [] } }
    diagnosisStore.setState({ problems: [fixed, broken] })
    const actions = provided()['provideCodeActions'] as unknown as CodeActions // it takes a range and markers, and answers at once
    const marker = { code: { value: 'tool.name' }, message: 'No such name. [tool.name]' }
    expect(actions(openModel(TEXT), CITY, { markers: [marker] }).actions).toMatchObject([
      { title: 'Call it plan', kind: 'quickfix', command: { arguments: [fixed.fix] } },
    ])
    expect(actions(openModel(TEXT), CITY, { markers: [{ ...marker, code: 'tool.name' }] }).actions).toHaveLength(1)
    expect(actions(openModel(TEXT), CITY, { markers: [{ ...marker, code: 'tool.field' }] }).actions).toEqual([])
    expect(actions(openModel(TEXT), CITY, { markers: [{ ...marker, message: 'Another.' }] }).actions).toEqual([])
  })
})

it.each([
  ['provideCompletionItems', [{ label: 'a', kind: 'key', insert: 'a', range: [0, 1], rank: 0 }]],
  ['provideHover', { title: 'a', docs: '', range: [0, 1] }],
  ['provideDefinition', { type: 'range', range: [0, 1] }],
  ['provideRenameEdits', [{ offset: 0, length: 1, text: 'b' }]],
  ['resolveRenameLocation', { name: 'a', range: [0, 3] }],
])('%s says nothing of a text that was closed while the worker answered', async (method, answer) => {
  vi.mocked(ask).mockResolvedValue(answer as never) // each method has its own answer
  const provide = provided()[method]
  await expect(provide?.(closingModel(), { lineNumber: 1, column: 1 } as Position, 'b')).resolves.not.toThrow()
})
