import { hasOwn, isObject, type Json, type JsonObject, type JsonSchema } from '../../schema/json.ts'
import { offersNull, propertiesOf, valueSchema } from './schema-view.ts'

/**
 * A value in the form of the strict subset (docs/contract/protocol.md#composition): maps as pairs, omissions as null.
 */
export const toLoweredShape = (schema: JsonSchema, value: Json, root: JsonObject): Json => {
  const { schema: wanted } = valueSchema(schema, root)
  if (!isObject(wanted)) return value
  const { items } = wanted
  if (Array.isArray(value))
    return isObject(items) ? value.map((item: Json) => toLoweredShape(items, item, root)) : value
  if (!isObject(value)) return value
  const pair = isObject(items) ? propertiesOf(valueSchema(items, root).schema) : {}
  if (wanted.type === 'array' && pair.key !== undefined && pair.value !== undefined) {
    const { value: member } = pair
    return Object.entries(value).map(([key, item]) => ({ key, value: toLoweredShape(member, item, root) }))
  }
  const shaped: Record<string, Json> = {}
  for (const [name, property] of Object.entries(propertiesOf(wanted))) {
    if (hasOwn(value, name)) shaped[name] = toLoweredShape(property, value[name] ?? null, root)
    else if (offersNull(property, root)) shaped[name] = null
  }
  return { ...value, ...shaped }
}
