import { createIdeaSource, deriveGraph, inputSchemaOf } from '@ensemble/core'
import { createValidator } from '@ensemble/core/validate'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { loadActivities } from '../apps/server/src/workspace/activities.ts'

const textsIn = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    (existsSync(folder) ? readdirSync(folder) : [])
      .filter((file) => file.endsWith('.json'))
      .map((file) => [file.slice(0, -'.json'.length), readFileSync(`${folder}/${file}`, 'utf8')]),
  )

interface Template {
  readonly name: string
  readonly title: string
  readonly sentence: string
  readonly idea: string
  readonly input: object
}
const gallery: readonly Template[] = JSON.parse(readFileSync(`${import.meta.dirname}/gallery.json`, 'utf8'))

const elsewhere = mkdtempSync(join(tmpdir(), 'ensemble-examples-'))
afterAll(() => rmSync(elsewhere, { recursive: true }))

test('every example stands in the gallery', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(gallery.map(({ name }) => name).toSorted()).toEqual(folders.map(({ name }) => name).toSorted())
})

describe.each(gallery)('$name', ({ name, idea, input }) => {
  const root = `${import.meta.dirname}/${name}`

  test('loads in the server without a problem, copied to a folder without packages', async () => {
    const root = join(elsewhere, name)
    cpSync(join(import.meta.dirname, name), root, { recursive: true })
    const { problems, names } = await loadActivities(root)
    expect(problems).toEqual([])
    const graph = deriveGraph({ ideas: textsIn(`${root}/ideas`), tools: textsIn(`${root}/tools`), activities: names })
    expect(graph.problems.filter(({ severity }) => severity !== 'info')).toEqual([])
  }, 60_000)

  test('has an input example that fits its Idea', async () => {
    const source = createIdeaSource({
      ideas: textsIn(`${root}/ideas`),
      tools: textsIn(`${root}/tools`),
      activities: [],
    })
    const { idea: loaded } = await source.resolve(`idea://${idea}`)
    const schema = inputSchemaOf(loaded)
    expect(schema).toBeDefined()
    expect(createValidator().check(schema ?? false, { ...input })).toMatchObject({ ok: true })
  })
})
