import { createIdeaSource } from '@ensemble/core'
import { deriveGraph } from '@ensemble/core/idea'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { leadsToModule, proveEdge } from '../apps/server/src/prove/prove-edge.ts'

const textsIn = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    (existsSync(folder) ? readdirSync(folder) : [])
      .filter((file) => file.endsWith('.json'))
      .map((file) => [file.slice(0, -'.json'.length), readFileSync(`${folder}/${file}`, 'utf8')]),
  )

const examples = JSON.parse(readFileSync(`${import.meta.dirname}/gallery.json`, 'utf8')) as readonly { name: string }[]

const cases = examples.flatMap(({ name }) => {
  const root = `${import.meta.dirname}/${name}`
  const files = { ideas: textsIn(`${root}/ideas`), tools: textsIn(`${root}/tools`), activities: [] }
  const source = createIdeaSource(files)
  const edges = deriveGraph(files).edges.filter(leadsToModule)
  return edges.map((edge) => ({ name, edge, id: edge.id, source }))
})

test('the examples have Modules whose imports differ', () => {
  expect(cases.length).toBeGreaterThan(10)
  expect(new Set(cases.map(({ edge }) => edge.imports.join())).size).toBeGreaterThan(1)
})

describe('a Module sees of its caller what its edge imports', () => {
  test.each(cases)('and nothing else: $name: $id', async ({ edge, source }) => {
    expect(await proveEdge(source, edge)).toEqual({ edge: edge.id, imports: edge.imports, leaked: [], missing: [] })
  })
})
