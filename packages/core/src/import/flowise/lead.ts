import type { Json, JsonObject } from '../../schema/json.ts'
import type { ToolSchema } from '../../tool/tool.ts'
import type { Draft } from '../draft.ts'
import { addHttpTool } from '../http-tool.ts'
import { jsonWithPlaces } from '../http-request.ts'
import { inOrder, inputOf, leadingText, moduleTool } from '../steps.ts'
import { listIn, objectIn, textIn } from '../values.ts'
import { configOf, explanation, givenName, isAsking, placesOf, promptsOf } from './agents.ts'
import type { Flow, FlowNode } from './flow.ts'
import { formOf, listOf } from './schemas.ts'
import { createPlaces, plainText } from './texts.ts'
import { callName, freeName, headersOf, type Targets, type Tools } from './tools.ts'

/** Steps of V2 that work without a model. */
const WORK = ['httpAgentflow', 'toolAgentflow', 'executeFlowAgentflow', 'customFunctionAgentflow']
export const isWork = ({ kind }: FlowNode): boolean => WORK.includes(kind)

/** The node that has the others work: V1's own kind, or in V2 one that a condition follows and a loop leads back to. */
export const supervisorOf = ({ nodes, edges }: Flow): FlowNode | undefined =>
  nodes.find(({ kind }) => kind === 'supervisor') ??
  nodes.find((node) => {
    const after = edges.filter(({ source }) => source === node.id).map(({ target }) => target)
    const isSwitch = nodes.some(({ id, kind }) => kind === 'conditionAgentflow' && after.includes(id))
    const isLooped = nodes.some(({ inputs }) => textIn(inputs['loopBackToNode']).startsWith(`${node.id}-`))
    return isAsking(node) && isSwitch && isLooped
  })

interface Led {
  readonly flow: Flow
  readonly leader: string
  readonly names: ReadonlyMap<FlowNode, string>
  /** Members of the input of each Idea. */
  readonly members: ReadonlyMap<FlowNode, readonly string[]>
  readonly targets: Targets
}

/** The Idea that leads a flow of several steps, or its supervisor. */
export const leadFlow = (led: Led, draft: Draft): void => {
  const { flow, leader, names } = led
  const supervisor = supervisorOf(flow)
  if (supervisor === undefined && [...names].some(([node, name]) => name === leader && flow.nodes.includes(node)))
    return
  const inTools = flow.nodes.flatMap((node) => flow.feeding(node, 'baseChain'))
  const tools: Tools = {}
  const notes = new Map<string, string>()
  for (const node of inOrder(flow.nodes, flow.edges)) {
    if (node === supervisor || inTools.includes(node) || !(isWork(node) || names.has(node))) continue
    const name = freeName(callName(givenName(node)), tools)
    const tool = toolOf(led, node, name, draft)
    if (tool === undefined) continue
    tools[name] = tool
    const note = conditionOf(flow, node)
    if (note !== '') notes.set(name, note)
  }
  if (Object.keys(tools).length === 0) return
  if (supervisor === undefined) draft.report(flow.path, 'order', { name: flow.name })
  const places = supervisor && placesOf(flow, supervisor)
  const team = Object.keys(tools).join(', ')
  const own =
    supervisor === undefined
      ? []
      : promptsOf(flow, supervisor).map((text) => places?.read(text.replaceAll('{team_members}', team)) ?? text)
  const form = inputOfStart(flow)
  const members = places?.members() ?? []
  draft.addIdea(leader, {
    path: supervisor?.path ?? flow.path,
    title: supervisor === undefined ? flow.name : supervisor.title,
    description: `Has its work done by ${Object.keys(tools).length} Tools.`,
    texts: [...own, ...explanation(members), leadingText(Object.keys(tools), notes)],
    config: supervisor === undefined ? {} : configOf(flow, supervisor),
    input: form ?? (members.length > 0 ? inputOf([...new Set(['request', ...members])]) : undefined),
    state: stateOf(flow),
    tools,
    output: { type: 'string' },
  })
}

