import type { SyntaxNode } from '@lezer/common'
import { schemaOfPydantic } from '../../editor/snippet/pydantic.ts'
import type { Json, JsonObject } from '../../schema/json.ts'
import { isObject } from '../../schema/json.ts'
import type { ProgramTool } from './model.ts'
import { outputOf, stringOf } from './python-parts.ts'
import { type PythonProgram, argumentsOf, childrenOf, lineAt, textOf, wordAt } from './python-program.ts'

/** A function with the decorator `function_tool` or `tool`: its signature becomes the parameters. */
export const functionTool = (program: PythonProgram, node: SyntaxNode): readonly ProgramTool[] => {
  const decorators = node.parent?.name === 'DecoratedStatement' ? node.parent.getChildren('Decorator') : []
  const own = decorators.find((one) => /^(?:function_)?tool$/.test(wordAt(program, one.getChild('VariableName'))))
  if (own === undefined) return []
  const { named, plain } = argumentsOf(program, own)
  const made = toolOfFunction(program, node)
  const asks = named.get('needs_approval')
  const schema = outputOf(program, named.get('args_schema'))
  return [
    {
      ...made,
      name: stringOf(program, named.get('name_override') ?? plain[0]) ?? made.name,
      description: stringOf(program, named.get('description_override') ?? named.get('description')) ?? made.description,
      parameters: isObject(schema) ? schema : made.parameters,
      asksFirst: asks !== undefined && wordAt(program, asks) !== 'False',
    },
  ]
}

/** A plain function used as a tool. */
export const toolOfFunction = (program: PythonProgram, node: SyntaxNode): ProgramTool => {
  const variable = wordAt(program, node.getChild('VariableName'))
  const { description, members } = docstringOf(program, node)
  const parameters = parametersOf(program, node, members)
  return { variable, line: lineAt(program, node), name: variable, description, parameters, asksFirst: false }
}

/** The sentence of a docstring, and what it says of each argument. */
const docstringOf = (
  program: PythonProgram,
  node: SyntaxNode,
): { readonly description: string | undefined; readonly members: ReadonlyMap<string, string> } => {
  const [, first] = childrenOf(node.getChild('Body'))
  const text = first?.name === 'ExpressionStatement' ? textOf(program, first.firstChild)?.text : undefined
  const [said = '', rest = ''] = (text ?? '').split(/^\s*(?:Args|Parameters|Returns):\s*$/m)
  const members = [...rest.matchAll(/^\s*(\w+)(?:\s*\([^)]*\))?:\s*(.+)$/gm)].map(
    ([, name = '', words = '']): [string, string] => [name, words.trim()],
  )
  const description = said.trim().replaceAll(/\s+/g, ' ')
  return { description: description === '' ? undefined : description, members: new Map(members) }
}

/** A signature as a model of pydantic, which the reader of those understands; the context of the run is not a parameter. */
const parametersOf = (
  program: PythonProgram,
  node: SyntaxNode,
  members: ReadonlyMap<string, string>,
): JsonObject | undefined => {
  const list = node.getChild('ParamList')
  const text = wordAt(program, list).slice(1, -1)
  const parts = childrenOf(list)
  const starts = parts.filter(
    ({ name }, at) => name === 'VariableName' && ['(', ','].includes(parts[at - 1]?.name ?? ''),
  )
  const fields = starts.map((start, at) => {
    const end = starts[at + 1]?.from ?? list?.to ?? 0
    const field = program.text
      .slice(start.from, end)
      .replace(/,?\s*(?:\*\s*,)?\s*\)?\s*$/, '')
      .replaceAll(/\s+/g, ' ')
    return field.includes(':') ? field : `${field}: Any`
  })
  const own = fields.filter(
    (field) =>
      !/^(?:self|cls)\b|\b(?:RunContextWrapper|ToolContext|RunContext|RunnableConfig|ToolRuntime|Injected\w+)\b/.test(
        field,
      ),
  )
  if (/\*\s*\w/.test(text)) return undefined
  if (own.length === 0) return { type: 'object', properties: {} }
  const model = `class ToolParameters(BaseModel):\n${own.map((field) => `    ${field}\n`).join('')}`
  const schema = schemaOfPydantic(`${model}\n${program.text}`, 'ToolParameters')
  const properties = isObject(schema?.['properties']) ? schema['properties'] : {}
  return {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, one]): [string, Json] => {
        const said = members.get(name)
        return [name, isObject(one) && said !== undefined ? { ...one, description: said } : one]
      }),
    ),
  }
}
