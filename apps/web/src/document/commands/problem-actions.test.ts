// @vitest-environment happy-dom
import type { Problem } from '@ensemble/core'
import { beforeEach, expect, it } from 'vitest'
import { goTo as goToPlace, placeStore } from '../../platform/session/location.ts'
import { INITIAL_SESSION, sessionStore } from '../../platform/session/session.ts'
import { goTo } from './problem-actions.ts'

const broken = (file: string): Problem => ({
  code: 'activity.broken',
  severity: 'error',
  message: 'Line 2, column 9: Unexpected token.',
  path: '',
  file,
})

beforeEach(() => {
  goToPlace('bench')
  sessionStore.setState(INITIAL_SESSION)
})

it.each([
  ['activities/countWords.sandbox.js', { name: 'countWords' }],
  ['activities/no name.sandbox.js', {}],
  ['activities/bad.ts', {}],
  ['ensemble.json', {}],
])('a problem of the code in %s leads to the Activities, and to its editor if it has one', (file, params) => {
  goTo(broken(file))
  expect(placeStore.getState()).toEqual({ page: 'activities', params })
})

it('a problem of an Idea leads to its JSON', () => {
  goTo({ code: 'idea.config', severity: 'error', message: 'x', path: '', idea: 'a', file: 'ideas/a.json' })
  expect(placeStore.getState().page).toBe('bench')
  expect(sessionStore.getState().inspectorTab).toBe('json')
})
