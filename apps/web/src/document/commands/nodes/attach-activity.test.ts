// @vitest-environment happy-dom
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { EMPTY_DOCUMENT } from '../../texts/document.ts'
import { receive } from '../../texts/receive.ts'
import { documentStore } from '../../open/document-store.ts'
import { startGraph } from '../../graph/derive-graph.ts'
import { INITIAL_SESSION, sessionStore } from '../../../platform/session/session.ts'
import { bindActivity, giveActivity } from './attach-activity.ts'
import { refusal } from './connect.ts'

const brief = { brief: { type: 'string', description: 'What is wanted' } }
const IDEA = JSON.stringify({
  context: [
    {
      type: 'tool',
      tool: {
        write: { type: 'object', description: 'Writes it.', properties: brief, required: ['brief'] },
        never: { type: 'object', description: 'Thinks.', properties: { _activity: { const: '' } } },
        named: { type: 'object', description: 'Sings.', properties: { _activity: { const: 'sing' } } },
      },
    },
  ],
})

// Other test files of this process have other graphs.
afterAll(startGraph())

const textOf = (file: string): string => documentStore.getState().files.get(file)?.text ?? ''

beforeEach(() => {
  sessionStore.setState({
    ...INITIAL_SESSION,
    profile: 'offline',
    surroundings: { activities: ['sing', 'write', 'hum'], activityProblems: [], mcpServers: [], profile: {}, lint: {} },
  })
  documentStore.setState(receive(EMPTY_DOCUMENT, 'ideas/singer.json', IDEA, 'e'))
})

describe('an Activity that is attached on the canvas', () => {
  it('gives an Idea a Tool with the parameters that it takes from others', () => {
    giveActivity('singer', 'write')
    expect(JSON.parse(textOf('ideas/singer.json'))).toMatchObject({
      context: [{ tool: { write2: { properties: { _activity: { const: 'write' }, ...brief }, required: ['brief'] } } }],
    })
  })

  it('does the work of a Tool by the bindings of the workspace; the Idea keeps every byte', () => {
    expect(bindActivity('singer', 'write', 'hum')).toBe(true)
    expect(bindActivity('singer', 'named', 'hum')).toBe(true)
    expect(textOf('ideas/singer.json')).toBe(IDEA)
    expect(JSON.parse(textOf('ensemble.json'))).toMatchObject({
      profiles: { offline: { tools: { write: 'hum' }, activities: { sing: 'hum' } } },
    })
  })

  it('does not overrule an Idea that fixes its Tool as latent', () => {
    expect(bindActivity('singer', 'never', 'hum')).toBe(false)
    expect(textOf('ensemble.json')).toBe('')
  })

  it('is refused with a reason only where an Idea cannot have it', () => {
    const from = { node: 'idea:singer', handle: '+' }
    expect(refusal(from, 'activity:hum')).toBeNull()
    expect(refusal(from, 'mcp:files')).toMatch(/Drag one of them/)
    expect(refusal(from, 'url:https://a.example/')).toMatch(/Only an Idea or an Activity/)
  })
})
