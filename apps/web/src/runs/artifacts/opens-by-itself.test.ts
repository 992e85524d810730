// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { CLOSED, runStore } from '../open/run-view.ts'
import { keepClosed, opensByItself } from './opens-by-itself.ts'

let count = 0
const completed = (): string => {
  const runId = `run ${count++}`
  runStore.setState({ ...CLOSED, runId, status: 'completed', startedHere: true })
  return runId
}

beforeEach(() => {
  document.body.innerHTML = ''
  vi.unstubAllGlobals()
})

test('the song of a watched Run opens once', () => {
  const run = completed()
  expect(opensByItself(run)).toBe(true)
  keepClosed(run)
  expect(opensByItself(run)).toBe(false)
})

test('the song of a Run from a list stays closed, and so does one that is looked at earlier in time', () => {
  const run = completed()
  runStore.setState({ startedHere: false })
  expect(opensByItself(run)).toBe(false)
  runStore.setState({ startedHere: true, cursor: 3 })
  expect(opensByItself(run)).toBe(false)
})

test.each([
  ['types', '<textarea autofocus></textarea>'],
  ['answers a dialog', '<div role="dialog"></div>'],
])('a person who %s isn’t interrupted', (_, html) => {
  document.body.innerHTML = html
  document.querySelector('textarea')?.focus()
  expect(opensByItself(completed())).toBe(false)
})

test('no song opens for a person who saves data', () => {
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as object, { connection: { saveData: true } }))
  expect(opensByItself(completed())).toBe(false)
})
