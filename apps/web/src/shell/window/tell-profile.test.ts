import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { WorkspaceFacts } from '../../platform/api/facts.ts'
import { notify } from '../../platform/session/notify.ts'
import { INITIAL_SESSION, sessionStore } from '../../platform/session/session.ts'
import { tellProfile } from './tell-profile.ts'

const FACTS: WorkspaceFacts = {
  name: 'shop',
  root: '/shop',
  model: 'simulated',
  profile: 'offline',
  version: '1',
  build: 'a',
  readOnly: false,
}
const withFacts = (facts: Partial<WorkspaceFacts>): void => sessionStore.setState({ facts: { ...FACTS, ...facts } })

beforeEach(() => sessionStore.setState({ ...INITIAL_SESSION, facts: FACTS }))
afterEach(() => sessionStore.setState(INITIAL_SESSION))

tellProfile()

it('says that a new default model brings another profile, which the person can undo', () => {
  const tell = vi.spyOn(notify, 'tell').mockImplementation(() => undefined)
  withFacts({ model: 'local/small', profile: 'production' })
  expect(tell).toHaveBeenCalledOnce()
  const [title, text, action] = tell.mock.calls[0] ?? []
  expect([title, text, action?.label]).toEqual([
    'New runs use the profile production',
    'local/small is the default model now.',
    'Keep offline',
  ])
  action?.onClick()
  expect(sessionStore.getState().profile).toBe('offline')
})

it('says nothing where the person chose the profile, or only its name in ensemble.json changed', () => {
  const tell = vi.spyOn(notify, 'tell').mockImplementation(() => undefined)
  sessionStore.setState({ profile: 'offline' })
  withFacts({ model: 'local/small', profile: 'production' })
  sessionStore.setState({ profile: null })
  withFacts({ model: 'local/small', profile: 'staging' })
  expect(tell).not.toHaveBeenCalled()
})
