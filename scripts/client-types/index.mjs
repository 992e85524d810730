import openapiTS, { astToString } from 'openapi-typescript'
import { format, resolveConfig } from 'prettier'
import ts from 'typescript'

/** Components that are called as a type of the core: the page uses that type itself, by where it is imported from. */
const CORE_TYPES = {
  '@ensemble/core': [
    'Config',
    'Graph',
    'JournalEvent',
    'Json',
    'JsonObject',
    'OpenApproval',
    'Problem',
    'Profile',
    'Run',
  ],
  '@ensemble/core/model': ['CallError', 'CallVerdict', 'Capabilities', 'PriceTable'],
  '@ensemble/core/journal': ['Usage'],
  '@ensemble/core/run': ['AgainAnswer', 'BlastRadius', 'ReplayReport'],
  '@ensemble/core/host': ['Finding'],
  '@ensemble/core/trace': [
    'CaseChange',
    'Expectation',
    'ExperimentCell',
    'Interval',
    'JudgedExpectation',
    'VariantComparison',
    'VariantSummary',
  ],
}

/** The statuses whose answers `api.ts` returns. */
const TAKEN = new Set(['200', '201', '202', '204'])

const NAMES = new Set(Object.values(CORE_TYPES).flat())

const HEAD = `// Made from /api/openapi.json by \`npm run docs\`; a test holds it to the routes.
${Object.entries(CORE_TYPES)
  .map(([from, names]) => `import type { ${names.join(', ')} } from '${from}'`)
  .join('\n')}
`

/** prettier keeps an object on several lines where its first member is on its own line. */
const OPENED_OBJECT = /\{\n *(?!\/\*\*|\n)/g

/**
 * Parts that the page has no use for: tags that repeat the type, and kinds of descriptions that are empty here.
 * @type {readonly (readonly [RegExp, string])[]}
 */
const IDLE = [
  [/^ *\/\*\* @(?:constant|enum \{\w+\}|default .*) \*\/\n/gm, ''],
  [/^ *\* @(?:constant|enum \{\w+\})\n/gm, ''],
  [/^ *\/\*\*\n *\* (@description .*)\n *\*\/\n/gm, '/** $1 */\n'],
  [/@description /g, ''],
  [/^export (?:type (?:paths|webhooks|\$defs|operations) = Record<string, never>;)\n/gm, ''],
  [/^ +(?:responses|parameters|requestBodies|headers|pathItems): never;\n/gm, ''],
]

const JSON_TYPE = 'application/json'

/** @param {Record<string, object>} properties @param {readonly string[]} required */
const objectOf = (properties, required) => ({ type: 'object', properties, required, additionalProperties: false })

/** The parameters in one place, as an object; undefined without any. @param {any[]} parameters @param {string} place */
const parametersIn = (parameters, place) => {
  const found = parameters.filter((one) => one.in === place)
  if (found.length === 0) return undefined
  const required = found.filter((one) => one.required).map(({ name }) => name)
  return objectOf(Object.fromEntries(found.map(({ name, schema }) => [name, schema])), required)
}

/** The JSON of its answers; refusals are thrown as ApiError (client.ts), not returned. @param {Record<string, any>} responses */
const answerOf = (responses) => {
  const taken = Object.entries(responses).filter(([status]) => TAKEN.has(status))
  const texts = new Set(
    taken.flatMap(([, { content }]) => (content?.[JSON_TYPE] ? [JSON.stringify(content[JSON_TYPE].schema)] : [])),
  )
  const schemas = [...texts].map((text) => JSON.parse(text))
  return schemas.length > 1 ? { anyOf: schemas } : schemas[0]
}

/** The input and the answer of an operation as one schema. @param {any} operation */
const routeOf = ({ summary, parameters, requestBody, responses }) => {
  const [path, query, answer] = [
    parametersIn(parameters, 'path'),
    parametersIn(parameters, 'query'),
    answerOf(responses),
  ]
  const json = requestBody?.content[JSON_TYPE]
  const members = {
    ...(path && { path }),
    ...(query && { query }),
    ...(json && { body: json.schema }),
    ...(requestBody && !json && { bytes: { const: true } }),
    ...(answer && { answer }),
  }
  return { ...objectOf(members, Object.keys(members)), description: summary }
}

/**
 * The description as the page reads it: a component for each route, such as `GET /api/ideas`.
 * @param {import('openapi-typescript').OpenAPI3} description
 */
const asThePageReadsIt = (description) => {
  const { paths = {}, components, ...rest } = structuredClone(description)
  const { ProblemDetails: _, ...schemas } = components?.schemas ?? {}
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, routeOf(operation)]),
  )
  return { ...rest, components: { schemas: { ...Object.fromEntries(routes), ...schemas } } }
}

/**
 * The types that the page's client is made of.
 * @param {import('openapi-typescript').OpenAPI3} description OpenAPI 3.1
 * @returns {Promise<string>} TypeScript with nothing but types in it
 */
export const clientTypes = async (description) => {
  const nodes = await openapiTS(asThePageReadsIt(description), {
    immutable: true,
    // An object of which the description says no more.
    emptyObjectsUnknown: true,
    postTransform: (_type, { path = '' }) => {
      const name = /^#\/components\/schemas\/(\w+)$/.exec(path)?.[1]
      return name !== undefined && NAMES.has(name) ? ts.factory.createTypeReferenceNode(name) : undefined
    },
  })
  const types = IDLE.reduce((text, [idle, instead]) => text.replaceAll(idle, instead), astToString(nodes))
  return format(`${HEAD}\n${types.replaceAll(OPENED_OBJECT, '{ ')}`, {
    ...(await resolveConfig(import.meta.filename)),
    parser: 'typescript',
  })
}
