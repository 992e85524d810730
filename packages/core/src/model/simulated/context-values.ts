import { isObject, type Json, type JsonSchema } from '../../schema/json.ts'
import type { PastCall, SeenBlock } from './read-conversation.ts'
import { descriptionOf, propertiesOf } from './schema-view.ts'

/** A value that the context offers for a place of the same name or of kindred words. */
export interface Candidate {
  readonly name: string
  readonly description: string
  readonly value: Json
}

/** A path of state or input that a parameter may read, `†state.song`; its value where it is there already. */
export interface ReadablePath {
  readonly text: string
  readonly name: string
  readonly value?: Json
  /** The promise of the Call that writes it. */
  readonly schema?: JsonSchema
}

const MAX_DEPTH = 4

/** A large value's placeholder for the model (docs/contract/protocol.md#state). */
export const isShownRef = (value: Json): boolean =>
  isObject(value) && typeof value.ref === 'string' && value.ref.startsWith('†') && typeof value.bytes === 'number'

/** The named values inside a value, the outer ones first. */
export const candidatesIn = (value: Json, schema: JsonSchema | undefined, depth = 0): readonly Candidate[] => {
  if (!isObject(value) || isShownRef(value) || depth >= MAX_DEPTH) return []
  const properties = propertiesOf(schema ?? true)
  const own = Object.entries(value).filter(([, item]) => !isShownRef(item))
  return [
    ...own.map(([name, item]) => ({ name, description: descriptionOf(properties[name] ?? true), value: item })),
    ...own.flatMap(([name, item]) => candidatesIn(item, properties[name], depth + 1)),
  ]
}

const ofKind = (blocks: readonly SeenBlock[], kind: SeenBlock['kind']): readonly SeenBlock[] =>
  blocks.filter((block) => block.kind === kind)

const blockCandidates = (blocks: readonly SeenBlock[]): readonly Candidate[] =>
  blocks.flatMap(({ name, note, schema, value }) => [
    ...(name === undefined ? [] : [{ name, description: note ?? '', value }]),
    ...candidatesIn(value, schema),
  ])

const resultCandidates = (past: readonly PastCall[]): readonly Candidate[] =>
  past
    .toReversed()
    .flatMap(({ tool, result }) =>
      result === undefined || isShownRef(result)
        ? []
        : [{ name: tool, description: '', value: result }, ...candidatesIn(result, undefined)],
    )

/** For a Call: input, state, data, then earlier results, the latest first. */
export const callCandidates = (blocks: readonly SeenBlock[], past: readonly PastCall[]): readonly Candidate[] => [
  ...blockCandidates(ofKind(blocks, 'input')),
  ...blockCandidates(ofKind(blocks, 'state')),
  ...blockCandidates(ofKind(blocks, 'data')),
  ...resultCandidates(past),
]

/** For an output: results and state before what was given. */
export const outputCandidates = (blocks: readonly SeenBlock[], past: readonly PastCall[]): readonly Candidate[] => [
  ...resultCandidates(past),
  ...blockCandidates(ofKind(blocks, 'state')),
  ...blockCandidates(ofKind(blocks, 'input')),
  ...blockCandidates(ofKind(blocks, 'data')),
]

/** The paths that exist now, state before input, short ones first. */
export const existingPaths = (blocks: readonly SeenBlock[]): readonly ReadablePath[] =>
  (['state', 'input'] as const).flatMap((kind) =>
    ofKind(blocks, kind)
      .flatMap(({ value, replied }) =>
        pathsIn(value, `†${kind}`, 0).filter(({ text }) => text !== `†${kind}.${replied}`),
      )
      .toSorted((a, b) => a.text.split('.').length - b.text.split('.').length),
  )

const pathsIn = (value: Json, prefix: string, depth: number): readonly ReadablePath[] => {
  if (!isObject(value) || isShownRef(value) || depth >= MAX_DEPTH) return []
  return Object.entries(value).flatMap(([name, item]) => [
    { text: `${prefix}.${name}`, name, value: item },
    ...pathsIn(item, `${prefix}.${name}`, depth + 1),
  ])
}

/** The paths that the state's schema declares, whether they hold something or not. */
export const declaredPaths = (blocks: readonly SeenBlock[]): readonly string[] =>
  ofKind(blocks, 'state').flatMap(({ schema }) => declaredIn(schema ?? true, '†state', 0))

const declaredIn = (schema: JsonSchema, prefix: string, depth: number): readonly string[] =>
  depth >= MAX_DEPTH
    ? []
    : Object.entries(propertiesOf(schema)).flatMap(([name, property]) => [
        `${prefix}.${name}`,
        ...declaredIn(property, `${prefix}.${name}`, depth + 1),
      ])

/** `†state.song.melody` → `melody`. */
export const lastSegment = (path: string): string => path.slice(path.lastIndexOf('.') + 1)

/** The single paths of an output path, without their members: both of `†a && †b`, the first of `†a || †b`. */
export const writtenPaths = (outputPath: string): readonly string[] => {
  const first = outputPath.split('||')[0] ?? ''
  return first
    .split('&&')
    .map((path) => path.replace(/ <- .*$/su, '').trim())
    .filter((path) => path.startsWith('†'))
}
