import { isObject, type JsonSchema } from '@ensemble/core'
import { exampleOf } from '@ensemble/core/editor'

const PLAIN_NAME = /^[A-Za-z$][\w$]*$/

/** New code: a Tool's parameters by name and a result of its declared shape. */
export function codeTemplate(schema: JsonSchema | null): string {
  const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : {}
  const names = Object.keys(properties).filter((name) => !name.startsWith('_'))
  const taken = names.length > 0 && names.every((name) => PLAIN_NAME.test(name)) ? `{ ${names.join(', ')} }` : 'call'
  const output = properties['_output'] ?? properties['_result']
  const example = isObject(output) ? JSON.stringify(exampleOf(output), null, 2).replaceAll('\n', '\n  ') : 'call'
  const [argument, result] = example === 'call' ? ['call', 'call'] : [taken, example]
  return `export default (${argument}, context) => {\n  context.log('called')\n  return ${result}\n}\n`
}
