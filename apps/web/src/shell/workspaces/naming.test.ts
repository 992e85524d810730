// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest'
import { isJustMade, nameFault, openMade } from './naming.ts'

beforeEach(() => sessionStorage.clear())

it('a workspace made of a template asks for its name once, and only on its own page', () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  openMade('/w/blank-2/')
  expect(assign).toHaveBeenCalledWith('/w/blank-2/')
  expect(isJustMade()).toBe(false)
  openMade('/')
  expect(isJustMade()).toBe(true)
  expect(isJustMade()).toBe(false)
})

it.each([
  ['my-agents', true],
  ['2nd', false],
  ['a b', false],
])('takes the name %j: %j', (name, isGood) => expect(nameFault(name) === null).toBe(isGood))
