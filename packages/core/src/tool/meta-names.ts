import { hasOwn, isObject } from '../schema/json.ts'
import type { JsonObject } from '../schema/json.ts'

/** In the order the model sees them. `META_FIELDS` says what each does; the first view of the page needs only names. */
export const META_FIELD_NAMES = [
  '_tool',
  '_activity',
  '_module',
  '_imports',
  '_outputPath',
  '_instance',
  '_reasoningForCall',
  '_approval',
  '_idempotent',
  '_polls',
  '_parameterNames',
  '_resolve',
  '_result',
  '_output',
] as const
export type MetaFieldName = (typeof META_FIELD_NAMES)[number]

/** Later names of the same fields: understood alike, kept in the author's file. */
export const META_ALIASES = { _module: '_delegate', _imports: '_scopes' } as const satisfies {
  readonly [name in MetaFieldName]?: string
}

const canonicalNames: ReadonlyMap<string, MetaFieldName> = new Map(
  META_FIELD_NAMES.flatMap((name): [string, MetaFieldName][] => {
    const alias = Object.entries(META_ALIASES).find(([of]) => of === name)?.[1]
    return alias === undefined
      ? [[name, name]]
      : [
          [name, name],
          [alias, name],
        ]
  }),
)

/** Every accepted spelling: the names and their aliases. */
export const META_FIELD_SPELLINGS: readonly string[] = [...canonicalNames.keys()]

/** The meta field of a property or root key; undefined if none has that name or alias. */
export const metaFieldOf = (key: string): MetaFieldName | undefined => canonicalNames.get(key)

/** The field that holds the schema of a Tool's result: `_result` where its author wrote that, else `_output`. */
export const resultFieldOf = (schema: JsonObject): '_output' | '_result' =>
  hasOwn(schema, '_result') || (isObject(schema.properties) && hasOwn(schema.properties, '_result'))
    ? '_result'
    : '_output'
export const isResultField = (key: string): boolean => key === '_output' || key === '_result'

/** Names with a leading underscore belong to the system, never to a Tool's parameters. */
export const isMetaName = (key: string): boolean => key.startsWith('_')
