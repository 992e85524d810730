import type { Json } from '@ensemble/core'
import { expect, it } from 'vitest'
import { likeObjects } from './like-objects.ts'

it('a list of like objects is a table of their members', () => {
  const rows: readonly { readonly [name: string]: Json }[] = [
    { id: 1, verdict: 'ok' },
    { id: 2, verdict: 'spam', why: 'links' },
  ]
  expect(likeObjects(rows)).toEqual({ columns: ['id', 'verdict', 'why'], rows })
})

it('single objects, lists of other values and of unrelated objects don’t count', () => {
  const others: readonly Json[] = [
    [{ a: 1 }],
    [1, 2],
    [{ a: 1 }, 2],
    [{ a: 1 }, { b: 1 }, { c: 1 }],
    { a: 1 },
    [{}, {}],
  ]
  expect(others.map(likeObjects)).toEqual(others.map(() => undefined))
})
