import type { Json } from '../json.ts'
import { isObject } from '../json.ts'
import { TokenCursor } from './token-cursor.ts'
import {
  described,
  intersect,
  namesOf,
  PLAIN,
  unite,
  WELL_KNOWN,
  withoutRequired,
  withoutUndefined,
} from './typescript-schemas.ts'

const DEEPEST = 64

/** Reads type expressions from the tokens of a TypeScript text: each as a schema, what has none as `lost`. */
export class TypeScriptTypes extends TokenCursor {
  private depth = 0
  /** The unreadable part, in words. */
  protected readonly lost = new Set<string>()
  /** Names that types refer to. */
  protected readonly used = new Set<string>()

  protected type(): Json {
    if (++this.depth > DEEPEST) {
      this.depth--
      this.lost.add('Types nested very deep are left open.')
      this.skipTo(';', ',', '}', ')')
      return true
    }
    this.take('|')
    const alternatives = [this.intersection()]
    while (this.take('|')) alternatives.push(this.intersection())
    this.depth--
    return unite(alternatives)
  }

  private intersection(): Json {
    this.take('&')
    const parts = [this.postfix()]
    while (this.take('&')) parts.push(this.postfix())
    return parts.length === 1 ? (parts[0] ?? true) : intersect(parts)
  }

  private postfix(): Json {
    if (this.take('readonly')) return this.postfix()
    let schema = this.primary()
    while (this.is('[')) {
      if (this.is(']', 1)) {
        this.at += 2
        schema = { type: 'array', items: schema }
      } else {
        this.lost.add('A property looked up in a type is left open.')
        this.at++
        this.skipTo(']')
        this.take(']')
        schema = true
      }
    }
    return schema
  }

  protected primary(): Json {
    const token = this.peek()
    if (token === undefined) return true
    this.at++
    if (token.kind === 'string') return { const: token.text }
    if (token.kind === 'number') return { const: Number(token.text) }
    switch (token.text) {
      case '{':
        return this.object()
      case '[':
        return this.tuple()
      case '(': {
        const inner = this.type()
        this.take(')')
        return inner
      }
      case '-':
        return { const: -Number(this.tokens[this.at++]?.text ?? 0) }
      default:
        return token.kind === 'word' ? this.named(token.text) : true
    }
  }

  private named(name: string): Json {
    const plain = PLAIN[name]
    if (plain !== undefined) return plain
    if (!this.is('<')) {
      while (this.take('.')) this.name()
      const known = WELL_KNOWN[name]
      if (known !== undefined) {
        this.lost.add(`${name} became a string.`)
        return known
      }
      this.used.add(name)
      return { $ref: `#/$defs/${name}` }
    }
    const [first = true, second = true] = this.arguments()
    switch (name) {
      case 'Array':
      case 'ReadonlyArray':
      case 'Set':
        return { type: 'array', items: first, ...(name === 'Set' && { uniqueItems: true }) }
      case 'Record':
      case 'Map':
        return { type: 'object', additionalProperties: second, ...namesOf(first) }
      case 'Promise':
      case 'Readonly':
      case 'Awaited':
        return first
      case 'Partial':
        return isObject(first) ? withoutRequired(first) : first
      default:
        this.lost.add(`${name}<…> is left open.`)
        return true
    }
  }

  private arguments(): readonly Json[] {
    this.take('<')
    const found: Json[] = []
    while (this.peek() !== undefined && !this.is('>')) {
      found.push(this.type())
      if (!this.take(',')) break
    }
    this.take('>')
    return found
  }

  private tuple(): Json {
    const items: Json[] = []
    let rest: Json = false
    while (this.peek() !== undefined && !this.is(']')) {
      const isRest = this.take('...')
      if (this.peek()?.kind === 'word' && this.is(':', 1)) this.at += 2
      const item = this.type()
      if (isRest) rest = isObject(item) && item.items !== undefined ? item.items : true
      else items.push(item)
      this.take('?')
      if (!this.take(',')) break
    }
    this.take(']')
    return { type: 'array', ...(items.length > 0 && { prefixItems: items, minItems: items.length }), items: rest }
  }

  private object(): Json {
    const properties: [string, Json][] = []
    const required: string[] = []
    let additional: Json | undefined
    while (this.peek() !== undefined && !this.is('}')) {
      const before = this.at
      const description = this.peek()?.doc ?? ''
      if (this.is('readonly') && !this.is(':', 1) && !this.is('?', 1)) this.at++
      if (this.is('[')) {
        this.at++
        this.skipTo(']')
        this.take(']')
        this.take(':')
        additional = this.type()
      } else {
        const key = this.peek()?.text ?? ''
        this.at++
        const isOptional = this.take('?')
        if (this.is('(') || this.is('<')) {
          this.lost.add(`The method ${key} isn’t JSON.`)
          this.skipTo(';', '}')
        } else {
          this.take(':')
          const { schema, mayBeMissing } = withoutUndefined(this.type())
          properties.push([key, described(schema, description)])
          if (!isOptional && !mayBeMissing) required.push(key)
        }
      }
      if (!this.take(';')) this.take(',')
      if (this.at === before) this.at++
    }
    this.take('}')
    return {
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(required.length > 0 && { required }),
      ...(additional !== undefined && { additionalProperties: additional }),
    }
  }
}
