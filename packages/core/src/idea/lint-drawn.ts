import { hasOwn, isObject } from '../schema/json.ts'
import type { Json, JsonObject, JsonSchema } from '../schema/json.ts'
import type { Tool } from '../tool/tool.ts'
import type { Profile } from './bindings.ts'
import type { DrawnIdea, DrawnTool } from './draw-ideas.ts'
import type { Idea } from './idea.ts'
import { inputSchemaOf } from './input.ts'
import type { IdeaFinding } from './idea-finding.ts'
import { mergeUpfront } from './upfront.ts'
import type { ParsedWorkspace } from './workspace.ts'

/** Lint of an Idea's Tools that depends on their workers. */
export const lintDrawn = (drawn: DrawnIdea, workspace: ParsedWorkspace, profile: Profile): readonly IdeaFinding[] => [
  ...drawn.tools.flatMap((each) => bridgedInputs(each, workspace)),
  ...composedOutputs(drawn, workspace, profile),
]

const targetsOf = ({ modules }: DrawnTool, workspace: ParsedWorkspace): readonly (readonly [string, Idea])[] =>
  modules.flatMap(({ node }) => {
    const name = node?.startsWith('idea:') === true ? node.slice('idea:'.length) : undefined
    const idea = name === undefined ? undefined : workspace.ideas.get(name)?.idea
    return name === undefined || idea === undefined ? [] : [[name, idea] as const]
  })

// Inputs

/** Parameters of a Tool that its module's input schema doesn't accept directly. */
interface Misfit {
  readonly what: string
  /** Whether taking the input schema over would end it. */
  readonly mends: boolean
}

const UPFRONT = '"_resolve": "upfront"'

/** With `runtime` resolution the module's model has to make up for it, in every Call. */
const bridgedInputs = (drawn: DrawnTool, workspace: ParsedWorkspace): readonly IdeaFinding[] => {
  const { tool, activity } = drawn
  if (tool.resolve !== 'runtime' || activity !== '') return []
  return targetsOf(drawn, workspace).flatMap(([name, idea]): readonly IdeaFinding[] => {
    const misfits = misfitsOf(tool.parameters, inputSchemaOf(idea))
    if (misfits.length === 0) return []
    const isFixable =
      tool.module?.type === 'const' &&
      misfits.every(({ mends }) => mends) &&
      mergeUpfront({ ...tool, resolve: 'upfront' }, idea).conflicts.length === 0
    const remedy = isFixable
      ? `Add ${UPFRONT} to take its input schema over, or declare it here.`
      : 'Declare the parameters as that input schema does.'
    const message = `The parameters of ${tool.name} don't fit the input of ${name}: ${misfits.map(({ what }) => what).join(', ')}. Its model has to bridge that in every Call. ${remedy}`
    return [{ code: 'lint.inputBridged', path: '', tool: tool.name, message }]
  })
}

/** Keywords that say of an object what its list of properties does not. */
const BEYOND_PROPERTIES = ['$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'not', 'if']

const misfitsOf = (parameters: JsonObject, expected: JsonSchema | undefined): readonly Misfit[] => {
  if (!isObject(expected)) return []
  if ([parameters, expected].some((schema) => BEYOND_PROPERTIES.some((keyword) => hasOwn(schema, keyword)))) return []
  const [own, theirs] = [propertiesOf(parameters), propertiesOf(expected)]
  const [required, expectedNames] = [namesIn(parameters.required), namesIn(expected.required)]
  const isClosed = expected.additionalProperties === false && !hasOwn(expected, 'patternProperties')
  return [
    ...expectedNames
      .filter((name) => !required.includes(name))
      .map((name) => ({ what: hasOwn(own, name) ? `${name} may be left out` : `${name} is missing`, mends: true })),
    ...Object.entries(own).flatMap(([name, schema]): readonly Misfit[] => {
      if (!hasOwn(theirs, name)) return isClosed ? [{ what: `${name} is not expected`, mends: false }] : []
      return fits(schema, theirs[name] ?? true) ? [] : [{ what: `${name} is of another type`, mends: false }]
    }),
  ]
}

/** Whether some value of one schema may be one of the other, as far as types and enums say. */
const fits = (own: Json, theirs: Json): boolean => {
  const [mine, others] = [valuesIn(own), valuesIn(theirs)]
  if (mine !== undefined && others !== undefined) return mine.every((value) => others.includes(value))
  const [types, expected] = [typesIn(own), typesIn(theirs)]
  if (types === undefined || expected === undefined) return true
  return types.some((type) => expected.includes(type) || (type === 'integer' && expected.includes('number')))
}

const valuesIn = (schema: Json): readonly string[] | undefined => {
  if (!isObject(schema)) return undefined
  const values = schema.const === undefined ? schema.enum : [schema.const]
  return Array.isArray(values) ? values.map((value) => JSON.stringify(value)) : undefined
}
const typesIn = (schema: Json): readonly Json[] | undefined =>
  isObject(schema) && schema.type !== undefined ? [schema.type].flat() : undefined
const propertiesOf = (schema: JsonObject): JsonObject => (isObject(schema.properties) ? schema.properties : {})
const namesIn = (required: Json | undefined): readonly string[] =>
  Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []

// Outputs

const CHARACTERS_A_TOKEN = 4
/** Smaller values aren't worth reporting. */
const FEWEST_TOKENS = 100
const MOST_NAMED = 3

/** Schemas of results that each Request carries although code or a module gives the result. */
const composedOutputs = (drawn: DrawnIdea, workspace: ParsedWorkspace, profile: Profile): readonly IdeaFinding[] => {
  const composition = { ...profile.config?.composition, ...drawn.parsed.idea?.config?.composition }
  if (composition.explicitOutput === 'omit') return []
  const costs = drawn.tools
    .flatMap((each) => {
      const output = each.mode === 'latent' ? undefined : shownOutput(each, workspace)
      const tokens = output === undefined ? 0 : Math.ceil(JSON.stringify(output).length / CHARACTERS_A_TOKEN)
      return tokens === 0 ? [] : [{ name: each.tool.name, tokens }]
    })
    .toSorted((one, other) => other.tokens - one.tokens)
  const total = costs.reduce((sum, { tokens }) => sum + tokens, 0)
  const [first] = costs
  if (first === undefined || total < FEWEST_TOKENS) return []
  const named = costs.slice(0, MOST_NAMED).map(({ name, tokens }) => `${name} (${tokens})`)
  const more = costs.length > MOST_NAMED ? ` and ${costs.length - MOST_NAMED} more` : ''
  const message = `Each Request carries about ${total} tokens of _output that Activities and modules fill: ${named.join(', ')}${more}. Set composition.explicitOutput to "omit" in the config unless you want the model's predictions.`
  return [{ code: 'lint.outputComposed', path: '', tool: first.name, message }]
}

const shownOutput = (drawn: DrawnTool, workspace: ParsedWorkspace): Tool['output'] => {
  const { tool } = drawn
  if (tool.hidesOutput === true) return undefined
  const [target] = tool.resolve === 'upfront+output' ? targetsOf(drawn, workspace) : []
  return target === undefined ? tool.output : mergeUpfront(tool, target[1]).tool.output
}
