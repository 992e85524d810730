import { type ParseResult, type ParserPlugin, parse } from '@babel/parser'
import { parserSentence } from './parser-sentence.ts'

/** The exports in a module's text; runs none of it. */
export type Exported =
  /** May be a function: only the code could tell. */
  | { readonly type: 'value' }
  /** Certainly none: a number, a list, a string. */
  | { readonly type: 'other' }
  /** An object with what is spread into it; open where some of its names are computed. */
  | {
      readonly type: 'record'
      readonly members: ReadonlyMap<string, Exported>
      readonly spread: readonly Exported[]
      readonly isOpen: boolean
    }
  /** Another module's export under a name; `*` is all of them as an object. */
  | { readonly type: 'from'; readonly source: string; readonly name: string }

/** The exports of one module, as far as its text tells. */
export interface ModuleExports {
  readonly named: ReadonlyMap<string, Exported>
  /** Modules whose names it exports too. */
  readonly all: readonly string[]
  /** Some of its names are computed. */
  readonly isOpen: boolean
}

type Statement = ParseResult['program']['body'][number]
type Of<T extends Statement['type']> = Extract<Statement, { type: T }>
type Expression = Of<'ExpressionStatement'>['expression']
type ObjectLiteral = Extract<Expression, { type: 'ObjectExpression' }>
type Pattern = Of<'VariableDeclaration'>['declarations'][number]['id']
type NameNode = Of<'ExportNamedDeclaration'>['specifiers'][number]['exported']

const VALUE: Exported = { type: 'value' }
const OTHER: Exported = { type: 'other' }

/** As the loader reads such a file: types are erased, and a file without import or export may be CommonJS. */
const pluginsOf = (file: string): ParserPlugin[] =>
  /\.m?ts$/.test(file) ? ['typescript', 'decorators'] : ['decorators']

/** The exports of a module's text. Throws an Error with one sentence where the text cannot be read as code. */
export const exportedNames = (file: string, text: string): ModuleExports => {
  let program: ParseResult['program']
  try {
    const options = { sourceType: 'unambiguous', plugins: pluginsOf(file), allowAwaitOutsideFunction: true } as const
    ;({ program } = parse(text, { ...options, allowReturnOutsideFunction: true }))
  } catch (error) {
    // Recursion is how a parser reads nested code.
    if (error instanceof RangeError) throw new Error('Its code is nested too deeply to be read.', { cause: error })
    throw new Error(error instanceof SyntaxError ? parserSentence(error) : String(error), { cause: error })
  }
  return new ModuleReader(program.body).read()
}

/** A class, because every step needs the module's own names. */
class ModuleReader {
  readonly #body: readonly Statement[]
  readonly #bound = new Map<string, () => Exported>()
  readonly #named = new Map<string, Exported>()
  readonly #all: string[] = []
  /** Names whose value is being read: an object may hold itself. */
  readonly #reading = new Set<string>()
  #isOpen = false

  constructor(body: readonly Statement[]) {
    this.#body = body
  }

