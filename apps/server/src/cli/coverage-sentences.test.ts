import { expect, test } from 'vitest'
import { coverageSentences } from './coverage-sentences.ts'

const tools = (...names: string[]) => names.map((tool) => ({ idea: 'researcher', tool }))

test('a simulated Run that called every Tool and reached every Idea says nothing more', () => {
  expect(coverageSentences({ ran: tools('a', 'b'), missed: [], unreached: [] })).toEqual([])
})

test('Tools that did not run are named with a way to run one, and so are Ideas out of reach', () => {
  expect(coverageSentences({ ran: tools('ask', 'draft'), missed: tools('searchWeb'), unreached: ['critic'] })).toEqual([
    '2 of 3 Tools ran; searchWeb did not.',
    'To simulate one of them, run `ensemble run researcher --input JSON` with "Use searchWeb." in a text of the input.',
    'No Tool leads from here to critic.',
  ])
})

test('of many only the first are named', () => {
  const [first] = coverageSentences({ ran: [], missed: tools('a', 'b', 'c', 'd', 'e', 'f', 'g'), unreached: [] })
  expect(first).toBe('0 of 7 Tools ran; a, b, c, d, e and 2 more did not.')
})
