import { expect, test } from 'vitest'
import { plainKeyProblems } from './plain-keys.ts'

const KEY = 'sk-proj-0123456789abcdefghij'
const placesOf = (endpoint: object): readonly string[] =>
  plainKeyProblems({ version: 1, endpoints: { own: { baseUrl: 'https://a.example/v1', ...endpoint } } }).map(
    ({ path }) => path,
  )

test('a key that is written openly into ensemble.json is named by its place, and never quoted', () => {
  const [problem, ...others] = plainKeyProblems({ version: 1, endpoints: { own: { headers: { 'x-team': KEY } } } })
  expect(others).toEqual([])
  expect(problem).toMatchObject({ code: 'secret.plain', severity: 'warning', path: '/endpoints/own/headers/x-team' })
  expect(problem?.message).toMatch(/secret:\/\/NAME/)
  expect(JSON.stringify(problem)).not.toContain(KEY)
})

test.each<[string, object, readonly string[]]>([
  ['a member of the body that is a key by its name', { body: { api_key: 'abc' } }, ['/endpoints/own/body/api_key']],
  ['an argument of a command', { tokenCommand: ['echo', KEY] }, ['/endpoints/own/tokenCommand/1']],
  ['a key in the middle of a text', { query: { filter: `user=${KEY}` } }, ['/endpoints/own/query/filter']],
  ['a reference', { body: { api_key: 'secret://OWN' }, headers: { a: 'Bearer secret://OWN' } }, []],
  ['a text without a key', { headers: { 'x-team': 'search' }, body: { service_tier: 'flex' } }, []],
])('%s is found or left alone', (_, endpoint, places) => expect(placesOf(endpoint)).toEqual(places))
