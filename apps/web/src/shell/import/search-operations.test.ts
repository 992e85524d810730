import { expect, it } from 'vitest'
import { searchOperations, tagsOf } from './search-operations.ts'

const operation = (key: string, summary: string, ...tags: string[]) => ({
  key,
  name: key,
  summary,
  tags,
  isChosen: false,
})
const ALL = [
  operation('GET /orders', 'Lists orders', 'orders'),
  operation('POST /orders', 'Creates an order', 'orders', 'write'),
  operation('GET /users/orders', 'Lists a person’s orders', 'users'),
]

it('finds operations by words, by the start of a path and by tag', () => {
  expect(searchOperations(ALL, 'LISTS orders', '')).toEqual([ALL[0], ALL[2]])
  expect(searchOperations(ALL, '/orders', '')).toEqual([ALL[0], ALL[1]])
  expect(searchOperations(ALL, '', 'write')).toEqual([ALL[1]])
  expect(searchOperations(ALL, 'post get', '')).toEqual([])
})

it('counts the operations of each tag', () => {
  expect(tagsOf(ALL)).toEqual([
    { name: 'orders', count: 2 },
    { name: 'users', count: 1 },
    { name: 'write', count: 1 },
  ])
})
