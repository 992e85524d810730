import type { Completion, TextEdit } from '@ensemble/core/editor'
import { format } from 'jsonc-parser'
import type { editor as Editor, IRange, languages as Languages, Position } from 'monaco-editor/editor'
import { type Fix, fixesOf } from '../../document/commands/fixes-of.ts'
import { applyFix } from '../../document/commands/problem-actions.ts'
import { diagnosisStore } from './diagnosis.ts'
import { ask } from './ask.ts'
import { modelContext } from './model-context.ts'
import { openTarget, targetUri } from './open-target.ts'
import { renameElsewhere } from './rename-everywhere.ts'
import { say } from './say.ts'
import { fixText, hintText, problemText } from '../../platform/i18n/problem-text.ts'

type Model = Editor.ITextModel
const FIX_COMMAND = 'ensemble.applyFix'

const rangeIn = (model: Model, [offset, length]: readonly [number, number]): IRange => {
  const start = model.getPositionAt(offset)
  const end = model.getPositionAt(offset + length)
  return {
    startLineNumber: start.lineNumber,
    startColumn: start.column,
    endLineNumber: end.lineNumber,
    endColumn: end.column,
  }
}

const here = (model: Model, position: Position) => ({
  text: model.getValue(),
  offset: model.getOffsetAt(position),
  ...modelContext(model.uri.toString()),
})

/** The worker's answer for an open text; null without one, or if the text was closed meanwhile. */
async function whileOpen<T>(model: Model, answer: Promise<T>): Promise<T | null> {
  const given = await answer.catch(() => null)
  return model.isDisposed() ? null : given
}

const toEdits = (model: Model, edits: readonly TextEdit[]) =>
  edits.map(({ offset, length, text }) => ({ range: rangeIn(model, [offset, length]), text }))

const kindsOf = ({
  CompletionItemKind,
}: typeof Languages): Record<Completion['kind'], Languages.CompletionItemKind> => ({
  key: CompletionItemKind.Property,
  meta: CompletionItemKind.Keyword,
  value: CompletionItemKind.Value,
  name: CompletionItemKind.Reference,
  snippet: CompletionItemKind.Snippet,
})

const completion = (languages: typeof Languages): Languages.CompletionItemProvider => {
  const kinds = kindsOf(languages)
  return {
    triggerCharacters: ['"', ':', '/', '†', '.', '#'],
    async provideCompletionItems(model, position) {
      const offers = await whileOpen(model, ask('complete', here(model, position)))
      const suggestions = (offers ?? []).map(({ label, kind, docs, insert, isSnippet, range, rank }, index) => {
        const written = model.getValueInRange(rangeIn(model, range))
        return {
          label,
          kind: kinds[kind],
          insertText: insert,
          range: rangeIn(model, range),
          filterText: written.startsWith('"') ? JSON.stringify(label) : label,
          sortText: `${String(Math.round(rank * 1000)).padStart(6, '0')}${String(index).padStart(4, '0')}`,
          ...(docs !== undefined && { documentation: { value: hintText(docs) } }),
          ...(isSnippet && { insertTextRules: languages.CompletionItemInsertTextRule.InsertAsSnippet }),
        }
      })
      return { suggestions }
    },
  }
}

const hover: Languages.HoverProvider = {
  async provideHover(model, position) {
    const found = await whileOpen(model, ask('hover', here(model, position)))
    if (found === null) return null
    const { title, docs, example, range } = found
    const contents = [{ value: `**${title}**` }, { value: hintText(docs) }]
    if (example !== undefined) contents.push({ value: `\`\`\`json\n${example}\n\`\`\`` })
    return { range: rangeIn(model, range), contents }
  },
}

const definition: Languages.DefinitionProvider = {
  async provideDefinition(model, position) {
    const found = await whileOpen(model, ask('definition', here(model, position)))
    if (found === null) return null
    if (found.type === 'range') return { uri: model.uri, range: rangeIn(model, found.range) }
    return {
      uri: targetUri(found),
      range: { startLineNumber: 1, startColumn: 1, endLineNumber: 1, endColumn: 1 },
    }
  },
}

const rename: Languages.RenameProvider = {
  async provideRenameEdits(model, position, newName) {
    const edits = await whileOpen(model, ask('rename', { ...here(model, position), newName }))
    if (edits === null || edits.length === 0) return { edits: [], rejectReason: say('rename.refused') }
    const { place, text, offset } = here(model, position)
    if (place !== undefined) renameElsewhere(place, text, offset, newName)
    return {
      edits: toEdits(model, edits).map((textEdit) => ({
        resource: model.uri,
        textEdit,
        versionId: model.getVersionId(),
      })),
    }
  },
  async resolveRenameLocation(model, position) {
    const found = await whileOpen(model, ask('renameTarget', here(model, position)))
    const nowhere = { startLineNumber: 1, startColumn: 1, endLineNumber: 1, endColumn: 1 }
    if (found === null) return { range: nowhere, text: '', rejectReason: say('rename.nothing') }
    // The quotes stay: only the name between them is typed.
    const [offset, length] = found.range
    return { range: rangeIn(model, [offset + 1, length - 2]), text: found.name }
  },
}

const formatting: Languages.DocumentFormattingEditProvider = {
  provideDocumentFormattingEdits: (model, { tabSize, insertSpaces }) => {
    const text = model.getValue()
    const options = { tabSize, insertSpaces, eol: model.getEOL(), insertFinalNewline: text.endsWith('\n') }
    const edits = format(text, undefined, options)
    return toEdits(
      model,
      edits.map(({ content, ...edit }) => ({ ...edit, text: content })),
    )
  },
}

/** The light bulb offers what the problem list offers: the same fixes, made in the document. */
const fixes: Languages.CodeActionProvider = {
  provideCodeActions(_model, _range, { markers }) {
    const { problems } = diagnosisStore.getState()
    const actions = markers.flatMap((marker) => {
      const code = typeof marker.code === 'object' ? marker.code.value : marker.code
      const problem = problems.find((one) => one.code === code && marker.message.startsWith(problemText(one)))
      const fixes = problem === undefined ? [] : fixesOf(problem)
      return fixes.map((fix, place) => {
        const title = fixText(fix.title)
        const command = { id: FIX_COMMAND, title, arguments: [fix] }
        return { title, kind: 'quickfix', diagnostics: [marker], isPreferred: place === 0, command }
      })
    })
    return { actions, dispose: () => undefined }
  },
}

/** Completion, hover, definition, rename, formatting and fixes of Ideas and Tools, all asked of the worker. */
export function registerLanguage(languages: typeof Languages, editor: typeof Editor): void {
  languages.registerCompletionItemProvider('json', completion(languages))
  languages.registerHoverProvider('json', hover)
  languages.registerDefinitionProvider('json', definition)
  languages.registerRenameProvider('json', rename)
  languages.registerDocumentFormattingEditProvider('json', formatting)
  languages.registerCodeActionProvider('json', fixes)
  editor.registerEditorOpener({ openCodeEditor: (_source, resource) => openTarget(resource) })
  editor.registerCommand(FIX_COMMAND, (_, fix: Fix) => applyFix(fix))
}
