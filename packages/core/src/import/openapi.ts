import type { Lost } from '../tool/conversion.ts'
import { importOperation } from '../tool/convert-openapi.ts'
import { type Operation, operationsOf } from '../tool/openapi-operations.ts'
import type { JsonObject } from '../schema/json.ts'
import { isObject } from '../schema/json.ts'
import type { Draft } from './draft.ts'
import { type Importer, type Reading, at } from './importer.ts'
import { bundle } from './openapi/bundle.ts'
import { MOST_AT_ONCE, chooseOperations, keyOf, tagsOf } from './openapi/choose.ts'
import { shorten } from './openapi/shorten.ts'
import type { Source } from './read-source.ts'
import { objectIn, textIn } from './values.ts'

const versionOf = ({ value }: Source): string => {
  const { openapi, swagger } = objectIn(value)
  return String(openapi ?? swagger ?? '')
}

/** Documents of OpenAPI 3: each chosen operation becomes a Tool with its HTTP Activity. */
export const openApi: Importer = {
  program: 'OpenAPI',
  takes: (source) => /^[23]\.\d/.test(versionOf(source)) && isObject(objectIn(source.value)['paths']),
  read: (sources, draft, reading) => {
    const documents = sources.flatMap((source) => readDocument(source, draft, reading))
    const all = documents.flatMap(({ operations }) => operations)
    const chosen = chooseAll(all, documents, draft, reading)
    reading.offer(
      all.map((one) => ({
        key: keyOf(one),
        name: one.name,
        summary: textIn(one.value['summary']) || textIn(one.value['description']).slice(0, 200),
        tags: tagsOf(one),
        isChosen: chosen.has(one),
      })),
    )
    for (const document of documents) addTools(document, chosen, draft)
  },
}

interface Document {
  readonly source: Source
  readonly value: JsonObject
  readonly operations: readonly Operation[]
}

const readDocument = (source: Source, draft: Draft, { find }: Reading): readonly Document[] => {
  const version = versionOf(source)
  if (!version.startsWith('3')) {
    draft.report(source.path, 'oldOpenApi', { version })
    return []
  }
  const missing = new Set<string>()
  const value = bundle(source, objectIn(source.value), find, (reference) => missing.add(reference))
  for (const reference of missing) draft.report(source.path, 'referenceUnread', { reference })
  return [{ source, value, operations: operationsOf(value) }]
}

const chooseAll = (
  all: readonly Operation[],
  documents: readonly Document[],
  draft: Draft,
  { only }: Reading,
): ReadonlySet<Operation> => {
  const path = documents[0]?.source.path ?? ''
  if (only !== undefined) {
    const { operations, unmatched } = chooseOperations(all, only)
    for (const term of unmatched) draft.report(path, 'operationUnknown', { term })
    return new Set(operations)
  }
  if (all.length <= MOST_AT_ONCE) return new Set(all)
  draft.report(path, 'operationsToChoose', { count: String(all.length), tags: mostUsed(all.flatMap(tagsOf)) })
  return new Set()
}

const MOST_TAGS = 60

/** The tags with how often each is used. */
const mostUsed = (tags: readonly string[]): string => {
  const counts = new Map<string, number>()
  for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  const shown = [...counts].slice(0, MOST_TAGS).map(([tag, count]) => `${tag} (${count})`)
  return `${shown.join(', ')}${counts.size > MOST_TAGS ? ', …' : ''}` || '–'
}

const addTools = ({ source, value, operations }: Document, chosen: ReadonlySet<Operation>, draft: Draft): void => {
  const cut: string[] = []
  const said = new Set<string>()
  for (const operation of operations.filter((one) => chosen.has(one))) {
    const lost: Lost[] = []
    const { name, schema, http } = importOperation(operation, value, lost)
    const path = `${source.path}#${operation.path}`
    const short = shorten(schema)
    const activity = http === undefined ? undefined : draft.addHttp(name, http, path)
    const called = draft.addTool(
      name,
      (tool) => (activity === undefined || activity === tool ? short.schema : withActivity(short.schema, activity)),
      path,
    )
    if (short.isCut) cut.push(called)
    reportLost(source, called, lost, said, draft)
  }
  if (cut.length > 0) draft.report(source.path, 'operationsCut', { names: cut.join(', ') })
}

const withActivity = (schema: JsonObject, activity: string): JsonObject => ({
  ...schema,
  properties: { _activity: { const: activity }, ...objectIn(schema['properties']) },
})

/** Reports keys and hosts once for each document; leaves out answers with an error status and remarks. */
const reportLost = (source: Source, name: string, lost: readonly Lost[], said: Set<string>, draft: Draft): void => {
  for (const { path, told } of lost) {
    const values = told?.values ?? {}
    const place = `${source.path}#${path.startsWith('/') ? path : ''}`
    const once = (key: string, report: () => void): void => {
      if (!said.has(key)) report()
      said.add(key)
    }
    switch (told?.code) {
      case 'openapiStatus':
      case 'openapiKeyword':
        break
      case 'openapiHost': {
        const host = values['host'] ?? ''
        once(`host ${host}`, () => draft.report(at(source, 'servers'), 'allowHost', { host, name }))
        break
      }
      case 'openapiKey': {
        const secret = values['secret'] ?? ''
        once(`secret ${secret}`, () =>
          draft.report(at(source, 'components', 'securitySchemes'), 'secret', { key: values['name'] ?? '', secret }),
        )
        break
      }
      case 'openapiReference': {
        const reference = values['reference'] ?? ''
        // Files that are missing are reported already.
        if (reference.startsWith('#'))
          once(`reference ${reference}`, () => draft.report(source.path, 'referenceUnread', { reference }))
        break
      }
      case 'openapiNoServer':
        once('no server', () =>
          draft.report(at(source, 'servers'), 'httpUnread', { name, reason: 'the document names no server' }),
        )
        break
      case 'openapiCallbacks':
        draft.report(place, 'member', { key: 'callbacks', name })
        break
      case 'openapiMedia':
        if (path.includes('/requestBody/'))
          draft.report(place, 'httpPart', { name, part: `the body as ${values['type']}` })
        break
      case 'openapiServer': {
        const url = values['url'] ?? ''
        once(`server ${url}`, () =>
          draft.report(at(source, 'servers'), 'httpUnread', {
            name,
            reason: `its server ${url} is not an http or https address with a host`,
          }),
        )
        break
      }
      case 'openapiHeaderName':
        draft.report(place, 'httpPart', { name, part: `the parameter "${values['name'] ?? ''}"` })
        break
      case 'openapiHeader':
      case 'openapiKeyKind':
        draft.report(place, 'httpPart', { name, part: values['name'] ?? '' })
        break
      case 'openapiMethod':
        draft.report(place, 'httpUnread', { name, reason: `${values['method']} is not sent` })
        break
    }
  }
}
