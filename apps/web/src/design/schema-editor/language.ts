import type { Config, JsonObject, LoadedIdea, Problem, Profile } from '@ensemble/core'
import type { LintSeverities, Mode } from '@ensemble/core/tool'
import {
  breadcrumbsAt,
  checkRecordedCalls,
  completeAt,
  composeIdea,
  createIdeaSource,
  definitionAt,
  diagnoseIdea,
  diagnoseSyntax,
  diagnoseTool,
  exportTool,
  fieldIssues,
  flatRows,
  hoverAt,
  judgeCalls,
  loadIdea,
  normaliseTool,
  readiness,
  renameAt,
  renameTargetAt,
  sampleCalls,
  schemaBounds,
  schemaProblems,
  showTool,
  strictView,
  toTypeScript,
  worldOf,
  type CallHistoryCheck,
  type CallVerdict,
  type Completion,
  type ComposedIdea,
  type Crumb,
  type Definition,
  type EditorWorld,
  type Exported,
  type FieldIssue,
  type FlatRow,
  type Hover,
  type Readiness,
  type RecordedCall,
  type RunSettings,
  type SchemaBound,
  type ShownPart,
  type StrictView,
  type TextEdit,
  type ToolFormat,
  type ToolTypeScript,
} from '@ensemble/core/editor'
import type { ImportEdit, ImportedFiles, SourceFile, TakenNames } from '@ensemble/core/import'
import type { ImportedText } from '@ensemble/core/snippets'
import type { Capabilities } from '@ensemble/core/model'
import type { Validator } from '@ensemble/core/schema'
import type { WireName, WorkspaceFiles } from '@ensemble/core/idea'
import { readObject } from './read-json.ts'

/** Characters of a text that Tools are read from, as on the command line. */
const MOST_IMPORTED = 8_000_000
const TOO_LONG = { path: '', what: 'This text is longer than the 8 MB that tools are read from.' }

/** The server's settings for composing a Request (`/api/compose/settings`). */
export interface ComposeFacts {
  readonly config: Config
  readonly profile: Profile
  readonly activities: readonly string[]
  readonly model: { readonly name: string; readonly capabilities: Capabilities }
}

/** A Call of history, with where it was made. */
export interface PastCall extends RecordedCall {
  readonly run: string
  readonly seq: number
  readonly span: string
  readonly at: string
  readonly idea: string
}

/** A text in the editor: what it is, and the cursor in it. */
interface InText {
  readonly text: string
  readonly offset: number
  readonly kind: EditorWorld['file']
  readonly name?: string
}
/** A Tool as its text is now; comments and slips of the pen are tolerated as far as they can be read. */
interface ToolText {
  readonly name: string
  readonly text: string
}

export type Composed =
  | (Omit<ComposedIdea, 'body' | 'schema' | 'tools'> & { readonly ok: true; readonly shown: ShownPart })
  | { readonly ok: false; readonly reason: string }

/** Everything that is asked about a text while it is written. Pure: the same in the worker and in a test. */
export interface Language {
  diagnose(asked: {
    readonly type: 'idea' | 'tool'
    readonly name: string
    readonly portability: boolean
  }): readonly Problem[]
  /** The findings of compiling the schemas of every file. */
  schemas(asked: { readonly all: true }): readonly Problem[]
  /** The early part of `diagnose`, for a text that isn't JSON. */
  syntax(asked: { readonly type: 'idea' | 'tool'; readonly name: string }): readonly Problem[]
  complete(asked: InText): readonly Completion[]
  hover(asked: InText): Hover | null
  definition(asked: InText): Definition | null
  rename(asked: InText & { readonly newName: string }): readonly TextEdit[]
  renameTarget(asked: InText): { readonly name: string; readonly range: readonly [number, number] } | null
  crumbs(asked: { readonly text: string; readonly offset: number }): readonly Crumb[]
  rows(asked: { readonly text: string; readonly pointer: string; readonly open: readonly string[] }): readonly FlatRow[]
  /** The limits of schemas that the text comes near to. */
  bounds(asked: { readonly text: string }): readonly SchemaBound[]
  compose(asked: {
    readonly idea: string
    readonly tool: string | null
    readonly wire: WireName | null
    readonly strict: boolean | null
    readonly facts: ComposeFacts
  }): Promise<Composed>
  strict(asked: ToolText): StrictView | null
  judge(asked: ToolText & { readonly mode: Mode; readonly calls: readonly string[] }): {
    readonly problems: readonly Problem[]
    readonly verdicts: readonly CallVerdict[]
  }
  /** The problem of each field of a Call. */
  fields(asked: ToolText & { readonly call: string }): readonly FieldIssue[]
  samples(asked: ToolText & { readonly seed: string; readonly mode: Mode }): readonly JsonObject[]
  types(asked: ToolText): ToolTypeScript | null
  history(
    asked: ToolText & { readonly mode: Mode; readonly calls: readonly PastCall[] },
  ): CallHistoryCheck<PastCall> | null
  readiness(asked: {
    readonly idea: string
    readonly calls: readonly PastCall[] | null
    /** Whether a language model answered the Idea, where it has no Tools. */
    readonly isAnswered: boolean
    readonly settings: RunSettings | null
  }): Readiness | null
  importTools(asked: {
    readonly text: string
    readonly format: ToolFormat | null
    readonly name: string
  }): Promise<ImportedText>
  /** Files of other programs as Ideas and Tools, and the edits that add it; `manifest` is the text of ensemble.json. */
  importFiles(asked: {
    readonly files: readonly SourceFile[]
    /** The chosen operations of OpenAPI documents. */
    readonly only: readonly string[] | undefined
    readonly taken: TakenNames
    readonly manifest: string
  }): Promise<{ readonly imported: ImportedFiles; readonly edits: readonly ImportEdit[] }>
  /** Whether a text is a conversation that another program recorded. */
  isConversation(asked: { readonly text: string }): Promise<boolean>
  exportTool(asked: ToolText & { readonly format: ToolFormat }): Exported | null
}

