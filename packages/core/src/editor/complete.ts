import type { Json, JsonObject } from '../schema/json.ts'
import { escapePointer, hasOwn, isObject } from '../schema/json.ts'
import type { JsonNode } from '../schema/json-document.ts'
import { jsonOf, keyOf, memberOf, nodeAt } from '../schema/json-document.ts'
import { keywordDoc } from '../schema/keywords.ts'
import { toPointer } from '../schema/pointer.ts'
import { META_FIELDS } from '../tool/meta-fields.ts'
import { metaFieldOf } from '../tool/meta-names.ts'
import type { MetaFieldName } from '../tool/meta-names.ts'
import { metaFieldAt, placeAt, schemaRootOf } from './place.ts'
import type { Place } from './place.ts'
import { KEY_SNIPPETS, MESSAGE_SNIPPETS } from './snippets.ts'
import type { EditorWorld, Named } from './world.ts'

/** One thing that may be written at the cursor. */
export interface Completion {
  readonly label: string
  readonly kind: 'key' | 'meta' | 'value' | 'name' | 'snippet'
  /** A sentence about it. */
  readonly docs?: string
  /** Replaces `range`. Where `isSnippet`, `$1` is where the cursor goes and `$0` where it ends. */
  readonly insert: string
  readonly isSnippet: boolean
  readonly range: readonly [offset: number, length: number]
  /** Orders the list. */
  readonly rank: number
}

interface Offer {
  readonly label: string
  readonly kind: Completion['kind']
  readonly docs?: string | undefined
  readonly insert: string
  readonly rank?: number
}

/** The keys, values and names allowed at `offset` of a text, best first. Pure; never throws. */
export const completeAt = (text: string, offset: number, world: EditorWorld): readonly Completion[] => {
  const place = placeAt(text, offset, world.file)
  const offers = place.isKey ? keyOffers(place, world) : valueOffers(place, world)
  const seen = new Set<string>()
  return offers
    .filter(({ label }) => !seen.has(label) && seen.add(label))
    .map(({ docs, rank = 1, ...offer }) => ({
      ...offer,
      ...(docs !== undefined && { docs }),
      insert: place.isKey ? withComma(text, place, offer.insert) : offer.insert,
      isSnippet: place.isKey || offer.kind === 'snippet',
      range: place.range,
      rank,
    }))
    .toSorted((a, b) => a.rank - b.rank)
}

/** A key written before another one needs a comma after its value; a key that has its colon keeps its value. */
const withComma = (text: string, { range: [offset, length] }: Place, insert: string): string => {
  const after = text.slice(offset + length)
  if (/^\s*:/u.test(after)) return /^"(?:[^"\\]|\\.)*"/u.exec(insert)?.[0] ?? insert
  return /^\s*"/u.test(after) ? `${insert},` : insert
}

// Keys

const keyOffers = (place: Place, world: EditorWorld): readonly Offer[] => {
  const { document, segments, schemas } = place
  const object = nodeAt(document.root, toPointer(segments))
  const [offset] = place.range
  const present = new Set(
    (object?.children ?? []).flatMap((child) => (child.offset === offset ? [] : [keyOf(child) ?? ''])),
  )
  const own = schemas.flatMap((schema) =>
    isObject(schema.properties) ? Object.entries(schema.properties).map((entry) => [schema, ...entry] as const) : [],
  )
  const isFree = (name: string): boolean => {
    const field = metaFieldOf(name)
    return field === undefined ? !present.has(name) : ![...present].some((other) => metaFieldOf(other) === field)
  }
  const offered = own.flatMap(([schema, name, property]): readonly Offer[] =>
    isFree(name) && !META_ALIASES.has(name) ? [keyOffer(schema, name, property, object)] : [],
  )
  return [...offered, ...namesOfTools(segments, present, world), ...snippetsFor(segments, schemas)]
}

const META_ALIASES = new Set(META_FIELDS.flatMap(({ alias }) => alias ?? []))

