import type { Json, JsonObject, JsonSchema, Pointer } from '../json.ts'
import { escapePointer, hasOwn, isObject } from '../json.ts'
import { lowerAlternatives } from './lower-alternatives.ts'
import { lowerArray, lowerObject } from './lower-containers.ts'
import { keptOf } from './kept-keywords.ts'
import { lowerAny, lowerValues, NOTHING } from './lower-scalars.ts'
import type { Lift, Lowered, LowerScope, SchemaChange } from './lower-types.ts'
import { addOptionalProperties, mergeAll, mergeSchemas, type OnLost } from './merge-schemas.ts'
import { HINTS, isBesideOthers, inWords, withoutAnnotations, withoutSchemas, withWords } from './lower-words.ts'
import { NARROWING_KEYWORDS } from '../narrowing-keywords.ts'
import { followReference, getByPointer, parsePointer, pointerOf } from '../pointer.ts'
import { fitsStrict } from '../strict-subset.ts'
import { allowedValues, namesNull, typesOf } from '../types-of.ts'

export type { SchemaChange } from './lower-types.ts'

/** The way back from answers to values; see `liftValue`. */
export interface LiftPlan {
  readonly lift?: Lift
}
export interface LoweredSchema {
  /** In the strict subset, definitions under `$defs`. */
  readonly schema: JsonObject
  readonly changes: readonly SchemaChange[]
  readonly plan: LiftPlan
}

const MOST_MERGES = 32
const MOST_INLINES = 1000
const WHY = 'the strict subset has no such keyword'

type Definition = { readonly name: string; lowered?: Lowered }

class Lowering implements LowerScope {
  readonly changes: SchemaChange[] = []
  readonly definitions: { readonly $defs: { [name: string]: Json } } = { $defs: {} }
  private readonly byPointer = new Map<Pointer, Definition>()
  /** Where references lead whose schemas are being lowered right now. */
  private readonly open = new Set<Pointer>()
  private inlines = 0
  constructor(
    readonly root: JsonSchema,
    /** Keywords beyond the smallest subset that stay. */
    readonly keywords: readonly string[],
  ) {}

  readonly note = (path: Pointer, keyword: string, what: string, why: string): void => {
    this.changes.push({ path, keyword, what, why })
  }
  readonly fits = (schema: JsonObject, value: Json): boolean => fitsStrict(schema, value, this.definitions)
  readonly allowsNull = (schema: JsonObject): boolean => this.fits(schema, null)

  readonly lower = (written: Json, path: Pointer): Lowered => {
    if (written === false) return NOTHING
    if (!isObject(written)) return lowerAny(path, this)
    const words: string[] = []
    const inlined: Pointer[] = []
    const schema = this.simplify(written, path, words, inlined)
    const lowered = this.lowerSimple(schema, path, words)
    for (const pointer of inlined) this.open.delete(pointer)
    return withWords(lowered, schema, words)
  }

  /** Without `allOf`, conditions and references next to other keywords. */
  private simplify(written: JsonObject, path: Pointer, words: string[], inlined: Pointer[]): JsonObject {
    let schema = written
    for (let merges = 0; merges < MOST_MERGES; merges++) {
      const { allOf, $ref, ...rest } = schema
      const target = typeof $ref === 'string' && isBesideOthers(schema) ? this.inline($ref, inlined) : undefined
      const parts = [...(Array.isArray(allOf) ? allOf : []), ...(target ? [target] : [])]
      if (parts.length === 0) break
      if (allOf !== undefined) this.note(path, 'allOf', 'its schemas were merged into one', WHY)
      const start: JsonObject = target || $ref === undefined ? rest : { ...rest, $ref }
      const onLost = (keyword: string, value: Json): void => this.say(path, keyword, value, words)
      const inOrder = parts.filter(isObject).map((part) => this.inlinePart(part, inlined, onLost))
      schema = mergeAll([start, ...inOrder], onLost)
    }
    return this.withoutConditions(schema, path, words)
  }

