import type { Json, JsonObject } from '../../schema/json.ts'
import { isObject } from '../../schema/json.ts'
import { schemaOfZod } from '../../editor/snippet/zod-schemas.ts'
import { isNode, nodesIn, scriptProgram } from '../../editor/snippet/script-program.ts'
import { readJson } from '../../tool/convert.ts'
import type { Draft } from '../draft.ts'
import { listIn, objectIn, textIn } from '../values.ts'
import type { Flow, FlowNode } from './flow.ts'

const objectOf = (properties: JsonObject, required = Object.keys(properties)): JsonObject => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
})

/** Lists that some versions keep as their JSON text. */
export const listOf = (value: Json | undefined): readonly JsonObject[] => {
  const list = typeof value === 'string' ? readJson(value) : value
  return listIn(list).map((one) => objectIn(one))
}

/** `{ key, type, enumValues, jsonSchema, description }`, a member each. */
const memberOf = ({ type, enumValues, jsonSchema, description: said }: JsonObject): JsonObject => {
  const description: JsonObject = textIn(said) === '' ? {} : { description: textIn(said) }
  const values = textIn(enumValues)
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  switch (textIn(type).toLowerCase().replaceAll(/\s+/g, '')) {
    case 'stringarray':
      return { type: 'array', items: { type: 'string' }, ...description }
    case 'number':
      return { type: 'number', ...description }
    case 'boolean':
    case 'date':
      return { type: type === 'boolean' ? 'boolean' : 'string', ...description }
    case 'enum':
      return { type: 'string', ...(values.length > 0 && { enum: [...new Set(values)] }), ...description }
    case 'jsonarray': {
      const properties = readJson(textIn(jsonSchema))
      return { type: 'array', items: isObject(properties) ? objectOf(properties) : { type: 'object' }, ...description }
    }
    default:
      return { type: 'string', ...description }
  }
}

const STRUCTURED = ['llmStructuredOutput', 'agentStructuredOutput', 'conditionAgentStructuredOutput']

/** The output of a node that asks a model: its scenarios, its structured output, or its parser. */
export const outputOf = (flow: Flow, node: FlowNode, draft: Draft): Json => {
  const scenarios = listOf(node.inputs['conditionAgentScenarios'])
    .map(({ scenario }) => textIn(scenario))
    .filter((one) => one !== '')
  if (scenarios.length > 0) return objectOf({ scenario: { type: 'string', enum: [...new Set(scenarios)] } })
  const members = STRUCTURED.flatMap((key) => listOf(node.inputs[key])).filter(({ key }) => textIn(key) !== '')
  if (members.length > 0) return objectOf(Object.fromEntries(members.map((one) => [textIn(one['key']), memberOf(one)])))
  const [parser] = flow.feeding(node, 'outputParser')
  return parser === undefined ? { type: 'string' } : parserSchema(parser, draft)
}

const parserSchema = ({ kind, inputs, title, path }: FlowNode, draft: Draft): Json => {
  if (kind === 'structuredOutputParser')
    return objectOf(
      Object.fromEntries(
        listOf(inputs['jsonStructure']).map((one) => [textIn(one['property']) || 'value', memberOf(one)]),
      ),
    )
  if (/list/i.test(kind) || kind === 'csvOutputParser') return { type: 'array', items: { type: 'string' } }
  const schema = zodSchema(textIn(inputs['exampleJson']))
  if (schema === undefined)
    draft.report(path, 'schemaUnread', { name: title, reason: 'its zod schema was not understood.' })
  return schema ?? { type: 'string' }
}

/** An expression of zod; it doesn't run. */
const zodSchema = (text: string): JsonObject | undefined => {
  const program = scriptProgram(text)
  const statement = nodesIn(program?.top['body']).at(-1)
  const expression = isNode(statement?.['expression']) ? statement['expression'] : undefined
  return program && expression && schemaOfZod(expression, program.constants)
}

/** The parameters of a custom tool: `[{ property, type, description, required }]` as JSON text. */
export const customSchema = (written: Json | undefined): JsonObject => {
  const members = listOf(written).filter(({ property }) => textIn(property) !== '')
  const required = members.filter(({ required: is }) => is === true).map(({ property }) => textIn(property))
  return objectOf(
    Object.fromEntries(members.map((one) => [textIn(one['property']).replace(/^_+/, '') || 'value', memberOf(one)])),
    required,
  )
}

/** The form that a flow begins with. */
export const formOf = (fields: readonly JsonObject[]): JsonObject | undefined => {
  const known = fields.filter(({ name }) => /^[A-Za-z]\w*$/.test(textIn(name)))
  if (known.length === 0) return undefined
  return objectOf(
    Object.fromEntries(
      known.map(({ name, label, type, addOptions }) => {
        const choices = listOf(addOptions)
          .map(({ option }) => textIn(option))
          .filter((one) => one !== '')
        return [
          textIn(name),
          {
            type: ['number', 'boolean'].includes(textIn(type)) ? textIn(type) : 'string',
            description: textIn(label) || textIn(name),
            ...(choices.length > 0 && { enum: [...new Set(choices)] }),
          },
        ]
      }),
    ),
  )
}