const keyOffer = (schema: JsonObject, name: string, property: Json, object: JsonNode | undefined): Offer => {
  const meta = META_FIELDS.find((field) => field.name === name)
  const docs = isObject(property) && typeof property.description === 'string' ? property.description : undefined
  if (meta !== undefined) {
    const isAmongProperties = hasOwn(schema, 'patternProperties')
    return {
      label: name,
      kind: 'meta',
      docs: meta.docs,
      insert: isAmongProperties ? meta.example : plainMeta(meta.example),
      rank: isAmongProperties ? 0 : 3,
    }
  }
  const keyword = keywordDoc(name)
  const isKeyword = keyword !== undefined && docs?.startsWith(keyword.docs)
  const value = isKeyword ? keyword.insert : insertFor(property)
  const required = Array.isArray(schema.required) && schema.required.includes(name)
  const insert = `${JSON.stringify(name).replaceAll('$', '\\$')}: ${value}`
  return { label: name, kind: 'key', docs, insert, rank: isKeyword ? keywordRank(name, object) : required ? 0 : 1 }
}

/** `"_approval": { "const": "required" }` → `"_approval": "required"`, the form at a Tool's root. */
const plainMeta = (example: string): string => example.replace(/\{ "const": (.*) \}$/u, '$1')

const LEADING = ['type', 'description', 'properties', 'required', 'enum', 'items', '$ref', 'minLength']

/** Keywords of the type that is written come first, those of another type last. */
const keywordRank = (name: string, object: JsonNode | undefined): number => {
  const type = memberOf(object, 'type')
  const types: readonly Json[] = type === undefined ? [] : [jsonOf(type)].flat()
  const of = keywordDoc(name)?.of
  const leading = LEADING.indexOf(name)
  const place = leading < 0 ? 0.5 : leading / 100
  if (of === undefined || types.length === 0) return 1 + place
  return of.some((one) => types.includes(one)) ? place : 4 + place
}

const insertFor = (property: Json): string => {
  if (!isObject(property)) return '$1'
  const fixed = property.const ?? property.default
  if (fixed !== undefined) return JSON.stringify(fixed).replaceAll('$', '\\$')
  switch (property.type) {
    case 'string':
      return '"$1"'
    case 'array':
      return '[$1]'
    case 'object':
      return '{ $1 }'
    case 'boolean':
      return 'true'
    default:
      return Array.isArray(property.enum) ? '"$1"' : property.$ref !== undefined ? '{ $1 }' : '$1'
  }
}

/** In a tool Message: the shared Tools, by reference. */
const namesOfTools = (
  segments: readonly string[],
  present: ReadonlySet<string>,
  world: EditorWorld,
): readonly Offer[] =>
  world.file === 'idea' && segments.length === 3 && segments[2] === 'tool'
    ? world.tools
        .filter(({ name }) => !present.has(name))
        .map(({ name, description }) => ({
          label: name,
          kind: 'name',
          docs: description,
          insert: `${JSON.stringify(name)}: { "\\$ref": "tool://${name}" }`,
        }))
    : []

const snippetsFor = (segments: readonly string[], schemas: readonly JsonObject[]): readonly Offer[] => {
  const isToolMap = segments[0] === 'context' && segments.length === 3 && segments[2] === 'tool'
  const isProperties = segments.at(-1) === 'properties' && schemas.length > 0
  return KEY_SNIPPETS.filter(({ in: where }) => (where === 'tool' ? isToolMap : isProperties)).map((snippet) => ({
    ...snippet,
    kind: 'snippet',
    rank: 2,
  }))
}

// Values

const valueOffers = (place: Place, world: EditorWorld): readonly Offer[] => {
  const { segments, schemas, document } = place
  const field = metaFieldAt(segments)
  const last = segments.at(-1)
  const key = /^\d+$/u.test(last ?? '') ? segments.at(-2) : last
  return [
    ...(field === undefined ? [] : metaValues(field, segments, world)),
    ...(key === '$ref' ? references(place, world) : []),
    ...(key === 'required' ? undeclaredYet(document.root, segments) : []),
    ...(segments.length === 2 && segments[0] === 'context' ? MESSAGE_SNIPPETS.map(asSnippet) : []),
    ...schemas.flatMap(valuesIn),
  ]
}