/** The page's facts that no question repeats. */
export interface Surround {
  readonly activities: readonly string[]
  readonly mcpServers: readonly string[]
  readonly profile: Profile
  readonly lint: LintSeverities
}

/** The language over texts that `files` gives as they are now. */
export const createLanguage = (
  files: () => WorkspaceFiles,
  surround: () => Surround,
  validator: Validator,
): Language => {
  const worldFor = ({ kind, name }: InText): EditorWorld => worldOf(files(), kind, name)
  const options = (portability: boolean) => ({ validator, lint: surround().lint, isDraft: true, portability })
  const isRegistered = (name: string): boolean => files().activities.includes(name)

  return {
    diagnose: ({ type, name, portability }) =>
      (type === 'idea' ? diagnoseIdea : diagnoseTool)(files(), name, options(portability)),
    schemas: () => schemaProblems(files(), { validator, lint: surround().lint }),
    syntax: ({ type, name }) => diagnoseSyntax(files(), type, name),
    complete: (asked) => completeAt(asked.text, asked.offset, worldFor(asked)),
    hover: (asked) => hoverAt(asked.text, asked.offset, worldFor(asked)) ?? null,
    definition: (asked) => definitionAt(asked.text, asked.offset, worldFor(asked)) ?? null,
    rename: ({ newName, ...asked }) => renameAt(asked.text, asked.offset, newName, worldFor(asked)),
    renameTarget: ({ text, offset }) => renameTargetAt(text, offset) ?? null,
    crumbs: ({ text, offset }) => breadcrumbsAt(text, offset),
    rows: ({ text, pointer, open }) => flatRows(text, pointer, new Set(open)),
    bounds: ({ text }) => schemaBounds(readObject(text) ?? true),
    compose: (asked) => composeTyped(files(), asked),
    strict: (asked) => {
      const schema = schemaOf(asked)
      return schema && strictView(normaliseTool(asked.name, schema).tool.parameters)
    },
    judge: (asked) => {
      const schema = schemaOf(asked)
      return schema === null
        ? { problems: [], verdicts: [] }
        : judgeCalls(asked.name, schema, asked.calls, { validator, isRegistered, mode: asked.mode })
    },
    fields: ({ call, ...asked }) => {
      const schema = schemaOf(asked)
      const value = readObject(call)
      return schema === null || value === null
        ? []
        : fieldIssues(normaliseTool(asked.name, schema).tool, value, validator)
    },
    samples: ({ seed, mode, ...asked }) => {
      const schema = schemaOf(asked)
      if (schema === null) return []
      const { tool, problems } = normaliseTool(asked.name, schema)
      const isBroken = problems.some(({ severity }) => severity === 'error')
      return isBroken ? [] : sampleCalls(tool, { seed, mode, validator })
    },
    types: (asked) => {
      const schema = schemaOf(asked)
      return schema && toTypeScript(normaliseTool(asked.name, schema).tool)
    },
    history: ({ mode, calls, ...asked }) => {
      const schema = schemaOf(asked)
      if (schema === null) return null
      const { tool, problems } = normaliseTool(asked.name, schema)
      return problems.some(({ severity }) => severity === 'error')
        ? null
        : checkRecordedCalls(tool, calls, { validator, mode })
    },
    readiness: ({ idea, calls, isAnswered, settings }) =>
      readiness(files(), idea, {
        ...options(false),
        ...(calls !== null && { recordedCalls: calls }),
        isAnswered,
        ...(settings !== null && { settings: () => settings }),
      }) ?? null,
    importTools: async ({ text, format, name }) => {
      // A paste that size would take seconds to read; no description of tools is that long.
      if (text.length > MOST_IMPORTED) return { format, tools: [], ideas: [], lost: [TOO_LONG] }
      const { importText } = await import('@ensemble/core/snippets')
      return importText(text, format ?? undefined, name)
    },
    importFiles: async ({ files: sources, only, taken, manifest }) => {
      const { importEdits, importFiles } = await import('@ensemble/core/import')
      const imported = importFiles(sources, taken, only)
      return { imported, edits: importEdits(imported, manifest) }
    },
    isConversation: async ({ text }) => {
      const { importConversation } = await import('@ensemble/core/import')
      return importConversation('', text, { engine: '', at: 0 }) !== undefined
    },
    exportTool: ({ format, ...asked }) => {
      const schema = schemaOf(asked)
      return schema && exportTool(asked.name, schema, format)
    },
  }
}

const schemaOf = ({ text }: ToolText): JsonObject | null => readObject(text)

const composeTyped = async (
  files: WorkspaceFiles,
  { idea, tool, wire, strict, facts }: Parameters<Language['compose']>[0],
): Promise<Composed> => {
  try {
    const loaded: LoadedIdea = loadIdea(files, idea)
    const asked = { ...(wire !== null && { wire }), ...(strict !== null && { strict }) }
    const { body, schema, tools, ...rest } = await composeIdea(loaded, asked, {
      config: facts.config,
      profile: facts.profile,
      isRegistered: (name) => facts.activities.includes(name),
      model: (name) => ({ ...facts.model, ...(name !== undefined && { name }) }),
      ideas: createIdeaSource(files),
    })
    return { ok: true, ...rest, shown: showTool(tools ?? schema, tool ?? '') }
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) }
  }
}
