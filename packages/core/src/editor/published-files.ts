import { EVENT_SCHEMA } from '../journal/event-schema.ts'
import type { JsonObject } from '../schema/json.ts'
import { ENSEMBLE_SCHEMA } from './ensemble-schema.ts'
import { DIALECT, IDEA_SCHEMA, TOOL_SCHEMA } from './published-schema.ts'

/** A name that does not change with the place where the schema is kept; the number grows with what no longer fits. */
const published = (name: string, schema: JsonObject): JsonObject => ({
  $schema: DIALECT,
  $id: `urn:ensemble:schema:${name}:1`,
  ...schema,
})

/** The schemas of all files for any editor, by the name that they have in `docs/schemas`, in a new workspace and on the server. */
export const PUBLISHED_SCHEMAS: { readonly [file: string]: JsonObject } = {
  'idea.schema.json': published('idea', IDEA_SCHEMA),
  'tool.schema.json': published('tool', TOOL_SCHEMA),
  'ensemble.schema.json': published('ensemble', ENSEMBLE_SCHEMA),
  'event.schema.json': published('event', EVENT_SCHEMA),
}