  read(): ModuleExports {
    for (const statement of this.#body) this.#bind(statement)
    for (const statement of this.#body) this.#export(statement)
    return { named: this.#named, all: this.#all, isOpen: this.#isOpen }
  }

  #bind(statement: Statement): void {
    switch (statement.type) {
      case 'ImportDeclaration':
        return this.#bindImport(statement)
      case 'ExportNamedDeclaration':
        return statement.declaration == null ? undefined : this.#bind(statement.declaration)
      case 'FunctionDeclaration':
      case 'ClassDeclaration':
        if (statement.id) this.#bound.set(statement.id.name, () => VALUE)
        return
      case 'TSEnumDeclaration':
      case 'TSModuleDeclaration':
        if (statement.id.type === 'Identifier') this.#bound.set(statement.id.name, () => OTHER)
        return
      case 'VariableDeclaration':
        for (const { id, init } of statement.declarations)
          if (id.type === 'Identifier') this.#bound.set(id.name, () => (init == null ? VALUE : this.#valueOf(init)))
          else for (const name of namesIn(id)) this.#bound.set(name, () => VALUE)
        return
      default:
    }
  }

  #bindImport({ source, specifiers }: Of<'ImportDeclaration'>): void {
    for (const specifier of specifiers) {
      const name =
        specifier.type === 'ImportDefaultSpecifier'
          ? 'default'
          : specifier.type === 'ImportNamespaceSpecifier'
            ? '*'
            : nameOf(specifier.imported)
      this.#bound.set(specifier.local.name, () => ({ type: 'from', source: source.value, name }))
    }
  }

  #export(statement: Statement): void {
    switch (statement.type) {
      case 'ExportNamedDeclaration':
        return statement.exportKind === 'type' ? undefined : this.#exportNamed(statement)
      case 'ExportAllDeclaration':
        if (statement.exportKind !== 'type') this.#all.push(statement.source.value)
        return
      case 'ExportDefaultDeclaration': {
        const { declaration } = statement
        // A default that is a function has no name to be registered under.
        this.#named.set('default', isDeclared(declaration) ? OTHER : this.#valueOf(declaration))
        return
      }
      case 'TSExportAssignment':
        this.#named.set('default', this.#valueOf(statement.expression))
        return
      case 'ExpressionStatement':
        return this.#exportAssigned(statement.expression)
      default:
    }
  }

  #exportNamed({ declaration, specifiers, source }: Of<'ExportNamedDeclaration'>): void {
    if (declaration != null) for (const name of declaredBy(declaration)) this.#named.set(name, this.#local(name))
    for (const specifier of specifiers) {
      const exported = nameOf(specifier.exported)
      if (specifier.type === 'ExportNamespaceSpecifier') this.#named.set(exported, OTHER)
      if (specifier.type !== 'ExportSpecifier' || specifier.exportKind === 'type') continue
      // With a source the parser leaves the other module's name there, which may be a string.
      const local = nameOf(specifier.local as NameNode)
      this.#named.set(
        exported,
        source == null ? this.#local(local) : { type: 'from', source: source.value, name: local },
      )
    }
  }

  /** `module.exports = …`, `exports.name = …` and `module.exports.name = …`, as CommonJS has them. */
  #exportAssigned(expression: Expression): void {
    if (expression.type !== 'AssignmentExpression' || expression.left.type !== 'MemberExpression') return
    const { left, right } = expression
    if (isModuleExports(left)) this.#named.set('default', this.#valueOf(right))
    else if (isModuleExports(left.object) || isIdentifier(left.object, 'exports')) {
      const name = left.property.type === 'Identifier' && !left.computed ? left.property.name : literalOf(left.property)
      if (name === undefined) this.#isOpen = true
      else this.#named.set(name, this.#valueOf(right))
    }
  }

  #local(name: string): Exported {
    if (this.#reading.has(name)) return VALUE
    this.#reading.add(name)
    try {
      return this.#bound.get(name)?.() ?? OTHER
    } finally {
      this.#reading.delete(name)
    }
  }

  #valueOf(written: Expression): Exported {
    const node = withoutTypes(written)
    switch (node.type) {
      case 'ObjectExpression':
        return this.#recordOf(node)
      case 'Identifier':
        return node.name === 'undefined' ? OTHER : this.#local(node.name)
      case 'ArrayExpression':
      case 'NewExpression':
      case 'TemplateLiteral':
      case 'BinaryExpression':
      case 'UnaryExpression':
      case 'StringLiteral':
      case 'NumericLiteral':
      case 'BooleanLiteral':
      case 'NullLiteral':
      case 'BigIntLiteral':
      case 'RegExpLiteral':
        return OTHER
      default:
        return VALUE
    }
  }

  #recordOf({ properties }: ObjectLiteral): Exported {
    const members = new Map<string, Exported>()
    const spread: Exported[] = []
    let isOpen = false
    for (const property of properties) {
      if (property.type === 'SpreadElement') {
        spread.push(this.#valueOf(property.argument))
        continue
      }
      const isPlain = property.key.type === 'Identifier' && !property.computed
      const name = isPlain && property.key.type === 'Identifier' ? property.key.name : literalOf(property.key)
      if (name === undefined) isOpen = true
      // A getter may give anything; a value here is an expression, never a pattern.
      else members.set(name, property.type === 'ObjectMethod' ? VALUE : this.#valueOf(property.value as Expression))
    }
    return { type: 'record', members, spread, isOpen }
  }
}

