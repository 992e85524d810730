import type { Json, JsonObject } from '../../schema/json.ts'
import { nameFrom, toolNameFrom } from '../../tool/name-from.ts'
import type { ToolSchema } from '../../tool/tool.ts'
import type { Draft } from '../draft.ts'
import { isText, listIn, objectIn, textIn } from '../values.ts'

export const callName = (title: string): string => {
  const name = nameFrom(title)
  return (name === title ? name : toolNameFrom(name)) || 'step'
}
export const freeName = (wanted: string, tools: object): string => {
  let name = wanted
  for (let count = 2; Object.hasOwn(tools, name); count++) name = `${wanted}${count}`
  return name
}

export const typeOf = (type: string): JsonObject => {
  const item = /^array\[(\w+)\]$/.exec(type)?.[1]
  if (item !== undefined) return { type: 'array', items: typeOf(item) }
  return { type: ['number', 'boolean', 'object'].includes(type) ? type : 'string' }
}

/** Tools of an agent: `form: llm` are its parameters, `form: form` are settings of the provider. */
export const toolsOf = (
  given: readonly Json[],
  path: string,
  draft: Draft,
): { readonly [name: string]: ToolSchema } => {
  const tools: { [name: string]: ToolSchema } = {}
  for (const one of given.map((each) => objectIn(each)).filter(({ enabled }) => enabled !== false)) {
    const title = textIn(one['tool_name']) || textIn(one['tool_label'])
    draft.report(path, 'toolOfHost', {
      name: title,
      program: 'Dify',
      type: textIn(one['provider_name']) || textIn(one['provider_id']),
    })
    const filled = listIn(one['schemas'])
      .map((each) => objectIn(each))
      .filter(({ form }) => form === 'llm')
    const required = filled.filter((each) => each['required'] === true).map(({ name }) => textIn(name))
    tools[freeName(callName(title), tools)] = {
      type: 'object',
      description:
        textIn(one['tool_description']) ||
        textIn(objectIn(one['extra'])['description']) ||
        textIn(one['tool_label']) ||
        title,
      properties: Object.fromEntries(
        filled.map(({ name, type, llm_description: said }) => [
          textIn(name).replace(/^_+/, '') || 'value',
          { ...typeOf(textIn(type)), description: textIn(said) || textIn(name) },
        ]),
      ),
      ...(required.length > 0 && { required }),
    }
  }
  return tools
}

/** The schema of the variables that a form asks a person for. */
export const formOf = (variables: readonly JsonObject[]): JsonObject => {
  const required = variables.filter((one) => one['required'] === true).map(({ variable }) => textIn(variable))
  return {
    type: 'object',
    properties: Object.fromEntries(
      variables.map(({ variable, label, type, options }) => {
        const choices = [...new Set(listIn(options).filter(isText))]
        return [
          textIn(variable),
          {
            type: type === 'number' ? 'number' : 'string',
            description: textIn(label) || textIn(variable),
            ...(choices.length > 0 && { enum: choices }),
          },
        ]
      }),
    ),
    ...(required.length > 0 && { required }),
  }
}
