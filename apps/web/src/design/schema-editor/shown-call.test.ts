import { expect, test } from 'vitest'
import { shownCall } from './shown-call.ts'

test('a recorded Call shows its parameters, without the fields that every Call has', () => {
  expect(shownCall({ _tool: 'weather', _activity: 'weather', город: 'Осло', дней: 2, _output: {} })).toBe(
    '{ город: "Осло", дней: 2 }',
  )
})
