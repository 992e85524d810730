import { isObject, type Json, type JsonObject, type JsonSchema } from '../../schema/json.ts'
import { accepts } from './accepts.ts'
import type { Budget } from './budget.ts'
import { isShownRef, type Candidate, type ReadablePath } from './context-values.ts'
import { quotedExample } from './plausible.ts'
import { descriptionOf } from './schema-view.ts'
import { seeded } from './seeded.ts'
import { countShared, foldName, splitWords, SHORTEST_STEM, stemOf, stemsOf } from './words.ts'

/** The sources of the values of one Call or output. */
export interface FillContext {
  /** The document that the schema's references point into. */
  readonly root: JsonObject
  /** Which values are generated; each place adds its own path to it. */
  readonly seed: string
  readonly candidates: readonly Candidate[]
  readonly references: readonly ReadablePath[]
  /** Types were changed by lowering: a reference is chosen by its name alone. */
  readonly isLowered?: boolean
  /** The request as generated text repeats it; absent for a parameter, which is made of the subject. */
  readonly echo?: string
  /** The subject of generated text. */
  readonly subject: readonly string[]
  /** Words of what the request forbids: they choose only where no other word does. */
  readonly barred?: readonly string[]
  /** The request's words: values for places with a form, such as a host or a ticket's id. */
  readonly said: readonly string[]
  /** The remaining budget; a full one by default. */
  readonly budget?: Budget
}

export interface Place {
  /** For people: `ping.host`. */
  readonly path: string
  /** Undefined for a value without a name: an item, a whole output. */
  readonly name?: string
  readonly required: boolean
  /** A parameter itself: it may be a reference. */
  readonly isParameter?: boolean
  /** A value that was refused before. */
  readonly not?: Json
}

/** The reference of the parameter's name whose value fits. */
export const findReference = (
  schema: JsonSchema,
  name: string,
  { references, root, isLowered }: FillContext,
): string | undefined =>
  references.find((path) => {
    if (path.name !== name || isLowered === true) return path.name === name
    if (path.value === undefined) return path.schema === undefined || couldAccept(schema, path.schema)
    return isShownRef(path.value) ? hasShownType(schema, path.value) : accepts(schema, path.value, root)
  })?.text

export const typesOf = (schema: JsonSchema): readonly Json[] | undefined => {
  if (!isObject(schema) || schema.type === undefined) return undefined
  return Array.isArray(schema.type) ? schema.type : [schema.type]
}

/** Types have something in common, as far as they are written down. */
const couldAccept = (wanted: JsonSchema, offered: JsonSchema): boolean => {
  const types = typesOf(wanted)
  const others = typesOf(offered)
  return types === undefined || others === undefined || types.some((type) => others.includes(type))
}

const hasShownType = (schema: JsonSchema, shown: Json): boolean =>
  isObject(shown) && typeof shown.type === 'string' && couldAccept(schema, { type: shown.type })

/** The context value of the same name, else the one whose name and description share most words. */
export const findCandidate = (
  schema: JsonSchema,
  name: string,
  candidates: readonly Candidate[],
  isValid: (value: Json) => boolean,
): Json | undefined => {
  const folded = foldName(name)
  const same = candidates.find((candidate) => foldName(candidate.name) === folded && isValid(candidate.value))
  if (same !== undefined) return same.value
  let best: Candidate | undefined
  let most = 0
  for (const candidate of candidates) {
    const shared = kinship(name, descriptionOf(schema), candidate)
    if (shared > most && isValid(candidate.value)) {
      best = candidate
      most = shared
    }
  }
  return best?.value
}

/** How many words the two have in common; none where only their descriptions meet. */
const kinship = (name: string, description: string, candidate: Candidate): number => {
  const own = new Set(splitWords(name).map(stemOf))
  const other = new Set(splitWords(candidate.name).map(stemOf))
  const ownAll = new Set([...own, ...stemsOf(description)])
  const otherAll = new Set([...other, ...stemsOf(candidate.description)])
  const byName = countShared(own, otherAll) + countShared(other, ownAll)
  return byName === 0 ? 0 : countShared(ownAll, otherAll)
}

/** `examples`, `default`, `enum` and what a parameter's description quotes: of each kind first what the request speaks of, else by seed. */
export function* authored(schema: JsonSchema, place: Place, context: FillContext): Generator<Json> {
  const { seed, subject, barred = [], echo } = context
  if (!isObject(schema)) return
  const asked = { first: new Set(subject.map(stemOf)), last: new Set(barred.map(stemOf)) }
  if (Array.isArray(schema.examples)) yield* mostAsked(turned(schema.examples, seed, `${place.path} examples`), asked)
  if (schema.default !== undefined) yield schema.default
  if (Array.isArray(schema.enum)) yield* mostAsked(turned(schema.enum, seed, `${place.path} enum`), asked)
  if (echo !== undefined || typeof schema.description !== 'string' || typesOf(schema)?.[0] !== 'string') return
  const quoted = quotedExample(schema.description)
  if (quoted !== undefined) yield quoted
}

/** Those that share most words with the request first; the order stays where none does. */
const mostAsked = (values: readonly Json[], { first, last }: AskedStems): readonly Json[] => {
  const none = [0, 0] as const
  const mayShare = shareLetters([...first, ...last])
  const scores = new Map(
    values.map((value) => {
      const stems = mayShare(String(value)) ? stemsOf(String(value)) : undefined
      return [value, stems ? ([countShared(stems, first), countShared(stems, last)] as const) : none]
    }),
  )
  return values.toSorted((one, other) => {
    const [a, b] = [scores.get(one) ?? none, scores.get(other) ?? none]
    return b[0] - a[0] || b[1] - a[1]
  })
}

/** Whether a text can contain one of the stems: finding which one takes fifty times as long, and a list may hold thousands. */
const shareLetters = (stems: readonly string[]): ((text: string) => boolean) => {
  const beginnings = [...new Set(stems.map((stem) => stem.slice(0, SHORTEST_STEM)))]
  return (text) => {
    const letters = text.toLowerCase().replaceAll('ё', 'е')
    return beginnings.some((beginning) => letters.includes(beginning))
  }
}

interface AskedStems {
  readonly first: ReadonlySet<string>
  readonly last: ReadonlySet<string>
}

/** All items, beginning at one that the seed picks. */
export const turned = (items: readonly Json[], seed: string, key: string): readonly Json[] => {
  const start = seeded(`${seed}/${key}`).integer(0, Math.max(0, items.length - 1))
  return [...items.slice(start), ...items.slice(0, start)]
}