const asSnippet = (snippet: { readonly label: string; readonly docs: string; readonly insert: string }): Offer => ({
  ...snippet,
  kind: 'snippet',
  rank: 0,
})

const valuesIn = (schema: JsonObject): readonly Offer[] => {
  const docs = typeof schema.description === 'string' ? schema.description : undefined
  const listed = [schema.const, ...listOf(schema.enum), ...listOf(schema.examples), schema.default]
  const values = listed.filter((value) => value !== undefined)
  const flags = schema.type === 'boolean' ? [true, false] : []
  return [...values, ...flags].map((value): Offer => ({
    label: labelOf(value),
    kind: 'value',
    docs,
    insert: JSON.stringify(value),
  }))
}

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])
const labelOf = (value: Json): string => (typeof value === 'string' && value !== '' ? value : JSON.stringify(value))
const strings = (values: readonly string[], docs?: string): readonly Offer[] =>
  values.map((value) => ({ label: value, kind: 'value', docs, insert: JSON.stringify(value), rank: 0 }))
const names = (values: readonly Named[], prefix: string): readonly Offer[] =>
  values.map(({ name, description }) => ({
    label: prefix + name,
    kind: 'name',
    docs: description,
    insert: JSON.stringify(prefix + name),
    rank: 0,
  }))

const metaValues = (field: MetaFieldName, segments: readonly string[], world: EditorWorld): readonly Offer[] => {
  switch (field) {
    case '_tool':
      return strings([toolName(segments, world)].filter((name) => name !== ''))
    case '_activity':
      return [
        ...strings(world.activities),
        { label: '""', kind: 'value', docs: 'The model itself does the work.', insert: '""' },
      ]
    case '_module':
      return [...names(world.ideas, 'idea://'), ...strings(['anonymous'], 'A clean room without an Idea.')]
    case '_imports': {
      const state = world.statePaths.map((path) => path.replace('†state.', 'state:'))
      return strings(['input', 'state', ...state, ...world.dataKinds.map((kind) => `data:${kind}`), 'text'])
    }
    case '_outputPath':
      return strings(world.statePaths)
    case '_approval':
      return strings(['required'], 'A person confirms every Call.')
    case '_resolve':
      return strings(['runtime', 'upfront', 'upfront+output'])
    case '_idempotent':
    case '_polls':
      return [true, false].map((value) => ({ label: String(value), kind: 'value', insert: String(value) }))
    default:
      return []
  }
}

const toolName = (segments: readonly string[], world: EditorWorld): string =>
  world.file === 'tool' ? (world.name ?? '') : segments[2] === 'tool' ? (segments[3] ?? '') : ''

const references = ({ document, segments }: Place, world: EditorWorld): readonly Offer[] => {
  if (world.file === 'idea' && segments.length === 5 && segments[2] === 'tool') return names(world.tools, 'tool://')
  const root = nodeAt(document.root, toPointer(schemaRootOf(segments, world.file)))
  return ['$defs', 'definitions'].flatMap((keyword) =>
    (memberOf(root, keyword)?.children ?? []).flatMap((child) =>
      strings([`#/${keyword}/${escapePointer(keyOf(child) ?? '')}`]),
    ),
  )
}

/** Declared properties that `required` does not list yet. */
const undeclaredYet = (root: JsonNode | undefined, segments: readonly string[]): readonly Offer[] => {
  const at = segments.lastIndexOf('required')
  const holder = nodeAt(root, toPointer(segments.slice(0, at)))
  const listed = (memberOf(holder, 'required')?.children ?? []).map((item): unknown => item.value)
  const declared = (memberOf(holder, 'properties')?.children ?? []).map((child) => keyOf(child) ?? '')
  return strings(declared.filter((name) => !listed.includes(name) && !name.startsWith('_')))
}
