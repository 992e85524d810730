import type { Run } from '@ensemble/core'
import { expect, it } from 'vitest'
import { lastInput } from './last-input.ts'

const run = (idea: string, input: unknown, more: object = {}): Run =>
  ({ id: 'r', idea: `idea://${idea}`, status: 'completed', input, ...more }) as unknown as Run // what the offer reads

it("offers the newest input of the Idea's runs that the form does not have", () => {
  const runs = [
    run('other', { brief: 'not this' }),
    run('producer', { brief: 'now' }),
    run('producer', { brief: 'a jig' }),
    run('producer', { brief: 'older' }),
  ]
  expect(lastInput(runs, 'producer', { brief: 'now' })).toEqual({ brief: 'a jig' })
  expect(lastInput(runs, 'producer', { brief: 'default' })).toEqual({ brief: 'now' })
})

it('offers nothing where nothing else ran, a Tool was tried or a conversation went on, or the input is too large for the list', () => {
  expect(lastInput([], 'producer', {})).toBeUndefined()
  expect(lastInput([run('producer', { a: 1 })], 'producer', { a: 1 })).toBeUndefined()
  expect(lastInput([run('producer', { a: 2 }, { continues: 'q' })], 'producer', {})).toBeUndefined()
  expect(lastInput([run('producer', { $body: 'ab', bytes: 9 })], 'producer', {})).toBeUndefined()
})
