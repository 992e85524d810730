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
  '@ensemble/core/trace': ['CaseChange', 'Expectation', 'ExperimentCell', 'JudgedExpectation', 'VariantSummary'],
}

/** The statuses whose answers `api.ts` returns. */
const TAKEN = new Set(['200', '201', '202', '204'])

const NAMES = new Set(Object.values(CORE_TYPES).flat())

const HEAD = `// Made from /api/openapi.json by \`npm run docs\`; a test holds it to the routes.
${Object.entries(CORE_TYPES)
  .map(([from, names]) => `import type { ${names.join(', ')} } from '${from}'`)
  .join('\n')}
`

/** Members without content, and headers: `api.ts` reads neither. */
const SAYS_NOTHING = /^ *(?:readonly )?\w+\?: never;\n|^ *headers: \{\n.*\[name: string\]: unknown;\n *\};\n/gm
/** prettier keeps an object on several lines where its first member is on its own line. */
const OPENED_OBJECT = /\{\n *(?!\/\*\*|\n)/g
const EMPTY_PARAMETERS = /^ *readonly parameters: \{\n *\};\n/gm

/**
 * The description with what the page reads of it. Refusals are thrown as ApiError (client.ts), not returned, and the client
 * doesn't tell the statuses of equal answers apart.
 * @param {import('openapi-typescript').OpenAPI3} description
 */
const asThePageReadsIt = (description) => {
  const copy = structuredClone(description)
  for (const path of Object.values(copy.paths ?? {}))
    for (const operation of Object.values(path)) {
      const seen = new Set()
      for (const [status, { content }] of Object.entries(operation.responses ?? {})) {
        const text = JSON.stringify(content)
        if (!TAKEN.has(status) || seen.has(text)) delete operation.responses[status]
        seen.add(text)
      }
    }
  delete copy.components?.schemas?.ProblemDetails
  return copy
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
  const types = astToString(nodes).replaceAll(SAYS_NOTHING, '').replaceAll(EMPTY_PARAMETERS, '')
  return format(`${HEAD}\n${types.replaceAll(OPENED_OBJECT, '{ ')}`, {
    ...(await resolveConfig(import.meta.filename)),
    parser: 'typescript',
  })
}
