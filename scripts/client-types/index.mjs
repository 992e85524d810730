import openapiTS, { astToString } from 'openapi-typescript'
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

const NAMES = new Set(Object.values(CORE_TYPES).flat())

const HEAD = `// Made from /api/openapi.json by \`npm run docs\`; a test holds it to the routes.
${Object.entries(CORE_TYPES)
  .map(([from, names]) => `import type { ${names.join(', ')} } from '${from}'`)
  .join('\n')}
`

/** Members that say that there is nothing, or that any header may come: `api.ts` reads what is there. */
const SAYS_NOTHING = /^ *(?:readonly )?\w+\?: never;\n|^ *headers: \{\n.*\[name: string\]: unknown;\n *\};\n/gm
const EMPTY_PARAMETERS = /^ *readonly parameters: \{\n *\};\n/gm

/**
 * The description without its refusals: they are thrown as ApiError (client.ts), not returned.
 * @param {import('openapi-typescript').OpenAPI3} description
 */
const withoutRefusals = (description) => {
  const copy = structuredClone(description)
  for (const path of Object.values(copy.paths ?? {}))
    for (const operation of Object.values(path))
      if (operation.responses?.default !== undefined) delete operation.responses.default
  delete copy.components?.schemas?.ProblemDetails
  return copy
}

/**
 * The types that the page's client is made of.
 * @param {import('openapi-typescript').OpenAPI3} description OpenAPI 3.1
 * @returns {Promise<string>} TypeScript with nothing but types in it
 */
export const clientTypes = async (description) => {
  const nodes = await openapiTS(withoutRefusals(description), {
    immutable: true,
    // An object of which the description says no more.
    emptyObjectsUnknown: true,
    postTransform: (_type, { path = '' }) => {
      const name = /^#\/components\/schemas\/(\w+)$/.exec(path)?.[1]
      return name !== undefined && NAMES.has(name) ? ts.factory.createTypeReferenceNode(name) : undefined
    },
  })
  return `${HEAD}\n${astToString(nodes).replaceAll(SAYS_NOTHING, '').replaceAll(EMPTY_PARAMETERS, '')}`
}
