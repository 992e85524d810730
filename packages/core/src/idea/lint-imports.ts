import { isObject } from '../schema/json.ts'
import type { Json } from '../schema/json.ts'
import { nearestName } from '../schema/nearest-name.ts'
import type { DrawnIdea, DrawnTool } from './draw-ideas.ts'
import type { GraphEdge } from './graph-types.ts'
import type { Message } from './message.ts'

/** An import that nothing in the caller's context answers. */
export interface UnknownImport {
  readonly drawn: DrawnTool
  readonly message: string
}

/** The imports of callers into each node, by its id. */
export const importsInto = (edges: readonly GraphEdge[]): ReadonlyMap<string, readonly string[]> => {
  const into = new Map<string, string[]>()
  for (const { to, imports } of edges) {
    if (imports.length === 0) continue
    const known = into.get(to)
    if (known === undefined) into.set(to, [...imports])
    else known.push(...imports)
  }
  return into
}

/** Entries of `_imports` that name what no Call of this Idea can ever see: they pass nothing, silently. */
export const unknownImports = (idea: DrawnIdea, into: readonly string[]): readonly UnknownImport[] => {
  if (idea.parsed.idea === undefined || idea.tools.every(({ tool }) => tool.imports === undefined)) return []
  const there = thereIn(idea, into)
  return idea.tools.flatMap((drawn) =>
    listed(drawn).flatMap((name): readonly UnknownImport[] => {
      if (there.has(name)) return []
      const near = nearestName(name, there.names)
      const hint = near === undefined ? `It has ${there.names.join(', ')}.` : `Did you mean ${near}?`
      const message = `The _imports of ${drawn.tool.name} list ${name}, which the context of ${idea.name} never holds. ${hint}`
      return [{ drawn, message }]
    }),
  )
}

const listed = ({ tool: { imports } }: DrawnTool): readonly string[] => {
  if (imports === undefined || imports.type === 'free') return []
  const values = imports.type === 'const' ? [imports.value].flat() : imports.values
  return [...new Set(values.filter((value) => typeof value === 'string'))]
}

interface There {
  readonly names: readonly string[]
  readonly has: (name: string) => boolean
}

/** The values that a Call of this Idea may import: its context, its callers' imports, its Calls' writes. */
const thereIn = (idea: DrawnIdea, into: readonly string[]): There => {
  const context = idea.parsed.idea?.context ?? []
  const written = idea.tools.flatMap(({ tool: { outputPath } }) => {
    if (outputPath === undefined || outputPath.type === 'free') return []
    return outputPath.type === 'const' ? [outputPath.value] : outputPath.values
  })
  const texts = written
    .flatMap((path) => (typeof path === 'string' ? path.split(/\|\||&&/u) : []))
    .map((path) =>
      path
        .replace(/ <- .*$/su, '')
        .trim()
        .replace(/^†state\./u, ''),
    )
  const states = context.flatMap((message) => (message.type === 'state' ? [message] : []))
  const hasState =
    states.length > 0 ||
    idea.tools.some(({ tool }) => tool.outputPath !== undefined) ||
    into.some((name) => name.startsWith('state'))
  const paths = [
    ...texts,
    ...states.flatMap(pathsOf),
    ...into.flatMap((name) => (name.startsWith('state:') ? [pathIn(name)] : [])),
  ]
  const names = [
    'input',
    ...(context.some(({ type }) => type === 'text') ? ['text'] : []),
    ...(hasState ? ['state', ...paths.map((path) => `state:${path}`)] : []),
    ...context.flatMap((message) => (message.type === 'data' ? [`data:${message.kind}`] : [])),
    // A caller's input and texts arrive as data of these kinds.
    ...into.flatMap((name) => (name === 'input' || name === 'text' ? [`data:${name}`] : [])),
    ...into.filter((name) => name.startsWith('data:')),
  ]
  const known = new Set(names)
  const isOpen =
    idea.tools.some(({ tool }) => tool.outputPath?.type === 'free') ||
    into.includes('state') ||
    // The model may choose its own path if the state has no schema.
    (states.length > 0 && !states.some(({ schema }) => isObject(schema) && isObject(schema.properties)))
  const has = (name: string): boolean => {
    if (known.has(name)) return true
    if (!name.startsWith('state:')) return false
    const wanted = pathIn(name)
    return isOpen || paths.some((path) => isWithin(path, wanted) || isWithin(wanted, path))
  }
  return { names: [...known], has }
}

const pathIn = (name: string): string => name.slice('state:'.length).replace(/^†?state\./u, '')
const isWithin = (path: string, outer: string): boolean => path === outer || path.startsWith(`${outer}.`)

const pathsOf = ({ schema, state }: Message & { readonly type: 'state' }): readonly string[] => [
  ...keysOf(isObject(schema) ? schema.properties : undefined),
  ...keysOf(state),
]
const keysOf = (value: Json | undefined): readonly string[] => (isObject(value) ? Object.keys(value) : [])
