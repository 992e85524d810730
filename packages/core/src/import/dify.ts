import type { Json, JsonObject } from '../schema/json.ts'
import { isObject } from '../schema/json.ts'
import type { ToolSchema } from '../tool/tool.ts'
import { inOrder, inputOf, leadingText, moduleTool, type Step } from './steps.ts'
import { addRequest } from './dify/http-request.ts'
import { createPlaces } from './dify/places.ts'
import { callName, formOf, freeName, toolsOf, typeOf } from './dify/tools.ts'
import type { Draft } from './draft.ts'
import { type Importer, at } from './importer.ts'
import type { Source } from './read-source.ts'
import { isText, listIn, objectIn, textIn } from './values.ts'

/** Apps of Dify (`kind: app`): the nodes that ask a model become Ideas, and one more leads them where there are several. */
export const dify: Importer = {
  program: 'Dify',
  takes: ({ value }) =>
    isObject(value) &&
    isText(objectIn(value['app'])['mode']) &&
    (isObject(value['workflow']) || isObject(value['model_config'])),
  read: (sources, draft) => {
    for (const source of sources) {
      const app = objectIn(source.value)
      if (isObject(app['workflow'])) readWorkflow(source, app, draft)
      else readChat(source, app, draft)
    }
  },
}

interface Made {
  readonly name: string
  /** The members of its input. */
  readonly members: readonly string[]
}
interface Node extends Step {
  readonly data: JsonObject
  readonly path: string
}

const ASKING = ['llm', 'agent', 'parameter-extractor', 'question-classifier']
/** Nodes whose work an Idea does by itself: what comes in, what goes out, and how texts are joined. */
const QUIET = ['', 'start', 'end', 'answer', 'template-transform', 'variable-aggregator', 'iteration-start']

const readWorkflow = (source: Source, app: JsonObject, draft: Draft): void => {
  const graph = objectIn(objectIn(app['workflow'])['graph'])
  const title = textIn(objectIn(app['app'])['name']) || source.file
  const nodes = inOrder(
    listIn(graph['nodes']).map((node, index) => ({
      id: textIn(objectIn(node)['id']),
      data: objectIn(objectIn(node)['data']),
      path: at(source, 'workflow', 'graph', 'nodes', index),
    })),
    listIn(graph['edges']).map((edge) => ({
      source: textIn(objectIn(edge)['source']),
      target: textIn(objectIn(edge)['target']),
    })),
  )
  const asking = nodes.filter(({ data }) => ASKING.includes(textIn(data['type'])))
  const tools: { [name: string]: ToolSchema } = {}
  for (const node of asking) {
    const made = addNode(node, title, asking.length === 1, draft)
    tools[freeName(callName(titleOf(node)), tools)] = moduleTool({
      title: titleOf(node),
      description: textIn(node.data['desc']),
      idea: made.name,
      members: made.members,
    })
  }
  for (const node of nodes) {
    const type = textIn(node.data['type'])
    if (type === 'http-request') addRequest(titleOf(node), node.data, node.path, tools, draft)
    else if (!ASKING.includes(type) && !QUIET.includes(type))
      draft.report(node.path, 'step', { name: titleOf(node), type, program: 'Dify' })
  }
  if (Object.keys(tools).length < 2) return
  const name = draft.nameIdea(title, source.path)
  draft.report(source.path, 'order', { name: title })
  draft.addIdea(name, {
    path: source.path,
    title,
    description:
      textIn(objectIn(app['app'])['description']) || `Has its work done by ${Object.keys(tools).length} Tools.`,
    texts: [leadingText(Object.keys(tools))],
    input: inputOfStart(nodes.find(({ data }) => data['type'] === 'start')),
    tools,
    output: { type: 'string' },
  })
}

const titleOf = ({ data, id }: Node): string => textIn(data['title']) || textIn(data['type']) || id

