import { expect, test } from 'vitest'
import { toLimits, toPriceTable } from './price-table.mjs'

/** @typedef {Parameters<typeof toPriceTable>[0][number]['models'][number]} Model */
const of = (/** @type {Model[]} */ ...models) => toPriceTable([{ id: 'openai', models }], '2026-09-23')

test('a model is named by everything that affects its price, without the release date', () => {
  const match = { or: [{ equals: 'gpt-9' }, { equals: 'gpt-9-2026-01-02' }, { starts_with: 'gpt-9-chat' }] }
  const prices = { input_mtok: 1, output_mtok: 2, cache_read_mtok: 0.5 }
  expect(of({ id: 'gpt-9', match, prices })).toEqual({
    'gpt-9': { input: 1, cachedInput: 0.5, output: 2 },
    'gpt-9-chat': { input: 1, cachedInput: 0.5, output: 2 },
  })
})

test('a release that costs something else keeps its date', () => {
  const table = of(
    { id: 'gpt-9', match: { equals: 'gpt-9' }, prices: { input_mtok: 1, output_mtok: 2 } },
    { id: 'gpt-9-2025-05-13', match: { equals: 'gpt-9-2025-05-13' }, prices: { input_mtok: 5, output_mtok: 9 } },
  )
  expect(Object.keys(table)).toEqual(['gpt-9', 'gpt-9-2025-05-13'])
})

test('models with open weights, sounds and pictures are left out, and so is what has no price for its answers', () => {
  const prices = { input_mtok: 1, output_mtok: 2 }
  for (const id of ['gpt-oss-20b', 'gpt-image-1', 'gpt-4o-mini-tts', 'gpt-realtime'])
    expect(of({ id, match: { equals: id }, prices }), id).toEqual({})
  expect(of({ id: 'gpt-9', match: { equals: 'gpt-9' }, prices: { input_mtok: 1 } })).toEqual({})
})

test('a price that begins later does not hold yet; one that depends on the hour is taken at its highest', () => {
  const [now, then] = [
    { input_mtok: 1, output_mtok: 2 },
    { input_mtok: 3, output_mtok: 4 },
  ]
  const from = (/** @type {string} */ start_date) => ({ type: 'start_date', start_date })
  const priced = (/** @type {Model['prices']} */ prices) =>
    of({ id: 'gpt-9', match: { equals: 'gpt-9' }, prices })['gpt-9']
  expect(priced([{ prices: now }, { constraint: from('2027-01-01'), prices: then }])).toEqual({ input: 1, output: 2 })
  expect(priced([{ prices: now }, { constraint: from('2026-09-23'), prices: then }])).toEqual({ input: 3, output: 4 })
  expect(priced([{ prices: now }, { constraint: { type: 'time_of_date' }, prices: then }])).toEqual({
    input: 3,
    output: 4,
  })
})

test('what long inputs cost is kept with where they begin', () => {
  const prices = {
    input_mtok: { base: 1, tiers: [{ start: 200, price: 2 }] },
    output_mtok: { base: 3, tiers: [{ start: 200, price: 4 }] },
  }
  expect(of({ id: 'gpt-9', match: { equals: 'gpt-9' }, prices })['gpt-9']).toEqual({
    input: 1,
    output: 3,
    long: { above: 200, input: 2, output: 4 },
  })
})

test('limits are those of the makers’ own models, by the name without a release date where it says the same', () => {
  const at = (/** @type {string} */ id, contextWindow = 400, maxTokens = 100) => ({ id, contextWindow, maxTokens })
  const openai = {
    a: at('gpt-9'),
    b: at('gpt-9-2026-01-02'),
    c: at('gpt-9-2026-03-04', 200),
    d: at('gpt-oss-20b'),
    e: at('gpt-8', 0),
  }
  expect(toLimits({ openai, elsewhere: { a: at('gpt-7') } })).toEqual({
    'gpt-9': [400, 100],
    'gpt-9-2026-03-04': [200, 100],
  })
})
