import { type Node, isNode, nameOf, nodesIn, walk } from '../../editor/snippet/script-program.ts'
import type { Json, JsonObject } from '../../schema/json.ts'
import { type Named, literals, objectGiven, outputOf, plain, stringOf } from '../agents-sdk/script-parts.ts'
import { NAMED, withoutMaker } from './model.ts'

/** A model as a program makes it: `new ChatOpenAI({ model: "gpt-4o" }).bindTools(tools).withStructuredOutput(schema)`. */
interface MadeModel {
  readonly isModel: boolean
  readonly model: string | undefined
  readonly settings: JsonObject
  readonly tools: Node | undefined
  readonly output: Json | undefined
}

const MOST_DEEP = 12
const MAKES = /^(?:(?:Azure)?Chat[A-Z]\w*|initChatModel|loadChatModel|getLLM|getModel|createModel|createLLM)$/
const CHANGES = /^(?:bind|bindTools|withStructuredOutput|withConfig|withRetry|withFallbacks|pipe)$/

/** The last name of what is called: `invoke` of `model.invoke(…)`. */
export const propertyOf = (node: Node): string | undefined => {
  const callee = node['callee']
  return isNode(callee) ? nameOf(callee['property']) : undefined
}

export const scriptModelOf = (node: unknown, named: Named): MadeModel => {
  let tools: Node | undefined
  let answers: Node | undefined
  const made = (isModel: boolean, model?: string, settings: JsonObject = {}): MadeModel => ({
    isModel,
    model: withoutMaker(model),
    settings,
    tools,
    output: outputOf(answers, named),
  })
  let current = plain(node)
  for (let depth = 0; depth < MOST_DEEP && current !== undefined; depth++) {
    const name = nameOf(current) ?? (current.type === 'MemberExpression' ? nameOf(current['property']) : undefined)
    if (name !== undefined) {
      const value = plain(named.names.get(name))
      if (value === undefined || value === current || /Function|Method/.test(value.type)) return made(NAMED.test(name))
      current = value
      continue
    }
    if (current.type === 'StringLiteral') return made(true, stringOf(current, named))
    if (current.type !== 'CallExpression' && current.type !== 'NewExpression') break
    const [first] = nodesIn(current['arguments'])
    if (MAKES.test(nameOf(current['callee']) ?? '')) {
      const given = objectGiven(current)
      const keys = ['model', 'modelName', 'azureOpenAIApiDeploymentName', 'deploymentName']
      const model = keys.map((key) => stringOf(given?.get(key), named)).find((one) => one !== undefined)
      const settings = nodesIn(current['arguments']).find(({ type }) => type === 'ObjectExpression')
      return made(true, model ?? stringOf(first, named), settings === undefined ? {} : literals(settings, named.names))
    }
    const changed = propertyOf(current)
    if (!CHANGES.test(changed ?? '')) break
    if (changed === 'bindTools') tools ??= first
    if (changed === 'withStructuredOutput') answers ??= first
    const callee = current['callee']
    current = changed === 'pipe' ? plain(first) : isNode(callee) ? plain(callee['object']) : undefined
  }
  return made(false)
}

/** The first model that a function asks, and the argument that it gives. */
export const askedModel = (
  code: Node,
  named: Named,
): { readonly model: MadeModel; readonly given: Node | undefined } | undefined => {
  let found: { readonly model: MadeModel; readonly given: Node | undefined } | undefined
  walk(code, (node) => {
    const callee = node['callee']
    if (found !== undefined || node.type !== 'CallExpression' || !isNode(callee)) return found === undefined
    if (!/^(?:invoke|stream)$/.test(propertyOf(node) ?? '')) return true
    const model = scriptModelOf(callee['object'], named)
    if (model.isModel) found = { model, given: nodesIn(node['arguments'])[0] }
    return found === undefined
  })
  return found
}