type DefaultNode = Of<'ExportDefaultDeclaration'>['declaration']
const isDeclared = (node: DefaultNode): node is Exclude<DefaultNode, Expression> => /Declar/.test(node.type)

const nameOf = (node: NameNode): string => (node.type === 'StringLiteral' ? node.value : node.name)

const literalOf = (node: { readonly type: string; readonly value?: unknown }): string | undefined =>
  node.type === 'StringLiteral' || node.type === 'NumericLiteral' ? String(node.value) : undefined

const isIdentifier = (node: { readonly type: string; readonly name?: unknown }, name: string): boolean =>
  node.type === 'Identifier' && node.name === name

const isModuleExports = (node: Expression | { readonly type: 'Super' | 'Import' }): boolean =>
  node.type === 'MemberExpression' && isIdentifier(node.object, 'module') && isIdentifier(node.property, 'exports')

/** The value inside `as`, `satisfies`, `!`, parentheses and `Object.freeze(…)`. */
const withoutTypes = (written: Expression): Expression => {
  let node = written
  for (;;) {
    if (
      node.type === 'TSAsExpression' ||
      node.type === 'TSSatisfiesExpression' ||
      node.type === 'TSNonNullExpression' ||
      node.type === 'TSTypeAssertion' ||
      node.type === 'ParenthesizedExpression'
    )
      node = node.expression
    else if (isFreeze(node))
      node = node.arguments[0] as Expression // as `isFreeze` has seen
    else return node
  }
}

type CallNode = Extract<Expression, { type: 'CallExpression' }>
const isFreeze = (node: Expression): node is CallNode =>
  node.type === 'CallExpression' &&
  node.callee.type === 'MemberExpression' &&
  isIdentifier(node.callee.object, 'Object') &&
  isIdentifier(node.callee.property, 'freeze') &&
  node.arguments.length === 1 &&
  node.arguments[0]?.type !== 'SpreadElement'

const declaredBy = (declaration: NonNullable<Of<'ExportNamedDeclaration'>['declaration']>): readonly string[] => {
  switch (declaration.type) {
    case 'VariableDeclaration':
      return declaration.declare === true ? [] : declaration.declarations.flatMap(({ id }) => namesIn(id))
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      return declaration.id ? [declaration.id.name] : []
    default:
      return []
  }
}

/** Every name that a pattern binds, without recursion: the nesting is the author's. */
const namesIn = (pattern: Pattern): readonly string[] => {
  const names: string[] = []
  const open: { readonly type: string }[] = [pattern]
  for (let node = open.pop() as Pattern | undefined; node; node = open.pop() as Pattern | undefined) {
    if (node.type === 'Identifier') names.push(node.name)
    else if (node.type === 'ObjectPattern')
      open.push(...node.properties.map((each) => (each.type === 'RestElement' ? each.argument : each.value)))
    else if (node.type === 'ArrayPattern') open.push(...node.elements.filter((each) => each !== null))
    else if ((node as { type: string }).type === 'AssignmentPattern')
      open.push((node as unknown as { left: Pattern }).left)
    else if ((node as { type: string }).type === 'RestElement')
      open.push((node as unknown as { argument: Pattern }).argument)
  }
  return names
}
