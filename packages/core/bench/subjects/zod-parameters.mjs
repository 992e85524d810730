import { parametersOf } from '../workloads.mjs'

const typeOf = (z, schema) => {
  const type =
    schema.type === 'integer' ? z.number().int().min(0) : schema.type === 'boolean' ? z.boolean() : z.string()
  return schema.description === undefined ? type : type.describe(schema.description)
}

/** The parameters of a tool in the form that the other libraries document. */
export const zodOf = (z, index, count) => {
  const { properties, required } = parametersOf(index, count)
  return z.object(
    Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => {
        const type = typeOf(z, schema)
        return [name, required.includes(name) ? type : type.nullish()]
      }),
    ),
  )
}
