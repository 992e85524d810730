// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'
import { placeStore } from '../../platform/session/location.ts'
import { NOTHING, focusedNode, sessionStore } from '../../platform/session/session.ts'
import { enterIdea, leaveIdea } from './inside.ts'

beforeEach(() => {
  placeStore.setState({ page: 'bench', params: { node: 'idea:producer', tool: 'composeSong', run: 'r1' } }, true)
  sessionStore.setState({ selection: NOTHING })
})

it('an Idea that is entered is the one that the address selects: a reload at once leads there', () => {
  enterIdea('producer')
  enterIdea('composer')
  expect(placeStore.getState().params).toEqual({ run: 'r1', node: 'idea:composer', inside: 'producer.composer' })
  expect(focusedNode(sessionStore.getState())).toBe('idea:composer')
})

it('an Idea that is left to the graph is selected there', () => {
  enterIdea('producer')
  leaveIdea()
  expect(placeStore.getState().params).toEqual({ run: 'r1' })
  expect(focusedNode(sessionStore.getState())).toBe('idea:producer')
})
