import { hasOwn, isObject } from '../schema/json.ts'
import type { JsonSchema, Pointer } from '../schema/json.ts'
import { nodeAt, parseDocument } from '../schema/json-document.ts'
import type { JsonDocument } from '../schema/json-document.ts'
import { lowerSchema } from '../schema/lower/lower.ts'
import type { SchemaChange } from '../schema/lower/lower.ts'
import { getByPointer, toPointer } from '../schema/pointer.ts'
import { findStrictIssue } from '../schema/strict-subset.ts'

/** A change with the lines it shows on, counted from 1; undefined on the side that has none of it. */
export interface StrictChange extends SchemaChange {
  readonly lineBefore: number | undefined
  readonly lineAfter: number | undefined
}

/**
 * A schema under the strict mode of providers (docs/contract/protocol.md#composition, lowering), as two comparable
 * texts.
 */
export interface StrictView {
  readonly before: string
  readonly after: string
  readonly changes: readonly StrictChange[]
  /** Why the schema is sent without strict mode. */
  readonly limit?: string
}

/** The schema that a strict provider gets, with the differences (docs/contract/protocol.md#composition). */
export const strictView = (schema: JsonSchema): StrictView => {
  const { schema: lowered, changes } = lowerSchema(schema)
  const before = JSON.stringify(schema, null, 2)
  const after = JSON.stringify(lowered, null, 2)
  const documents = { before: parseDocument(before), after: parseDocument(after) }
  const limit = findStrictIssue(lowered)
  return {
    before,
    after,
    changes: changes.map((change) => {
      const at = `${change.path}/${change.keyword}`
      const holder = isObject(schema) ? getByPointer(schema, change.path) : undefined
      const isWritten = isObject(holder) && hasOwn(holder, change.keyword)
      return {
        ...change,
        lineBefore: lineOf(documents.before, isWritten ? at : change.path),
        lineAfter: lineOf(documents.after, becameRequired(change) ?? at) ?? lineOf(documents.after, change.path),
      }
    }),
    ...(limit !== undefined && { limit }),
  }
}

const lineOf = ({ text, root }: JsonDocument, pointer: Pointer): number | undefined => {
  const node = nodeAt(root, pointer)
  return node && text.slice(0, node.offset).split('\n').length
}

/** A property that became required shows it at its type, which allows null from then on. */
const becameRequired = ({ path, keyword, what }: SchemaChange): Pointer | undefined => {
  const quoted = keyword === 'required' ? /^"(?:[^"\\]|\\.)*"/u.exec(what)?.[0] : undefined
  return quoted === undefined ? undefined : path + toPointer(['properties', String(JSON.parse(quoted)), 'type'])
}
