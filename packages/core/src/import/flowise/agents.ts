import type { Json, JsonObject } from '../../schema/json.ts'
import { isObject } from '../../schema/json.ts'
import type { Draft } from '../draft.ts'
import { inputOf } from '../steps.ts'
import { objectIn, textIn } from '../values.ts'
import type { Flow, FlowNode } from './flow.ts'
import { listOf, outputOf } from './schemas.ts'
import { createPlaces, type Places } from './texts.ts'
import { type Targets, toolsOf } from './tools.ts'

const V2 = ['llmAgentflow', 'agentAgentflow', 'conditionAgentAgentflow']
const ASKING = [...V2, 'supervisor', 'worker', 'seqAgent', 'seqLLMNode', 'seqConditionAgent']

/** Nodes that ask a model. */
export const isAsking = ({ kind, category }: FlowNode): boolean =>
  ASKING.includes(kind) || ['Agents', 'Chains', 'Engine'].includes(category)

const NAMES = ['workerName', 'agentName', 'llmNodeName', 'conditionAgentName', 'supervisorName', 'chainName']

/** The name of a node: one of its settings before V2, else its label. */
export const givenName = ({ inputs, title }: FlowNode): string =>
  NAMES.map((key) => textIn(inputs[key]).trim()).find((one) => one !== '') ?? title

/** `llm` of `llmAgentflow`: the first word of its settings in V2. */
const prefixOf = (kind: string): string => (V2.includes(kind) ? kind.replace(/Agentflow$/, '') : '')

/** Adds the Idea of a node. Returns the members of its input. */
export const addAgent = (
  flow: Flow,
  node: FlowNode,
  name: string,
  targets: Targets,
  draft: Draft,
): readonly string[] => {
  const places = placesOf(flow, node)
  const texts = promptsOf(flow, node).map((text) => places.read(text))
  const asked = places.members()
  const members = asked.length === 0 || hasMessage(flow, node) ? asked : [...new Set(['request', ...asked])]
  const shown = texts.filter((text) => !/^\{\w+\}$/.test(text.trim()))
  reportSettings(node, draft)
  draft.addIdea(name, {
    path: node.path,
    title: givenName(node),
    description: `${givenName(node)} of the flow ${flow.name}.`,
    texts: [...shown, ...explanation(asked)],
    config: configOf(flow, node),
    ...(members.length > 0 && { input: inputOf(members) }),
    tools: toolsOf(flow, node, targets, draft),
    output: outputOf(flow, node, draft),
  })
  return members
}

/** Whether its prompts say where the message of the person goes; otherwise Flowise adds it. */
const hasMessage = (flow: Flow, { kind, inputs }: FlowNode): boolean => {
  const prefix = prefixOf(kind)
  const messages = listOf(inputs[`${prefix}Messages`]).some(({ role }) => role === 'user')
  const keys = ['humanMessage', 'humanMessagePrompt', 'conditionAgentInput', `${prefix}UserMessage`]
  const prompts = flow.nodes.some(({ id }) => inputs['prompt'] === `{{${id}.data.instance}}`)
  return messages || prompts || keys.some((key) => textIn(inputs[key]) !== '')
}

export const explanation = (members: readonly string[]): readonly string[] =>
  members.length === 0
    ? []
    : [`Words in braces are members of the input: ${members.map((one) => `{${one}}`).join(', ')}.`]

export const placesOf = (flow: Flow, { kind }: FlowNode): Places => createPlaces(flow.titleOf, prefixOf(kind) === '')

/** Settings that hold a prompt before V2, in the order in which the model sees them. */
const PROMPTS = [
  'supervisorPrompt',
  'workerPrompt',
  'systemMessage',
  'systemMessagePrompt',
  'agentInstructions',
  'responsePrompt',
  'humanMessage',
  'humanMessagePrompt',
  'instruction',
]

/** The prompts of a node, in order. */
export const promptsOf = (flow: Flow, node: FlowNode): readonly string[] => {
  const { kind, inputs } = node
  const prefix = prefixOf(kind)
  const scenarios = listOf(inputs['conditionAgentScenarios']).map(({ scenario }) => `- ${textIn(scenario)}`)
  const templates = ['prompt', 'chatPromptTemplate'].flatMap((input) => flow.feeding(node, input))
  const given =
    prefix === ''
      ? [
          ...PROMPTS.map((key) => inputs[key]),
          ...templates.flatMap((one) =>
            ['systemMessagePrompt', 'prefix', 'template', 'suffix', 'humanMessagePrompt'].map((key) => one.inputs[key]),
          ),
        ]
      : [
          inputs['conditionAgentSystemPrompt'],
          inputs['conditionAgentInstructions'],
          ...listOf(inputs[`${prefix}Messages`]).map(({ content }) => content),
          ...(scenarios.length === 0 ? [] : [`Choose the scenario that fits:\n${scenarios.join('\n')}`]),
          inputs[`${prefix}UserMessage`],
          inputs['conditionAgentInput'],
        ]
  return given.map((one) => textIn(one)).filter((one) => one.trim() !== '' && one !== '<p></p>')
}

/** The model of a node: its own, or that of the supervisor or of the start. */
export const configOf = (flow: Flow, node: FlowNode): JsonObject => {
  const prefix = prefixOf(node.kind)
  const own = flow.feeding(node, 'model')
  const shared = flow.nodes.filter(({ kind }) => kind === 'supervisor' || kind === 'seqStart')
  const [model] = [...own, ...shared.flatMap((one) => flow.feeding(one, 'model'))]
  const settings = prefix === '' ? (model?.inputs ?? {}) : objectIn(node.inputs[`${prefix}ModelConfig`])
  const name = ['customModelName', 'modelName', 'model', 'fineTunedModel']
    .map((key) => textIn(settings[key]))
    .find((one) => one !== '' && !one.startsWith('{{'))
  const number = (...keys: readonly string[]): number | undefined =>
    keys.map((key) => numberIn(settings[key])).find((one) => one !== undefined)
  const temperature = number('temperature')
  const topP = number('topP')
  const most = number('maxTokens', 'maxTokensToSample', 'maxOutputTokens')
  const turns = numberIn(node.inputs['maxIterations'] ?? node.inputs['maxIteration'])
  const effort = textIn(settings['reasoningEffort'])
  return {
    ...(name !== undefined && { model: name }),
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(most !== undefined && most > 0 && { maxOutputTokens: Math.trunc(most) }),
    ...(['low', 'medium', 'high'].includes(effort) && { reasoning: { effort } }),
    ...(turns !== undefined && turns >= 1 && { limits: { turns: Math.trunc(turns) } }),
  }
}

/** Numbers are often kept as their text. */
const numberIn = (value: Json | undefined): number | undefined => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

const REPORTED = /UpdateState$|Knowledge\w+$|^inputModeration$|^agentToolsBuiltIn(?:Gemini|Anthropic)$/

const reportSettings = ({ inputs, path, title }: FlowNode, draft: Draft): void => {
  for (const [key, value] of Object.entries(inputs)) {
    const isSet = Array.isArray(value)
      ? value.length > 0
      : isObject(value) || (typeof value === 'string' && value !== '')
    if (isSet && REPORTED.test(key)) draft.report(`${path}/data/inputs/${key}`, 'member', { key, name: title })
  }
}
