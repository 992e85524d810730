import type { parse } from '@babel/parser'
import { parserSentence } from '../workspace/parser-sentence.ts'

type Parse = typeof parse
type Statement = ReturnType<Parse>['program']['body'][number]

/**
 * Why sandboxed code can't serve a Call, as far as its text tells: one sentence with the line. Undefined where nothing
 * is wrong with it. Runs nothing.
 */
export const codeProblem = async (code: string): Promise<string | undefined> => {
  const { parse } = await import('@babel/parser')
  try {
    // As QuickJS reads it: a module, without types and without what no engine has yet.
    const { program } = parse(code, { sourceType: 'module' })
    if (program.body.some(isDefaultExport)) return undefined
    return 'It has no default export, so no Call can run it: export default (call, context) => …'
  } catch (error) {
    // Recursion is how a parser reads nested code.
    if (error instanceof RangeError) return 'Its code is nested too deeply to be read.'
    if (error instanceof SyntaxError) return parserSentence(error)
    throw error
  }
}

const isDefaultExport = (statement: Statement): boolean =>
  statement.type === 'ExportDefaultDeclaration' ||
  (statement.type === 'ExportNamedDeclaration' &&
    statement.specifiers.some(
      ({ exported }) => (exported.type === 'Identifier' ? exported.name : exported.value) === 'default',
    ))
