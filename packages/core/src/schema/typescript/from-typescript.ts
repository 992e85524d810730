import type { Json, JsonObject } from '../json.ts'
import { isObject } from '../json.ts'
import { described, intersect, withoutUnknown } from './typescript-schemas.ts'
import { TypeScriptTypes } from './typescript-types.ts'

export interface TypeScriptImport {
  /** The last declared name, or `''` for a bare type. */
  readonly name: string
  readonly schema: JsonObject | boolean
  /** The schema of a function's result, if the text declares a function or `…Result` with `…Call`. */
  readonly result?: JsonObject | boolean
  /** The unreadable part, in words. */
  readonly lost: readonly string[]
}

/**
 * The schema of a TypeScript type or a function's signature. Covers the common subset, comments as descriptions; lists
 * the rest as lost. Never throws.
 */
export const schemaFromTypeScript = (text: string): TypeScriptImport => new Reader(text).read()

interface Declared {
  readonly name: string
  readonly schema: Json
  readonly result?: Json
  readonly description: string
}

/** Reads declarations: what is named, and which of them is meant. */
class Reader extends TypeScriptTypes {
  read(): TypeScriptImport {
    const declared: Declared[] = []
    while (this.peek() !== undefined) {
      const before = this.at
      const found = this.declaration()
      if (found !== undefined) declared.push(found)
      if (this.at === before) this.at++
    }
    const found = mainOf(declared)
    // A type without a name is the whole text: among other things it is a brace in a page, a script or a style sheet.
    if (found === undefined || (found.name === '' && declared.length > 1))
      return { name: '', schema: true, lost: ['There is no type in this text.'] }
    for (const name of this.used) {
      if (!declared.some((one) => one.name === name))
        this.lost.add(`${name} is not declared here; any value is allowed.`)
    }
    const main = resolved(found, declared)
    const partner = declared.find(({ name }) => name === main.name.replace(SUFFIX, 'Result'))
    const result = main.result ?? (partner === found ? undefined : partner?.schema)
    return {
      name: main.name.replace(SUFFIX, ''),
      schema: withDefinitions(described(main.schema, main.description), declared),
      // A result that may be anything says nothing.
      ...(result !== undefined && result !== true && { result: withDefinitions(result, declared) }),
      lost: [...this.lost],
    }
  }

  private declaration(): Declared | undefined {
    const description = this.peek()?.doc ?? ''
    while (this.take('export') || this.take('declare') || this.take('default') || this.take('async')) continue
    if (this.take('import')) {
      // Ended by the name of the module; a semicolon may be missing.
      while (this.peek() !== undefined && this.peek()?.kind !== 'string') this.at++
      this.at++
      this.take(';')
      return undefined
    }
    if (this.take('interface')) {
      const name = this.name()
      if (this.is('<')) this.generics(name)
      const bases: Json[] = []
      if (this.take('extends'))
        do bases.push(this.primary())
        while (this.take(','))
      const body = this.type()
      return { name, schema: bases.length === 0 ? body : intersect([...bases, body]), description }
    }
    if (this.take('type')) {
      const name = this.name()
      if (this.is('<')) this.generics(name)
      this.take('=')
      const signature = this.signature()
      return signature === undefined ? { name, schema: this.type(), description } : { name, ...signature, description }
    }
    if (this.take('function')) {
      const name = this.name()
      const signature = this.signature()
      if (this.is('{')) this.skipBlock()
      return { name, ...(signature ?? { schema: true }), description }
    }
    const signature = this.signature()
    if (signature !== undefined) return { name: '', ...signature, description }
    return this.startsType() ? { name: '', schema: this.type(), description } : undefined
  }

  private startsType(): boolean {
    const token = this.peek()
    return token !== undefined && (token.kind !== 'mark' || '{[('.includes(token.text))
  }

  private generics(name: string): void {
    this.lost.add(`${name} has type parameters; they allow any value.`)
    this.at++
    this.skipTo('>')
    this.take('>')
  }

  /** `(call: T, …) => Promise<R>` or `(call: T, …): R`; undefined, with nothing taken, for anything else. */
  private signature(): { readonly schema: Json; readonly result?: Json } | undefined {
    const start = this.at
    if (!this.take('(')) return undefined
    if (!(this.is(')') || (this.peek()?.kind === 'word' && (this.is(':', 1) || this.is('?', 1))))) {
      this.at = start
      return undefined
    }
    let schema: Json = { type: 'object', properties: {} }
    if (!this.is(')')) {
      this.name()
      this.take('?')
      this.take(':')
      schema = this.type()
      this.skipTo(')')
    }
    this.take(')')
    if (!this.take('=>') && !this.take(':')) return { schema }
    return { schema, result: this.type() }
  }
}

/** The declaration that is meant: a function, `…Call`, or the last one that no other uses. */
const mainOf = (declared: readonly Declared[]): Declared | undefined =>
  declared.find(({ result }) => result !== undefined) ??
  declared.find(({ name }) => /.(?:Call|Parameters|Args|Input)$/u.test(name)) ??
  declared.findLast(
    ({ name }) =>
      !declared.some((other) => other.name !== name && JSON.stringify(other.schema).includes(`"#/$defs/${name}"`)),
  ) ??
  declared.at(-1)

/** A type's name, in addition to its parent's. */
const SUFFIX = /(?<=.)(?:Call|Parameters|Args|Input|Activity)$/u

const nameOfReference = (schema: Json): string | undefined =>
  isObject(schema) && typeof schema.$ref === 'string' ? schema.$ref.slice('#/$defs/'.length) : undefined

/** The declaration with the types it names in the place of their names: `(call: XCall) => Promise<XResult>`. */
const resolved = (main: Declared, declared: readonly Declared[]): Declared => {
  const target = (schema: Json): Declared | undefined => {
    const name = nameOfReference(schema)
    return declared.find((one) => one.name === name && one !== main)
  }
  const call = target(main.schema)
  const result = main.result === undefined ? undefined : (target(main.result)?.schema ?? main.result)
  return {
    ...main,
    schema: call?.schema ?? main.schema,
    description: main.description === '' ? (call?.description ?? '') : main.description,
    ...(result !== undefined && { result }),
  }
}

/** A schema with the definitions that it leads to. */
const withDefinitions = (schema: Json, declared: readonly Declared[]): JsonObject | boolean => {
  const names = new Set(declared.map(({ name }) => name))
  const whole = withoutUnknown(schema, names)
  if (!isObject(whole)) return true
  const reached = new Map<string, Json>()
  const waiting: Json[] = [whole]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const text = JSON.stringify(next)
    for (const { name, schema: inner } of declared) {
      if (reached.has(name) || !text.includes(`"#/$defs/${name}"`)) continue
      const known = withoutUnknown(inner, names)
      reached.set(name, known)
      waiting.push(known)
    }
  }
  return reached.size === 0 ? whole : { ...whole, $defs: Object.fromEntries(reached) }
}
