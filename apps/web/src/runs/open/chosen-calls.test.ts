import { beforeEach, expect, test } from 'vitest'
import { callsMeant, chosenCallsStore, clearCalls, extendCalls, toggleCall } from './chosen-calls.ts'
import { selectSpan } from './run.ts'

const LINES = [
  '',
  'request/0',
  'request/0/call/0',
  'request/0/call/0/request/0/call/0',
  'request/0/call/1',
  'request/1/call/0',
]
const chosen = () => chosenCallsStore.getState().chosen

beforeEach(() => {
  clearCalls()
  selectSpan(null)
})

test('a Command is about the selected Call, or about those that are chosen', () => {
  expect(callsMeant()).toEqual([])
  selectSpan('request/0')
  expect(callsMeant()).toEqual([])
  selectSpan('request/0/call/0')
  expect(callsMeant()).toEqual(['request/0/call/0'])
})

test('Ctrl adds a Call to the selected one and removes it again; other spans are left out', () => {
  selectSpan('request/0/call/0')
  toggleCall('request/1/call/0')
  toggleCall('request/0')
  expect(chosen()).toEqual(['request/0/call/0', 'request/1/call/0'])
  toggleCall('request/0/call/0')
  expect(callsMeant()).toEqual(['request/1/call/0'])
})

test('Shift chooses the siblings between the selected Call and this one, and makes the range longer or shorter', () => {
  selectSpan('request/0/call/0')
  extendCalls(LINES, 'request/1/call/0')
  expect(chosen()).toEqual(['request/0/call/0', 'request/0/call/1', 'request/1/call/0'])
  extendCalls(LINES, 'request/0/call/1')
  expect(chosen()).toEqual(['request/0/call/0', 'request/0/call/1'])
})