const addNode = (node: Node, app: string, isOnly: boolean, draft: Draft): Made => {
  const { data, path } = node
  const own = titleOf(node)
  const name = draft.nameIdea(
    isOnly || /^(?:LLM|Agent)\s*\d*$/i.test(own) ? `${app} ${isOnly ? '' : own}`.trim() : own,
    path,
  )
  const places = createPlaces()
  const parameters = objectIn(data['agent_parameters'])
  const value = (key: string): string => textIn(objectIn(parameters[key])['value'])
  const prompts =
    listIn(data['prompt_template']).length > 0 ? listIn(data['prompt_template']) : [data['prompt_template'] ?? null]
  const classes = listIn(data['classes'])
    .map((one) => textIn(objectIn(one)['name']))
    .filter((one) => one !== '')
  const texts = [
    ...prompts.map((one) => textIn(objectIn(one)['jinja2_text']) || textIn(objectIn(one)['text'])),
    value('instruction'),
    textIn(data['instruction']),
    ...(classes.length === 0 ? [] : [`Choose the class that fits: ${classes.join(', ')}.`]),
    ...(data['type'] === 'parameter-extractor' ? ['Extract what the output asks for from the input.'] : []),
    value('query'),
  ].map((text) => places.read(text))
  for (const key of ['query', 'query_variable_selector']) {
    const reference = listIn(data[key])
      .map((one) => textIn(one))
      .join('.')
    if (reference !== '') places.place(reference)
  }
  for (const key of ['memory', 'vision', 'context'])
    if (isObject(data[key]) && (key === 'memory' || objectIn(data[key])['enabled'] === true))
      draft.report(`${path}/${key}`, 'member', { key, name: own })
  const members = [...new Set(places.names.values())]
  draft.addIdea(name, {
    path,
    title: own,
    description: textIn(data['desc']) || `${own} of the app ${app}.`,
    texts: [
      ...texts.filter((text) => !/^\{\w+\}$/.test(text.trim())),
      ...(members.length === 0
        ? []
        : [`Words in braces are members of the input: ${members.map((one) => `{${one}}`).join(', ')}.`]),
    ],
    config: configOf(isObject(data['model']) ? data['model'] : objectIn(objectIn(parameters['model'])['value'])),
    ...(members.length > 0 && { input: inputOf(members) }),
    tools: toolsOf(listIn(objectIn(parameters['tools'])['value']), path, draft),
    output: outputOf(data, classes),
  })
  return { name, members }
}

const configOf = (model: JsonObject): JsonObject => {
  const { temperature, top_p: topP, max_tokens: most } = objectIn(model['completion_params'])
  const name = textIn(model['name']) || textIn(model['model'])
  return {
    ...(name !== '' && { model: name }),
    ...(typeof temperature === 'number' && { temperature }),
    ...(typeof topP === 'number' && { topP }),
    ...(typeof most === 'number' && most > 0 && { maxOutputTokens: Math.trunc(most) }),
  }
}

const outputOf = (data: JsonObject, classes: readonly string[]): Json => {
  if (classes.length > 0)
    return {
      type: 'object',
      properties: { class: { type: 'string', enum: [...new Set(classes)] } },
      required: ['class'],
    }
  const { schema } = objectIn(data['structured_output'])
  if (data['structured_output_enabled'] === true && isObject(schema)) return schema
  const parameters = listIn(data['parameters'])
    .map((one) => objectIn(one))
    .filter(({ name }) => textIn(name) !== '')
  if (data['type'] !== 'parameter-extractor' || parameters.length === 0) return { type: 'string' }
  return {
    type: 'object',
    properties: Object.fromEntries(
      parameters.map(({ name, type, description }) => [
        textIn(name),
        { ...typeOf(textIn(type)), description: textIn(description) || textIn(name) },
      ]),
    ),
    required: parameters.filter(({ required }) => required === true).map(({ name }) => textIn(name)),
  }
}

/** The variables that the start asks a person for, and the message of a chat. */
const inputOfStart = (start: Node | undefined): JsonObject | undefined => {
  const variables = listIn(start?.data['variables'])
    .map((one) => objectIn(one))
    .filter(({ variable }) => /^[A-Za-z]\w*$/.test(textIn(variable)))
  return variables.length === 0 ? undefined : formOf(variables)
}

/** A chat app or an agent without a workflow. */
const readChat = (source: Source, app: JsonObject, draft: Draft): void => {
  const settings = objectIn(app['model_config'])
  const title = textIn(objectIn(app['app'])['name']) || source.file
  const path = at(source, 'model_config')
  const places = createPlaces()
  const text = places.read(textIn(settings['pre_prompt']))
  const form = listIn(settings['user_input_form']).flatMap((one) =>
    Object.values(objectIn(one)).map((each) => objectIn(each)),
  )
  const known = form.filter(({ variable }) => /^[A-Za-z]\w*$/.test(textIn(variable)))
  const others = [...places.names.values()].filter((name) => known.every(({ variable }) => variable !== name))
  const members: readonly JsonObject[] = [...known, ...others.map((variable): JsonObject => ({ variable }))]
  const query: JsonObject = { variable: 'query', label: 'The message of the person', required: true }
  for (const key of ['dataset_configs', 'file_upload', 'sensitive_word_avoidance'])
    if (objectIn(settings[key])['enabled'] === true) draft.report(`${path}/${key}`, 'member', { key, name: title })
  draft.addIdea(draft.nameIdea(title, path), {
    path,
    title,
    description: textIn(objectIn(app['app'])['description']) || `The app ${title}.`,
    texts: [
      text,
      ...(members.length === 0
        ? []
        : [
            `Words in braces are members of the input: ${members.map(({ variable }) => `{${textIn(variable)}}`).join(', ')}.`,
          ]),
    ],
    config: configOf(objectIn(settings['model'])),
    input: formOf([...members.filter(({ variable }) => variable !== 'query'), query]),
    tools: toolsOf(listIn(objectIn(settings['agent_mode'])['tools']), path, draft),
    output: { type: 'string' },
  })
}