  /** Conditions say in words what they ask; the properties they name may all be given. */
  private withoutConditions(schema: JsonObject, path: Pointer, words: string[]): JsonObject {
    const { if: condition, then, else: otherwise, dependentSchemas, ...rest } = schema
    if (condition !== undefined) {
      const written = Object.entries(schema).filter(([keyword]) => ['if', 'then', 'else'].includes(keyword))
      this.say(path, 'if', Object.fromEntries(written), words)
    }
    if (dependentSchemas !== undefined) this.say(path, 'dependentSchemas', dependentSchemas, words)
    const dependent = isObject(dependentSchemas) ? Object.values(dependentSchemas) : []
    return addOptionalProperties(rest, [then ?? true, otherwise ?? true, ...dependent])
  }

  private lowerSimple(schema: JsonObject, path: Pointer, words: string[]): Lowered {
    if (typeof schema.$ref === 'string') {
      if (isBesideOthers(schema)) this.note(path, '$ref', 'the keywords next to it are left out', WHY)
      return this.reference(schema.$ref, path)
    }
    this.sayAll(HINTS, schema, path, words)
    if (schema.const !== undefined) return lowerValues([schema.const], path, true, this)
    if (Array.isArray(schema.enum)) return lowerValues(allowedValues(schema), path, false, this)
    const keyword = Array.isArray(schema.anyOf) ? 'anyOf' : 'oneOf'
    const alternatives = schema[keyword]
    if (Array.isArray(alternatives)) return this.alternatives(schema, alternatives, keyword, path, words)
    const kept = keptOf(schema, this.keywords)
    const others = NARROWING_KEYWORDS.filter((one) => !hasOwn(kept, one))
    this.sayAll(others, schema, path, words)
    const lowered = this.byType(schema, path)
    return { ...lowered, schema: { ...lowered.schema, ...kept } }
  }

  private alternatives(
    schema: JsonObject,
    parts: readonly Json[],
    keyword: 'anyOf' | 'oneOf',
    path: Pointer,
    words: string[],
  ): Lowered {
    const { [keyword]: _parts, description: _said, default: _default, examples: _examples, ...rest } = schema
    if (keyword === 'oneOf') this.note(path, 'oneOf', 'became anyOf', WHY)
    if (isObject(rest.properties)) {
      this.say(path, keyword, parts.map(withoutSchemas), words)
      return this.lower(addOptionalProperties(rest, parts), path)
    }
    const merged = parts.map((part) =>
      isObject(part)
        ? mergeSchemas(withoutAnnotations(rest), part, (name, value) => this.say(path, name, value, words))
        : part,
    )
    return lowerAlternatives(merged, path, keyword, this)
  }

  private byType(schema: JsonObject, path: Pointer): Lowered {
    const types = typesOf(schema)
    if (types.length > 1 && types.some((type) => type === 'object' || type === 'array')) {
      return lowerAlternatives(
        types.map((type) => ({ ...withoutAnnotations(schema), type })),
        path,
        'type',
        this,
      )
    }
    const [type] = types
    if (type === undefined) return lowerAny(path, this)
    if (type === 'object') return lowerObject(schema, path, this)
    if (type === 'array') return lowerArray(schema, path, this)
    return { schema: { type: types.length === 1 ? type : types } }
  }

  private sayAll(keywords: readonly string[], schema: JsonObject, path: Pointer, words: string[]): void {
    for (const keyword of keywords) {
      const value = hasOwn(schema, keyword) ? schema[keyword] : undefined
      if (value !== undefined) this.say(path, keyword, value, words)
    }
  }

  private say(path: Pointer, keyword: string, value: Json, words: string[]): void {
    words.push(inWords(keyword, value))
    this.note(path, keyword, 'moves to the description', WHY)
  }

