import type { Json, JsonObject } from '../schema/json.ts'
import { isObject } from '../schema/json.ts'

/** A document of another program that holds no Tools, or none that can be taken out of it yet. */
interface ForeignExport {
  readonly name: string
  readonly isIt: (value: JsonObject) => boolean
}

const objects = (value: Json | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter((item: Json): item is JsonObject => isObject(item)) : []
const members = (value: Json | undefined): readonly JsonObject[] =>
  isObject(value) ? Object.values(value).filter((item) => isObject(item)) : []
const isText = (value: Json | undefined): value is string => typeof value === 'string'
const inData = (node: JsonObject): JsonObject => (isObject(node.data) ? node.data : {})

const FLOWISE_NODES: readonly Json[] = ['customNode', 'agentFlow', 'iteration', 'stickyNote']
const isFlowiseNode = (node: JsonObject): boolean => {
  const { inputAnchors, baseClasses, category, name, label } = inData(node)
  if (Array.isArray(inputAnchors) || Array.isArray(baseClasses) || node.type === 'agentFlow') return true
  return FLOWISE_NODES.includes(node.type ?? null) && (isText(category) || (isText(name) && isText(label)))
}
/** Kinds of things in an export of a whole Flowise. */
const FLOWISE_LISTS = ['ChatFlow', 'AgentFlow', 'AgentFlowV2', 'AssistantFlow', 'DocumentStore', 'CustomTemplate']

/** How LangChain writes an object down: its class by name, `lc` the version of that form. */
const isSerialised = ({ lc, type, id }: JsonObject): boolean =>
  typeof lc === 'number' && (isText(type) || Array.isArray(id))
/** Its older form, `_type` with the parts of a chain, an agent or a prompt. */
const OLD_LANGCHAIN = [
  'template',
  'input_variables',
  'llm',
  'llm_chain',
  'llm_prefix',
  'prompt',
  'model_name',
  'messages',
]

/** Recognised by names that only one program writes. The first match names the document. */
const EXPORTS: readonly ForeignExport[] = [
  {
    name: 'a Flowise flow',
    isIt: (value) => objects(value.nodes).some(isFlowiseNode) || FLOWISE_LISTS.some((key) => Array.isArray(value[key])),
  },
  {
    name: 'a Flowise tool',
    isIt: ({ func, schema, iconSrc, color }) =>
      isText(func) && isText(schema) && (iconSrc !== undefined || color !== undefined || schema.trim().startsWith('[')),
  },
  {
    name: 'a LangChain object',
    isIt: (value) =>
      isSerialised(value) ||
      members(value).some(isSerialised) ||
      (isText(value._type) && OLD_LANGCHAIN.some((key) => value[key] !== undefined)),
  },
  {
    name: 'a LangGraph graph',
    isIt: ({ nodes, edges }) =>
      Array.isArray(edges) && objects(nodes).some(({ id }) => id === '__start__' || id === '__end__'),
  },
  {
    name: 'a Semantic Kernel prompt',
    isIt: ({ schema, execution_settings: settings, completion, template, input_variables: variables }) =>
      typeof schema === 'number' && [settings, completion, template, variables].some((each) => each !== undefined),
  },
  {
    name: 'a Langflow flow',
    isIt: (value) =>
      isText(value.last_tested_version) ||
      objects(isObject(value.data) ? value.data.nodes : value.nodes).some(
        (node) => node.type === 'genericNode' || isObject(inData(node).node),
      ),
  },
  {
    name: 'an n8n workflow',
    isIt: ({ nodes, connections }) =>
      objects(nodes).some(
        ({ type, typeVersion }) =>
          isText(type) && (/^(@n8n\/)?n8n-nodes/.test(type) || (typeVersion !== undefined && isObject(connections))),
      ),
  },
  {
    name: 'a Dify app',
    isIt: ({ app, workflow, model_config: model, kind }) =>
      (kind === 'app' && isObject(app)) ||
      (isObject(app) && isText(app.mode) && (isObject(workflow) || isObject(model))),
  },
  {
    name: 'a Rivet project',
    isIt: ({ data, nodes, metadata }) =>
      (isObject(data) && isObject(data.graphs)) ||
      (isObject(metadata) && members(nodes).some(({ visualData }) => visualData !== undefined)),
  },
  {
    name: 'a LangGraph settings file',
    isIt: ({ graphs, dependencies, node_version: node }) =>
      isObject(graphs) && (Array.isArray(dependencies) || node !== undefined),
  },
  {
    name: 'an AutoGen component',
    isIt: ({ provider, component_type: type }) => isText(provider) && isText(type),
  },
  {
    name: 'a CrewAI file of agents or tasks',
    isIt: (value) =>
      [value, ...members(value)].some(
        ({ role, goal, backstory, expected_output: expected, agent }) =>
          (isText(role) && isText(goal) && isText(backstory)) || (isText(expected) && isText(agent)),
      ),
  },
  {
    name: 'a Haystack pipeline',
    isIt: ({ components, connections }) =>
      Array.isArray(connections) && members(components).some(({ type }) => isText(type) && type.includes('.')),
  },
  {
    name: 'a Make scenario',
    isIt: ({ flow, metadata }) => isObject(metadata) && objects(flow).some((step) => isText(step.module)),
  },
  {
    name: 'an OpenAI assistant',
    isIt: ({ object, instructions }) => object === 'assistant' || (isText(object) && isText(instructions)),
  },
  {
    name: 'a file of Amazon Bedrock tools',
    isIt: ({ toolConfig, toolSpec, tools }) =>
      isObject(toolConfig) || isObject(toolSpec) || objects(tools).some((tool) => isObject(tool.toolSpec)),
  },
  {
    name: 'a ComfyUI workflow',
    isIt: (value) => members(value).some((node) => isText(node.class_type) && isObject(node.inputs)),
  },
  // Last: many programs draw with these words, and a small file says no more.
  {
    name: 'a graph of nodes and edges of another program, such as Flowise or Langflow',
    isIt: ({ nodes, edges }) => Array.isArray(nodes) && Array.isArray(edges),
  },
]

/** The same programs where they write YAML: lines at the edge of the text or below a name. */
const IN_YAML: readonly (readonly [name: string, marks: readonly RegExp[]])[] = [
  ['a Dify app', [/^kind:\s*['"]?app\b/m, /^app:/m]],
  ['a Rivet project', [/^version:\s*\d+\s*$/m, /^data:\s*$/m, /^\s+graphs:/m]],
  ['a CrewAI file of agents or tasks', [/^\s+role:/m, /^\s+goal:/m, /^\s+backstory:/m]],
  ['a CrewAI file of agents or tasks', [/^\s+description:/m, /^\s+expected_output:/m]],
  ['a Haystack pipeline', [/^components:/m, /^\s+type:\s*[\w.]*haystack/m]],
  ['a Prompt flow flow', [/^nodes:/m, /^\s*-\s+name:/m, /^\s+source:/m, /^outputs:/m]],
]

const first = (value: Json): Json => (Array.isArray(value) ? (value[0] ?? null) : value)

/** The kind of a known program's document, as "a Flowise flow". */
export const foreignExportOf = (value: Json): string | undefined => {
  if (Array.isArray(value) && objects(value).some(({ wires, z }) => Array.isArray(wires) || isText(z)))
    return 'a file of Node-RED flows'
  const whole = first(value)
  if (!isObject(whole)) return undefined
  return EXPORTS.find(({ isIt }) => isIt(whole))?.name
}

/** The same for a text that isn't JSON. */
export const foreignYamlOf = (text: string): string | undefined =>
  IN_YAML.find(([, marks]) => marks.every((mark) => mark.test(text)))?.[0]