const toolOf = (
  { flow, names, members, targets }: Led,
  node: FlowNode,
  called: string,
  draft: Draft,
): ToolSchema | undefined => {
  const { kind, inputs, path, title } = node
  const asksFirst = isApproved(flow, node)
  const idea =
    kind === 'executeFlowAgentflow' ? targets.ofFlow(textIn(inputs['executeFlowSelectedFlow'])) : names.get(node)
  if (idea !== undefined)
    return moduleTool({ title, description: '', idea, members: members.get(node) ?? [], asksFirst })
  const places = createPlaces(flow.titleOf, false)
  const pairs = (value: Json | undefined): readonly (readonly [string, string])[] =>
    listOf(value).map((one) => [textIn(one['key']), places.read(textIn(one['value']))])
  if (kind === 'httpAgentflow') {
    const written = inputs['body']
    const body = typeof written === 'string' ? places.read(written) : Object.fromEntries(pairs(written))
    const hasBody = typeof body === 'string' ? body !== '' : Object.keys(body).length > 0
    const request = {
      method: textIn(inputs['method']),
      url: places.read(textIn(inputs['url'])),
      query: pairs(inputs['queryParams']),
      headers: headersOf(inputs['headers']).map(([name, value]) => [name, places.read(value)] as const),
      body: hasBody ? bodyOf(body) : undefined,
    }
    return addHttpTool({ name: title, called, description: '', path, request, asksFirst }, draft)
  }
  if (kind === 'executeFlowAgentflow') {
    draft.report(path, 'workflowElsewhere', {
      name: title,
      workflow: textIn(inputs['executeFlowSelectedFlow']) || 'unknown',
    })
    return moduleless(title, ['input'], asksFirst)
  }
  if (kind === 'customFunctionAgentflow') {
    draft.report(path, 'toolCode', { name: called })
    return moduleless(
      title,
      wordsIn(listOf(inputs['customFunctionInputVariables']).map(({ variableName }) => textIn(variableName))),
      asksFirst,
    )
  }
  draft.report(path, 'toolOfHost', {
    name: title,
    type: textIn(inputs['toolAgentflowSelectedTool']) || kind,
    program: 'Flowise',
  })
  return moduleless(
    title,
    wordsIn(listOf(inputs['toolInputArgs']).map(({ inputArgName }) => textIn(inputArgName))),
    asksFirst,
  )
}

const moduleless = (title: string, names: readonly string[], asksFirst: boolean): ToolSchema => {
  const { properties, required } = inputOf(names)
  return {
    type: 'object',
    description: `Does the step ${title}.`,
    properties: { ...(asksFirst && { _approval: { const: 'required' } }), ...objectIn(properties) },
    ...(names.length > 0 && { required: listIn(required) }),
  }
}

const wordsIn = (names: readonly string[]): readonly string[] => [
  ...new Set(
    names.map((name) => name.replaceAll(/\W+/g, '_').replace(/^[^A-Za-z]+/, '')).filter((name) => name !== ''),
  ),
]

/** Whether a person approves before the flow reaches it. */
const isApproved = ({ nodes, edges }: Flow, { id }: FlowNode): boolean =>
  edges.some(
    ({ source, target, output }) =>
      target === id &&
      ['proceed', '0'].includes(output) &&
      nodes.some((node) => node.id === source && node.kind === 'humanInputAgentflow'),
  )

/** When the flow takes a step, in words: which branches of which conditions lead to it. */
const conditionOf = ({ nodes, edges }: Flow, { id }: FlowNode): string => {
  const said = edges
    .filter(({ target }) => target === id)
    .flatMap(({ source, output }) => {
      const node = nodes.find((one) => one.id === source)
      return node === undefined ? [] : branchOf(node, output)
    })
  return said.length === 0 ? '' : `only if ${[...new Set(said)].join(' or ')}`
}

const branchOf = ({ kind, title, inputs }: FlowNode, output: string): readonly string[] => {
  const at = Number(output)
  if (kind === 'conditionAgentAgentflow') {
    const scenario = textIn(listOf(inputs['conditionAgentScenarios'])[at]?.['scenario'])
    return scenario === '' ? [] : [`${callName(title)} chooses "${scenario}"`]
  }
  if (kind === 'conditionAgentflow') {
    const { value1, operation, value2 } = listOf(inputs['conditions'])[at] ?? {}
    const [left, right] = [value1, value2].map((one) =>
      plainText(textIn(one))
        .replaceAll(/\{\{\s*|\s*\}\}/g, '')
        .trim(),
    )
    return operation === undefined ? [`no other branch of ${title} fits`] : [`${left} ${textIn(operation)} "${right}"`]
  }
  if (kind === 'seqCondition' || kind === 'seqConditionAgent')
    return output === '' ? [] : [`${title} leads to ${output}`]
  return []
}

const bodyOf = (body: Json): Json => (typeof body === 'string' ? (jsonWithPlaces(body) ?? body) : body)

const inputOfStart = ({ nodes }: Flow): JsonObject | undefined => {
  const start = nodes.find(({ kind }) => kind === 'startAgentflow')
  return start?.inputs['startInputType'] === 'formInput' ? formOf(listOf(start.inputs['formInputTypes'])) : undefined
}

/** `startState` of V2, or the state node before it. */
const stateOf = ({ nodes }: Flow): JsonObject | undefined => {
  const entries = nodes.flatMap(({ inputs }) => [...listOf(inputs['startState']), ...listOf(inputs['stateMemoryUI'])])
  const keys = entries.map(({ key }) => textIn(key)).filter((key) => /^[A-Za-z]\w*$/.test(key))
  return keys.length === 0
    ? undefined
    : { type: 'object', properties: Object.fromEntries(keys.map((key) => [key, { type: 'string' }])) }
}
