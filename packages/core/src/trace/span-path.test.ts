import { expect, it } from 'vitest'
import { parentOf } from '../journal/parent-of.ts'
import { ideaName, loopOf, ordinalOf, spanKind } from './span-path.ts'

it('a span path names its parent, kind, ordinal and Loop', () => {
  const rows = ['', 'request/2', 'request/2/call/1', 'request/2/call/1/request/0'].map((span) => [
    parentOf(span),
    spanKind(span),
    ordinalOf(span),
    loopOf(span),
  ])
  expect(rows).toEqual([
    [null, 'run', 0, ''],
    ['', 'request', 2, ''],
    ['request/2', 'call', 1, ''],
    ['request/2/call/1', 'request', 0, 'request/2/call/1'],
  ])
})

it('an address and a name mean the same Idea', () => {
  expect([ideaName('idea://composer'), ideaName('composer'), ideaName('anonymous')]).toEqual([
    'composer',
    'composer',
    'anonymous',
  ])
})
