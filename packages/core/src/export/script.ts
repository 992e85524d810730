import type { Config } from '../idea/idea.ts'
import type { Json, JsonObject, JsonSchema } from '../schema/json.ts'
import { isObject } from '../schema/json.ts'
import { comment, pascal, schemaToTypeScript } from '../schema/typescript/to-typescript.ts'
import { toolNameFrom } from '../tool/name-from.ts'
import type { ExportRow } from './lost.ts'
import { type ExportGraph, type GraphIdea, type GraphTool, isObjectSchema, toolsIn } from './read-graph.ts'

/** Writing TypeScript: every text of an Idea goes through `literal`, `text` or `line`, so that none of it becomes code. */

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/

/** A value as TypeScript writes it, indented from its second line on. */
export const literal = (value: Json, indent = ''): string => {
  const inside = `${indent}  `
  if (Array.isArray(value)) {
    const short = `[${value.map((one) => literal(one)).join(', ')}]`
    if (isShort(short, indent)) return short
    return `[\n${value.map((one) => `${inside}${literal(one, inside)},\n`).join('')}${indent}]`
  }
  if (!isObject(value)) return JSON.stringify(value)
  const members = Object.entries(value)
  const short = `{ ${members.map(([key, one]) => `${keyText(key)}: ${literal(one)}`).join(', ')} }`
  if (members.length === 0) return '{}'
  if (isShort(short, indent)) return short
  return `{\n${members.map(([key, one]) => `${inside}${keyText(key)}: ${literal(one, inside)},\n`).join('')}${indent}}`
}
const isShort = (text: string, indent: string): boolean => indent.length + text.length <= 80 && !text.includes('\n')

// A plain `__proto__` in a literal sets the prototype.
const keyText = (key: string): string =>
  key === '__proto__' ? "['__proto__']" : IDENTIFIER.test(key) ? key : JSON.stringify(key)

/** A text as TypeScript writes it: one of several lines stays readable. */
export const text = (content: string): string =>
  content.includes('\n')
    ? `\`${content.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${').replaceAll('\r', '\\r')}\``
    : JSON.stringify(content)

/** A comment of one line. */
export const line = (content: string): string => `// ${content.replaceAll(/[\s\u2028\u2029]+/gu, ' ').trim()}`

/** A member of an object, as an expression. */
export const member = (object: string, key: string): string =>
  IDENTIFIER.test(key) ? `${object}.${key}` : `${object}[${JSON.stringify(key)}]`

const RESERVED =
  'break case catch class const continue debugger default delete do else enum export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield await async arguments eval undefined of'.split(
    ' ',
  )

/** Gives each name once: `rain-song` → `rainSong`, then `rainSong2`. */
export const namer = (taken: readonly string[]): ((wanted: string) => string) => {
  const used = new Set([...RESERVED, ...taken])
  return (wanted) => {
    const plain = toolNameFrom(wanted).replaceAll(/[^\w$]/g, '')
    const base = IDENTIFIER.test(plain) ? plain : `agent${plain}`
    let name = base
    for (let count = 2; used.has(name); count++) name = `${base}${count}`
    used.add(name)
    return name
  }
}

/** The top of a file: where it comes from, what it needs, and every part that it cannot say. */
const header = (title: string, program: string, install: string, lost: readonly ExportRow[]): string =>
  [
    line(`${title}, exported from Ensemble for ${program}.`),
    line(`npm install ${install}`),
    ...(lost.length === 0 ? [] : ['//', line('These parts have no counterpart here:')]),
    ...lost.map(({ path, what, remedy }) => line(`- ${path}: ${what} ${remedy}`)),
  ].join('\n')

/** Names of a file's variables: agents by Idea, tools by their place, types. */
export interface Names {
  readonly agent: (idea: string) => string
  readonly tool: (tool: GraphTool) => string
  readonly start: string
  readonly type: (wanted: string) => string
}

const namesOf = (graph: ExportGraph, taken: readonly string[]): Names => {
  const free = namer([...taken, 'activities', 'unwritten'])
  const agents = new Map(graph.ideas.map(({ name }) => [name, free(lowered(toolNameFrom(name)))]))
  const tools = new Map(
    toolsIn(graph).map((tool) => [tool.path + tool.name, free(`${agents.get(tool.idea.name) ?? ''}_${tool.name}`)]),
  )
  return {
    agent: (idea) => agents.get(idea) ?? 'undefined',
    tool: ({ path, name }) => tools.get(path + name) ?? 'undefined',
    start: free(`run_${toolNameFrom(graph.root.name)}`),
    type: free,
  }
}
const lowered = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)

/** The Activities that code does, as functions to write, with the types of their calls and results. */
const activitiesBlock = (graph: ExportGraph, names: Names): string => {
  const found = new Map<string, GraphTool>()
  for (const tool of toolsIn(graph))
    if (tool.work.type === 'activity' && !found.has(tool.work.activity)) found.set(tool.work.activity, tool)
  if (found.size === 0) return ''
  const types: string[] = []
  const members = [...found].map(([activity, { description, parameters, output }]) => {
    const call = declare(`${activity}Call`, parameters, types, names)
    const result = declare(`${activity}Result`, output ?? true, types, names)
    return `${comment({ description }, '  ')}  ${keyText(activity)}: async (_call: ${call}): Promise<${result}> => unwritten(${JSON.stringify(activity)}),\n`
  })
  return `${types.join('\n\n')}

const unwritten = (activity: string): never => {
  throw new Error(\`The work of \${activity} is not written yet: see activities in this file.\`)
}

/** The work that code does. Write each function before you use it. */
export const activities = {
${members.join('')}}`
}

