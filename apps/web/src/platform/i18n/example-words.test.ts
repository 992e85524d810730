import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import templates from '../../../../../examples/gallery.json' with { type: 'json' }
import { sayExample } from './ru/examples.ts'

const EXAMPLES = new URL('../../../../../examples/', import.meta.url)

interface Idea {
  readonly description?: string
  readonly context: readonly { readonly type: string; readonly schema?: { readonly properties?: object } }[]
}
interface Case {
  readonly title?: string
}
interface Property {
  readonly title?: string
  readonly description?: string
}

const filesOf = (name: string, folder: string): readonly string[] => {
  const url = new URL(`${name}/${folder}/`, EXAMPLES)
  try {
    return readdirSync(url).map((file) => readFileSync(new URL(file, url), 'utf8'))
  } catch {
    return []
  }
}

/** The texts of an example that the page shows to someone who runs it. */
const textsOf = (name: string): readonly string[] => {
  const ideas = filesOf(name, 'ideas').map((text) => JSON.parse(text) as Idea) // the repository's own
  const cases = filesOf(name, 'cases').map((text) => JSON.parse(text) as Case) // the repository's own
  const inputs = ideas
    .flatMap(({ context }) => context.filter(({ type }) => type === 'input'))
    .flatMap(({ schema }) => Object.values<Property>({ ...schema?.properties }))
  return [
    ...ideas.map(({ description }) => description),
    ...inputs.flatMap(({ title, description }) => [title, description]),
    ...cases.map(({ title }) => title),
  ].filter((text) => text !== undefined)
}

test.each(templates.map(({ name }) => name))('the texts of the example %s have their Russian', (name) => {
  expect(textsOf(name).filter((text) => !/[а-яё]/i.test(sayExample(text) ?? ''))).toEqual([])
})

test('the inputs to try have their Russian, but for numbers', () => {
  const inputs = templates.flatMap(({ input }) => Object.values(input)).filter((input) => typeof input === 'string')
  const words = inputs.filter((input) => /[a-z]{4}/.test(input))
  expect(words.filter((input) => sayExample(input) === undefined)).toEqual([])
})

test('any other text stays as it is', () => {
  expect(sayExample('Something else')).toBeUndefined()
  expect(sayExample('constructor')).toBeUndefined()
})
