import type { SyntaxNode } from '@lezer/common'
import type { Json, JsonObject } from '../../schema/json.ts'
import { isObject } from '../../schema/json.ts'
import type { Imported, Lost } from '../../tool/conversion.ts'
import { importMcpTools } from '../../tool/convert-mcp.ts'
import { importOpenAiTools } from '../../tool/convert-openai.ts'
import {
  type GoProgram,
  type Members,
  argumentsOf,
  childrenOf,
  goProgram,
  lastName,
  lineAt,
  membersAt,
  textAt,
  valueAt,
  wholeSchema,
} from './go-program.ts'
import { builtTool } from './go-options.ts'
import { rootStructs, schemaOfStruct } from './go-structs.ts'
import { lostOf } from '../../tool/lost-sentences.ts'

/** Signs of Go that TypeScript, prose and YAML lack: a package, a struct, a short declaration, a typed literal. */
const GO =
  /^package\s+\w+\s*$|^\s*type\s+\w+\s+struct\s*\{|:=\s*(?:&|\[\]|map\[|\w+[.({])|\[\]\*?\w+(?:\.\w+)?\s*\{|\bmap\[string\]|&\w+\.\w+\{|\bmcp\.NewTool\(/m

/** Types of the known libraries that are a tool even where they say nothing of parameters. */
const TOOL_TYPES = /^(?:FunctionDefinition(?:Param)?|FunctionDeclaration|FunctionToolParam|ToolFunction)$/
const PARAMETERS = ['parameters', 'inputSchema', 'input_schema', 'parametersJsonSchema', 'rawInputSchema']

/** A tool as JSON: what another format's reader takes. */
interface Found {
  readonly format: 'openai' | 'mcp'
  readonly tool: JsonObject
}

/**
 * The Tools of a Go text, as literals of known libraries or maps, else its structs with json tags, from the syntax
 * tree: runs nothing. Reports computed parts with their line. Undefined if it isn't Go.
 */
export const toolsInGo = (text: string): Imported | undefined => {
  if (!GO.test(text)) return undefined
  const program = goProgram(text)
  const lost: Lost[] = []
  const found = toolsIn(program, lost)
  if (found.length === 0 && lost.length === 0)
    for (const name of rootStructs(program)) {
      const parameters = schemaOfStruct(name, program, lost)
      const own = name.charAt(0).toLowerCase() + name.slice(1)
      if (parameters !== undefined) found.push({ format: 'openai', tool: { name: own, parameters } })
    }
  if (found.length === 0) return { tools: [], lost: lost.length > 0 ? lost : [brokenAt(program)] }
  const read = found.map(({ format, tool }) => (format === 'mcp' ? importMcpTools([tool]) : importOpenAiTools([tool])))
  return {
    tools: read.flatMap(({ tools }) => tools),
    lost: [...lost, ...read.flatMap((each) => each.lost)],
  }
}

const brokenAt = (program: GoProgram): Lost => {
  let broken: SyntaxNode | undefined
  program.top.cursor().iterate((node) => {
    if (node.type.isError) broken ??= node.node
  })
  return broken === undefined ? lostOf('goWithoutTools', '') : lostOf('goBroken', lineAt(program, broken))
}

const toolsIn = (program: GoProgram, lost: Lost[]): Found[] => {
  const found: Found[] = []
  const take = (tool: Found | undefined): false => {
    if (tool !== undefined) found.push(tool)
    return false // what is inside a tool is its schema
  }
  program.top.cursor().iterate((at) => {
    if (at.name === 'CallExpr' && lastName(program, calleeOf(at.node)) === 'NewTool')
      return take(builtTool(program, at.node, lost))
    if (at.name !== 'TypedLiteral' && at.name !== 'LiteralValue') return true
    if (at.name === 'LiteralValue' && at.node.parent?.name === 'TypedLiteral') return true
    const members = membersAt(program, at.node)
    if (members === undefined) return true
    const type = at.name === 'TypedLiteral' ? (at.node.firstChild ?? undefined) : undefined
    const isNamed = members.has('name')
    const parameters = PARAMETERS.find((key) => members.has(key))
    const typeName = lastName(program, type)
    const isMcp = type !== undefined && textAt(program, type) === 'mcp.Tool'
    return isNamed && (parameters !== undefined || isMcp || TOOL_TYPES.test(typeName))
      ? take(toolAt(program, at.node, { members, parameters, isMcp }, lost))
      : true
  })
  return found
}

const calleeOf = (call: SyntaxNode): SyntaxNode | undefined => call.firstChild ?? undefined

interface Declared {
  readonly members: Members
  readonly parameters: string | undefined
  readonly isMcp: boolean
}

const toolAt = (
  program: GoProgram,
  node: SyntaxNode,
  { members, parameters, isMcp }: Declared,
  lost: Lost[],
): Found | undefined => {
  const path = lineAt(program, node)
  const read = (key: string): Json | undefined => {
    const member = members.get(key)
    return member && valueAt(program, member.node, member.type)
  }
  const name = read('name')
  if (typeof name !== 'string') {
    lost.push(lostOf('computedName', path))
    return undefined
  }
  const given = parameters === undefined ? undefined : members.get(parameters)
  const schema =
    given === undefined ? inputOfHandler(program, node, lost) : schemaAt(program, given.node, given.type, lost)
  if (given === undefined && isMcp && schema === undefined) {
    lost.push(lostOf('schemaElsewhere', path, { name }))
    return undefined
  }
  if (given !== undefined && !isObject(schema)) {
    lost.push(lostOf('computedSchema', path, { name }))
    return undefined
  }
  const description = read('description')
  if (members.has('description') && typeof description !== 'string')
    lost.push(lostOf('computedDescription', path, { name }))
  const annotations = read('annotations')
  const tool: JsonObject = {
    name,
    ...(typeof description === 'string' && { description }),
    [isMcp ? 'inputSchema' : 'parameters']: schema ?? { type: 'object' },
    ...(isMcp && isObject(annotations) && { annotations }),
  }
  return { format: isMcp ? 'mcp' : 'openai', tool }
}

/** A schema that is written out, or asked for by the name of a struct type in the text. */
const schemaAt = (
  program: GoProgram,
  node: SyntaxNode,
  type: SyntaxNode | undefined,
  lost: Lost[],
  depth = 0,
): Json | undefined => {
  if (depth > 20) return undefined
  const value = wholeSchema(valueAt(program, node, type))
  if (value !== undefined) return value
  const named = node.name === 'VariableName' ? program.values.get(textAt(program, node)) : undefined
  if (named !== undefined) return schemaAt(program, named, undefined, lost, depth + 1)
  if (node.name !== 'CallExpr') return inParts(program, node, lost, depth)
  const names = new Set(structsNamed(program, node))
  const [only] = names
  return names.size === 1 && only !== undefined ? schemaOfStruct(only, program, lost) : undefined
}

/** `ToolInputSchemaParam{Properties: schema.Properties}` has no value here. */
const inParts = (program: GoProgram, node: SyntaxNode, lost: Lost[], depth: number): Json | undefined => {
  const properties = membersAt(program, node)?.get('properties')?.node
  const of = properties?.name === 'SelectorExpr' ? properties.firstChild : null
  return of === null ? undefined : schemaAt(program, of, undefined, lost, depth + 1)
}

/** The struct types that a call names: in a type argument, or in a literal argument. */
const structsNamed = (program: GoProgram, call: SyntaxNode): readonly string[] => {
  const names: string[] = []
  call.cursor().iterate((each) => {
    const name = program.text.slice(each.from, each.to)
    if (each.name === 'TypeName' && program.types.get(name)?.name === 'StructType') names.push(name)
  })
  return names
}

/** The input type of a handler in `mcp.AddTool(server, tool, handler)`: its last parameter. */
const inputOfHandler = (program: GoProgram, tool: SyntaxNode, lost: Lost[]): Json | undefined => {
  const call = tool.parent?.name === 'UnaryExp' ? tool.parent.parent?.parent : tool.parent?.parent
  if (call?.name !== 'CallExpr' || lastName(program, calleeOf(call)) !== 'AddTool') return undefined
  const handler = argumentsOf(call).at(-1)
  const declared =
    handler?.name === 'VariableName' ? program.functions.get(textAt(program, handler)) : handler?.getChild('Parameters')
  const parameters = declared?.name === 'Parameters' ? declared : declared?.getChild('Parameters')
  const last = childrenOf(parameters)
    .filter(({ name }) => name === 'Parameter')
    .at(-1)
  const type = childrenOf(last).at(-1)
  return type === undefined ? undefined : schemaOfStruct(textAt(program, type).replace(/^\*/, ''), program, lost)
}