  /** A definition once, for all references; recursion ends at the name. */
  private reference($ref: string, path: Pointer): Lowered {
    const pointer = pointerOf($ref)
    const target = pointer === undefined ? undefined : getByPointer(this.root, pointer)
    if (pointer === undefined || target === undefined || this.isEndless(target)) {
      this.note(path, '$ref', `${$ref} leads to no schema inside`, 'nothing is fetched')
      return lowerAny(path, this)
    }
    const definition = this.define(pointer, target)
    const schema = { $ref: `#/$defs/${escapePointer(definition.name)}` }
    let lifting: Json | undefined
    return {
      schema,
      lift: (value) => {
        const before = lifting
        // The current part already refers to itself and to nothing else.
        if (value === before || definition.lowered?.lift === undefined) return value
        lifting = value
        const lifted = definition.lowered.lift(value)
        lifting = before
        return lifted
      },
    }
  }

  private define(pointer: Pointer, target: Json): Definition {
    const known = this.byPointer.get(pointer)
    if (known) return known
    const definition: Definition = { name: this.nameOf(pointer) }
    this.byPointer.set(pointer, definition)
    // The object is named before it is lowered, so that its own start can be looked at from inside.
    this.definitions.$defs[definition.name] = outlineOf(target)
    this.open.add(pointer)
    definition.lowered = this.lower(target, pointer)
    this.open.delete(pointer)
    this.definitions.$defs[definition.name] = definition.lowered.schema
    return definition
  }

  private nameOf(pointer: Pointer): string {
    const name =
      (parsePointer(pointer) ?? []).filter((part) => part !== '$defs' && part !== 'definitions').join('_') || 'root'
    const safe = name.replace(/[^A-Za-z0-9_.-]/g, '_')
    return hasOwn(this.definitions.$defs, safe) ? `${safe}_${this.byPointer.size}` : safe
  }

  /** The schema behind a reference, to merge with its neighbours; not if that would never end. */
  private inline($ref: string, inlined: Pointer[]): JsonObject | undefined {
    const pointer = pointerOf($ref)
    const target = pointer === undefined ? undefined : getByPointer(this.root, pointer)
    if (pointer === undefined || !isObject(target) || this.open.has(pointer) || ++this.inlines > MOST_INLINES)
      return undefined
    this.open.add(pointer)
    inlined.push(pointer)
    return target
  }

  /** A part of `allOf` behind its reference, so that properties keep the order of the parts. */
  private inlinePart(part: JsonObject, inlined: Pointer[], onLost: OnLost): JsonObject {
    const { $ref, ...rest } = part
    const target = typeof $ref === 'string' ? this.inline($ref, inlined) : undefined
    return target ? mergeSchemas(target, rest, onLost) : part
  }

  /** Whether following nothing but references never ends. */
  private isEndless(target: Json): boolean {
    let current: Json | undefined = target
    for (let hops = 0; hops < MOST_MERGES; hops++) {
      if (!isObject(current) || typeof current.$ref !== 'string') return current === undefined
      current = followReference(this.root, current.$ref)
    }
    return true
  }
}

const outlineOf = (target: Json): JsonObject => {
  if (!isObject(target)) return {}
  const properties = isObject(target.properties)
    ? Object.fromEntries(Object.keys(target.properties).map((name) => [name, {}]))
    : {}
  const outline: JsonObject = typesOf(target)[0] === 'object' ? { type: 'object', properties } : {}
  return namesNull(target) ? { anyOf: [outline, { type: 'null' }] } : outline
}

/**
 * A schema for providers' strict subset, with the changes and the way back (docs/contract/protocol.md#composition).
 * Pure. Descriptions carry the rest, except `keywords`, which an endpoint takes as they are; the author's schema judges
 * the lifted value. `findStrictIssue` checks size limits.
 */
export const lowerSchema = (schema: JsonSchema, keywords: readonly string[] = []): LoweredSchema => {
  const lowering = new Lowering(schema, keywords)
  const lowered = lowering.lower(schema, '')
  const { $defs } = lowering.definitions
  return {
    schema: Object.keys($defs).length === 0 ? lowered.schema : { ...lowered.schema, $defs },
    changes: lowering.changes,
    plan: lowered.lift ? { lift: lowered.lift } : {},
  }
}
