import { hasOwn, isObject, type JsonSchema } from '../../schema/json.ts'
import { accepts } from './accepts.ts'
import { declaredPaths, lastSegment, writtenPaths, type Candidate } from './context-values.ts'
import type { SeenBlock } from './read-conversation.ts'
import type { SeenTool } from './read-request.ts'
import { offersNull, propertiesOf, requiredOf, valueSchema } from './schema-view.ts'
import { seeded } from './seeded.ts'
import { countShared, foldName, splitWords, stemOf } from './words.ts'

/** A Tool's writes and its required reads. */
export interface ToolWiring {
  /** The value of `_outputPath`; undefined where nothing is written. */
  readonly outputPath?: string
  /** The single paths in it. */
  readonly writes: readonly string[]
  /** The folded last segments of its paths: what a reference of another Call may read. */
  readonly writtenNames: ReadonlySet<string>
  /** Names it can supply to an output: the same and the properties of its `_output`. */
  readonly provides: ReadonlySet<string>
  /** Required parameters that read what another Tool writes and that nothing in the context supplies. */
  readonly needs: readonly string[]
}

const stems = (text: string): ReadonlySet<string> => new Set(splitWords(text).map(stemOf))

/**
 * A Call's output path: the constant; of several the one with most shared words; of a free one the declared path in the
 * Tool's name.
 */
const chooseOutputPath = (
  tool: SeenTool,
  blocks: readonly SeenBlock[],
  text: string,
  seed: string,
): string | undefined => {
  const property = propertiesOf(tool.schema)._outputPath
  if (property === undefined) return undefined
  const { schema } = valueSchema(property, tool.root)
  if (!isObject(schema)) return undefined
  if (typeof schema.const === 'string') return schema.const
  const name = stems(tool.name)
  if (Array.isArray(schema.enum)) {
    const options = schema.enum.filter((option): option is string => typeof option === 'string')
    const words = new Set([...name, ...stems(text)])
    const scores = options.map((option) => countShared(stems(lastSegment(option)), words))
    const most = Math.max(0, ...scores)
    return seeded(`${seed}/${tool.name}._outputPath`).pick(options.filter((_, index) => scores[index] === most))
  }
  return declaredPaths(blocks).find((path) => {
    const segment = stems(lastSegment(path))
    return segment.size > 0 && countShared(segment, name) === segment.size
  })
}

/** The wiring of every Tool of a request, by Tool. */
export const wireTools = (
  tools: readonly SeenTool[],
  blocks: readonly SeenBlock[],
  candidates: readonly Candidate[],
  text: string,
  seed: string,
): ReadonlyMap<SeenTool, ToolWiring> => {
  const written = new Map(
    tools.map((tool) => {
      const outputPath = chooseOutputPath(tool, blocks, text, seed)
      return [tool, { outputPath, writes: outputPath === undefined ? [] : writtenPaths(outputPath) }]
    }),
  )
  /** A value of the name that the parameter's schema refuses supplies nothing. */
  const isOffered = (tool: SeenTool, name: string): boolean =>
    candidates.some(
      (candidate) =>
        foldName(candidate.name) === foldName(name) &&
        accepts(valueSchema(propertiesOf(tool.schema)[name] ?? true, tool.root).schema, candidate.value, tool.root),
    )
  return new Map(
    tools.map((tool) => {
      const { outputPath, writes } = written.get(tool) ?? { outputPath: undefined, writes: [] }
      const others = tools.filter((other) => other !== tool).flatMap((other) => written.get(other)?.writes ?? [])
      const supplied = new Set(others.map((path) => foldName(lastSegment(path))))
      const needs = requiredParameters(tool).filter((name) => supplied.has(foldName(name)) && !isOffered(tool, name))
      const writtenNames = new Set(writes.map((path) => foldName(lastSegment(path))))
      const provides = new Set([...writtenNames, ...outputNames(tool)])
      return [tool, { ...(outputPath === undefined ? {} : { outputPath }), writes, writtenNames, provides, needs }]
    }),
  )
}

/** Those that a Call must be given: without constants, and without those that may be null. */
export const requiredParameters = (tool: SeenTool): readonly string[] => {
  const properties = propertiesOf(tool.schema)
  return requiredOf(tool.schema).filter((name) => {
    const property = properties[name]
    if (name.startsWith('_') || property === undefined || offersNull(property, tool.root)) return false
    const { schema } = valueSchema(property, tool.root)
    return !(isObject(schema) && hasOwn(schema, 'const'))
  })
}

/** The promise of the Tool's `_output`. */
export const outputSchemaOf = (tool: SeenTool): JsonSchema | undefined => {
  const property = propertiesOf(tool.schema)._output
  return property === undefined ? undefined : valueSchema(property, tool.root).schema
}

const outputNames = (tool: SeenTool): readonly string[] =>
  Object.keys(propertiesOf(outputSchemaOf(tool) ?? true)).map(foldName)
