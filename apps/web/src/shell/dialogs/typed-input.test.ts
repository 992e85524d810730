// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { forgetTyped, keepTyped, typedInput } from './typed-input.ts'

it('keeps what was typed for a run that was not started, until it is or the Idea begins with another input', () => {
  expect(typedInput('greeter', { name: '' })).toEqual({ name: '' })
  keepTyped('greeter', { name: '' }, { name: 'Ada' })
  expect(typedInput('greeter', { name: '' })).toEqual({ name: 'Ada' })
  expect(typedInput('greeter', { name: 'Bob' })).toEqual({ name: 'Bob' })
  forgetTyped('greeter', { name: '' })
  expect(typedInput('greeter', { name: '' })).toEqual({ name: '' })
})
