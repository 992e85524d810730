import type { SyntaxNode } from '@lezer/common'
import type { Json, JsonObject } from '../../schema/json.ts'
import { outputOf, settingsOf, stringOf } from '../agents-sdk/python-parts.ts'
import { type PythonProgram, argumentsOf, calleeOf, wordAt } from '../agents-sdk/python-program.ts'

/** A model as a program makes it: `ChatOpenAI(model="gpt-4o").bind_tools(tools).with_structured_output(Answer)`. */
interface MadeModel {
  readonly isModel: boolean
  readonly model: string | undefined
  readonly settings: JsonObject
  readonly tools: SyntaxNode | undefined
  readonly output: Json | undefined
}

const MOST_DEEP = 12
const CHAT = /(?:^|\.)(?:(?:Azure)?Chat[A-Z]\w*|AzureChatOpenAI|init_chat_model|load_chat_model|get_llm|get_model)$/
/** Names that programs give to models made elsewhere. */
export const NAMED = /^(?:self\.)?_?(?:llm|model|chat|chat_model|structured_llm|llm_with_tools|model_with_tools)\w*$/i

export const modelOf = (
  program: PythonProgram,
  node: SyntaxNode | null | undefined,
  output?: SyntaxNode,
): MadeModel => {
  let tools: SyntaxNode | undefined
  let answers = output
  let current = node ?? undefined
  for (let depth = 0; depth < MOST_DEEP && current !== undefined; depth++) {
    if (current.name === 'AwaitExpression' || current.name === 'ParenthesizedExpression') {
      current = current.getChild('CallExpression') ?? current.getChild('VariableName') ?? undefined
      continue
    }
    if (current.name === 'VariableName' || current.name === 'MemberExpression') {
      const word = wordAt(program, current)
      const value = program.names.get(word)
      if (value === undefined || value === current) return made(NAMED.test(word), undefined, {})
      current = value
      continue
    }
    if (current.name === 'String') return made(true, withoutMaker(stringOf(program, current)), {})
    if (current.name === 'BinaryExpression') {
      current = current.lastChild ?? undefined // `prompt | model`
      continue
    }
    if (current.name !== 'CallExpression') break
    const callee = calleeOf(program, current)
    const { plain, named } = argumentsOf(program, current)
    if (CHAT.test(callee)) {
      const given = ['model', 'model_name', 'azure_deployment', 'deployment_name'].map((key) =>
        stringOf(program, named.get(key)),
      )
      const name = given.find((one) => one !== undefined) ?? stringOf(program, plain[0])
      return made(true, withoutMaker(name), settingsOf(program, current))
    }
    const last = callee.split('.').at(-1)
    if (last === 'bind_tools') tools ??= plain[0] ?? named.get('tools')
    if (last === 'with_structured_output') answers ??= plain[0] ?? named.get('schema')
    if (
      !/^(?:bind|bind_tools|with_structured_output|with_config|with_retry|with_fallbacks|bind_functions)$/.test(
        last ?? '',
      )
    )
      break
    current = current.firstChild?.firstChild ?? undefined
  }
  return made(false, undefined, {})

  function made(isModel: boolean, model: string | undefined, settings: JsonObject): MadeModel {
    return { isModel, model, settings, tools, output: outputOf(program, answers) }
  }
}

/** `openai:gpt-4o` → `gpt-4o`. */
export const withoutMaker = (name: string | undefined): string | undefined => name?.replace(/^[a-z_]+:(?=\D)/, '')
