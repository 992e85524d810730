import { isObject, type JsonObject } from '@ensemble/core'
import { removeAt, setAt } from '../texts/json-edit.ts'
import type { ToolPlace } from '../texts/idea-view.ts'
import { withFixed } from './tool-fields.ts'

const propertiesOf = (schema: JsonObject): JsonObject => (isObject(schema.properties) ? schema.properties : {})

/**
 * A file's text with the Tool's bridge made a contract: the Module's input schema is merged upfront, and parameters that
 * the Tool declares otherwise go, since same-named ones must be equal (docs/contract/protocol.md#modules).
 */
export function withContract(text: string, place: ToolPlace, input: JsonObject): string {
  const own = propertiesOf(place.schema)
  const differs = Object.entries(propertiesOf(input)).flatMap(([name, schema]) =>
    own[name] !== undefined && JSON.stringify(own[name]) !== JSON.stringify(schema) ? [name] : [],
  )
  const without = differs.reduce((left, name) => removeAt(left, [...place.path, 'properties', name]), text)
  const required = place.schema.required
  // The Module requires its own; a name that the Tool doesn't declare any more must go.
  const settled =
    differs.length === 0 || !Array.isArray(required)
      ? without
      : setAt(
          without,
          [...place.path, 'required'],
          required.filter((name) => typeof name !== 'string' || !differs.includes(name)),
        )
  return withFixed(settled, place, ['_resolve'], 'upfront')
}
