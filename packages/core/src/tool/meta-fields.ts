import { META_ALIASES, type MetaFieldName } from './meta-names.ts'

/** One row of docs/contract/protocol.md#tools's table. */
export interface MetaField {
  readonly name: MetaFieldName
  /** A later name of the same field: understood alike, kept in the author's file. */
  readonly alias?: string
  readonly setBy: 'author' | 'composer' | 'system'
  /** Where the model sees it: among the leading properties, as the last property, as words in the description, or nowhere. */
  readonly shown: 'field' | 'last' | 'description' | 'hidden'
  /** How an author may write its value. `schema` means the value is itself a schema. */
  readonly accepts: readonly ('const' | 'enum' | 'subset' | 'free' | 'schema')[]
  /** One sentence for people: what it does. */
  readonly docs: string
  /** As written among a Tool's properties. */
  readonly example: string
}

/** The meta fields of a Tool in the order the model sees them. Everything that knows meta fields reads this table. */
export const META_FIELDS: readonly MetaField[] = [
  {
    name: '_tool',
    setBy: 'author',
    shown: 'field',
    accepts: ['const'],
    docs: "The Tool's unique name; filled in from the name it is registered under.",
    example: '"_tool": { "const": "weatherCheck" }',
  },
  {
    name: '_activity',
    setBy: 'author',
    shown: 'field',
    accepts: ['const'],
    docs: 'The Activity that does the work; an empty string asks the model itself to (latent).',
    example: '"_activity": { "const": "fetchWeather" }',
  },
  {
    name: '_module',
    alias: META_ALIASES._module,
    setBy: 'author',
    shown: 'field',
    accepts: ['const', 'enum'],
    docs: 'The Idea that runs the Call in a clean room: idea://name, a relative path, an http(s) URL, or anonymous.',
    example: '"_module": { "const": "idea://composer" }',
  },
  {
    name: '_imports',
    alias: META_ALIASES._imports,
    setBy: 'author',
    shown: 'field',
    accepts: ['const', 'subset'],
    docs: "What the Call may see of the caller's context: input, state, state:<path>, data:<kind>, text.",
    example: '"_imports": { "const": ["input", "state:song"] }',
  },
  {
    name: '_outputPath',
    setBy: 'author',
    shown: 'field',
    accepts: ['const', 'enum', 'free'],
    docs: 'Where in the state the result is written; †state.tune <- melody writes a member of it.',
    example: '"_outputPath": { "const": "†state.song.melody" }',
  },
  {
    name: '_instance',
    setBy: 'composer',
    shown: 'field',
    accepts: ['const', 'enum', 'free'],
    docs: 'Which instance of the context the Call belongs to.',
    example: '"_instance": { "enum": ["comment-1", "comment-2"] }',
  },
  {
    name: '_reasoningForCall',
    setBy: 'system',
    shown: 'field',
    accepts: ['schema'],
    docs: "The model's reason for this Call; leaving it out never refuses a Call.",
    example: '"_reasoningForCall": { "type": "string" }',
  },
  {
    name: '_approval',
    setBy: 'author',
    shown: 'description',
    accepts: ['const'],
    docs: 'A person confirms the Call before it runs: always, or when its parameters fit a schema.',
    example: '"_approval": { "const": "required" }',
  },
  {
    name: '_idempotent',
    setBy: 'author',
    shown: 'hidden',
    accepts: ['const'],
    docs: 'False when running the Call twice would do harm: after a crash it waits for a person.',
    example: '"_idempotent": { "const": false }',
  },
  {
    name: '_polls',
    setBy: 'author',
    shown: 'hidden',
    accepts: ['const'],
    docs: 'True when the same Call is made again until something changes: limits.repeatedCalls never refuses it.',
    example: '"_polls": { "const": true }',
  },
  {
    name: '_parameterNames',
    setBy: 'author',
    shown: 'hidden',
    accepts: ['const'],
    docs: 'What another API calls the parameters that have other names here; its Activity sends them by those names.',
    example: '"_parameterNames": { "const": { "id": "_id" } }',
  },
  {
    name: '_resolve',
    setBy: 'author',
    shown: 'hidden',
    accepts: ['const'],
    docs: "When the module's schemas are read: runtime, upfront, or upfront+output.",
    example: '"_resolve": { "const": "upfront" }',
  },
  {
    name: '_result',
    setBy: 'author',
    shown: 'hidden',
    accepts: ['schema'],
    docs: 'Instead of _output: the schema of a result that is checked, but shown only to a model that fills the Call itself.',
    example: '"_result": { "type": "object", "properties": { "score": { "type": "number" } } }',
  },
  {
    name: '_output',
    setBy: 'author',
    shown: 'last',
    accepts: ['schema'],
    docs: 'The schema of the result.',
    example: '"_output": { "type": "object", "properties": { "score": { "type": "number" } } }',
  },
]