/** Declares a type for a schema, once; returns its name. */
const declare = (wanted: string, schema: JsonSchema, types: string[], names: Names): string => {
  const name = names.type(pascal(wanted))
  const { type, declarations } = schemaToTypeScript(schema, name)
  types.push(...declarations, `export type ${name} = ${type}`)
  return name
}

/** The parameters as a tool of another program shows them: a latent one is answered in its own call. */
export const parametersOf = ({ parameters, work }: GraphTool): JsonObject => {
  const properties = isObject(parameters['properties']) ? parameters['properties'] : {}
  const required = Array.isArray(parameters['required']) ? parameters['required'] : []
  const whole: JsonObject = { ...parameters, type: 'object', properties, required }
  if (work.type !== 'answer' || work.output === undefined) return whole
  const { schema, definitions } = split(work.output)
  return {
    ...whole,
    properties: { ...properties, [ANSWER]: schema },
    required: [...required, ANSWER],
    ...((isObject(parameters['$defs']) || definitions !== undefined) && {
      $defs: { ...definitions, ...(isObject(parameters['$defs']) && parameters['$defs']) },
    }),
  }
}
export const ANSWER = 'output'

/** Definitions stay at the root, where the references into them point. */
const split = (schema: JsonSchema): { readonly schema: JsonSchema; readonly definitions?: JsonObject } => {
  if (!isObject(schema) || !isObject(schema['$defs'])) return { schema }
  const { $defs, ...rest } = schema
  return { schema: rest, definitions: $defs }
}

/** The form in which an agent answers: text, an object, or an object around another value. */
export type OutputForm =
  { readonly type: 'text' } | { readonly type: 'object' | 'wrapped'; readonly schema: JsonObject }

export const outputForm = ({ output }: GraphIdea): OutputForm => {
  if (output === undefined || (isObject(output) && isPlainText(output))) return { type: 'text' }
  if (isObjectSchema(output)) return { type: 'object', schema: output }
  const { schema, definitions } = split(output)
  return {
    type: 'wrapped',
    schema: {
      type: 'object',
      properties: { [ANSWER]: schema },
      required: [ANSWER],
      additionalProperties: false,
      ...(definitions !== undefined && { $defs: definitions }),
    },
  }
}

const isPlainText = (schema: JsonObject): boolean =>
  schema['type'] === 'string' && Object.keys(schema).every((key) => ['type', 'description', 'title'].includes(key))

/** The work of a tool as an expression on `call`; `ask` runs an agent with it. */
export const workText = (
  { work }: GraphTool,
  ideas: readonly GraphIdea[],
  ask: (idea: GraphIdea) => string,
): string => {
  if (work.type === 'activity') return `${member('activities', work.activity)}(call)`
  if (work.type === 'answer') return work.output === undefined ? 'call' : `call.${ANSWER}`
  const idea = ideas.find(({ name }) => name === work.idea)
  return idea === undefined ? 'call' : ask(idea)
}

/** The promise of an agent's output, without the object around it. */
export const unwrapped = (idea: GraphIdea, asked: string): string =>
  outputForm(idea).type === 'wrapped' ? `${asked}.then((result: any) => result.${ANSWER})` : asked

/** A program while it is written. */
export interface ProgramParts {
  /** Its name in the first line. */
  readonly program: string
  /** The packages that it needs, as npm installs them. */
  readonly install: string
  readonly lost: readonly ExportRow[]
  /** Names that the program has without the Ideas. */
  readonly taken: readonly string[]
  readonly imports: string
  /** The agents, after the Activities. */
  readonly body: (names: Names) => readonly string[]
  /** The function that runs the Idea once; `input` is the type of its input. */
  readonly start: (names: Names, input: string) => string
}

/** A whole program: its top, imports, Activities, agents, types and the function that runs it. */
export const writeProgram = (
  graph: ExportGraph,
  { program, install, lost, taken, imports, body, start }: ProgramParts,
): string => {
  const { root } = graph
  const names = namesOf(graph, taken)
  const types: string[] = []
  const input = declare(`${root.name}Input`, root.input ?? true, types, names)
  return joined([
    header(root.title, program, install, lost),
    imports,
    activitiesBlock(graph, names),
    ...body(names),
    ...types,
    start(names, input),
  ])
}

/** The settings of an Idea that have the same name there. */
export const settingsIn = ({ config }: GraphIdea, keys: readonly (keyof Config)[]): JsonObject =>
  Object.fromEntries(keys.flatMap((key) => (config[key] === undefined ? [] : [[key, config[key] as Json]]))) // a Config is JSON

/** Parts of a file with an empty line between them. */
const joined = (parts: readonly string[]): string => `${parts.filter((part) => part !== '').join('\n\n')}\n`
