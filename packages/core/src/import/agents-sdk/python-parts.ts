import type { SyntaxNode } from '@lezer/common'
import { schemaOfPydantic } from '../../editor/snippet/pydantic.ts'
import type { Json, JsonObject } from '../../schema/json.ts'
import { type PythonProgram, argumentsOf, childrenOf, lineAt, valueOf, wordAt } from './python-program.ts'

/** `self.triage` and `triage` are one variable. */
export const plainName = (program: PythonProgram, node: SyntaxNode | null | undefined): string =>
  wordAt(program, node).replace(/^self\./, '')

export const variableOf = (program: PythonProgram, call: SyntaxNode): string => {
  const owner = call.parent?.name === 'AwaitExpression' ? call.parent.parent : call.parent
  const isAssigned = owner?.name === 'AssignStatement'
  return isAssigned ? plainName(program, owner.firstChild) : `line${lineAt(program, call)}`
}

export const stringOf = (program: PythonProgram, node: SyntaxNode | undefined): string | undefined => {
  const value = valueOf(program, node)
  return typeof value === 'string' ? value : undefined
}

/** `ModelSettings(temperature=1, reasoning=Reasoning(effort="low"))`. */
export const settingsOf = (program: PythonProgram, node: SyntaxNode | undefined): JsonObject =>
  node?.name !== 'CallExpression'
    ? {}
    : Object.fromEntries(
        [...argumentsOf(program, node).named].flatMap(([key, one]): readonly (readonly [string, Json])[] => {
          const value = one.name === 'CallExpression' ? settingsOf(program, one) : valueOf(program, one)
          return value === undefined ? [] : [[key, value]]
        }),
      )

export const outputOf = (program: PythonProgram, node: SyntaxNode | undefined): Json | undefined =>
  node === undefined ? undefined : schemaOfPydantic(program.text, wordAt(program, node))

export const elementsOf = (program: PythonProgram, node: SyntaxNode | undefined): readonly SyntaxNode[] => {
  const list = node?.name === 'VariableName' ? program.names.get(wordAt(program, node)) : node
  if (list?.name !== 'ArrayExpression') return []
  return childrenOf(list).filter(({ name }) => !['[', ']', ',', 'Comment'].includes(name))
}
