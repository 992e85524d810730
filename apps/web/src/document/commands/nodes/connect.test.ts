// @vitest-environment happy-dom
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { EMPTY_DOCUMENT } from '../../texts/document.ts'
import { receive } from '../../texts/receive.ts'
import { documentStore } from '../../open/document-store.ts'
import { startGraph } from '../../graph/derive-graph.ts'
import { graphStore } from '../../graph/graph-store.ts'
import { INITIAL_SESSION, sessionStore } from '../../../platform/session/session.ts'
import { notify } from '../../../platform/session/notify.ts'
import { connect, reconnect, refusal } from './connect.ts'
import { ADD_HANDLE } from '../../layout/geometry.ts'

const SINGER = JSON.stringify({
  context: [
    {
      type: 'tool',
      tool: {
        ask: { type: 'object', description: 'Asks.', properties: { _module: { const: 'idea://poet' } } },
        sing: { type: 'object', description: 'Sings.' },
        never: { type: 'object', description: 'Thinks.', properties: { _activity: { const: '' } } },
      },
    },
  ],
})
const POET = JSON.stringify({ context: [{ type: 'text', text: 'Write.' }] })

// Other test files of this process have other graphs.
afterAll(startGraph())

const edges = (): string[] => graphStore.getState().graph.edges.map(({ id }) => id)
const textOf = (file: string): string => documentStore.getState().files.get(file)?.text ?? ''
const from = (tool: string) => ({ node: 'idea:singer', handle: `tool:${tool}` })

beforeEach(() => {
  sessionStore.setState({
    ...INITIAL_SESSION,
    profile: 'offline',
    surroundings: { activities: ['hum'], activityProblems: [], mcpServers: [], profile: {}, lint: {} },
  })
  const files = { 'ideas/singer.json': SINGER, 'ideas/poet.json': POET, 'ideas/critic.json': POET }
  documentStore.setState(
    Object.entries(files).reduce((document, [file, text]) => receive(document, file, text, file), EMPTY_DOCUMENT),
  )
})

describe('a connection that is drawn', () => {
  it('from a Tool makes the other Idea its module, and chooses the Tool', () => {
    connect(from('sing'), 'idea:critic')
    expect(edges()).toContain('idea:singer/sing/idea:critic')
    expect(textOf('ideas/singer.json')).not.toContain('askCritic')
    expect(sessionStore.getState().selection).toMatchObject({ tool: { node: 'idea:singer', name: 'sing' } })
  })

  it('from "+ tool" gives the Idea a Tool that asks the other one, and chooses it', () => {
    connect({ node: 'idea:singer', handle: ADD_HANDLE }, 'idea:critic')
    expect(edges()).toContain('idea:singer/askCritic/idea:critic')
    expect(sessionStore.getState().selection).toMatchObject({ tool: { node: 'idea:singer', name: 'askCritic' } })
  })

  it('from a removed Tool, or from a node that isn’t an Idea, changes nothing', () => {
    connect(from('gone'), 'idea:critic')
    connect({ node: 'activity:hum', handle: null }, 'idea:critic')
    connect(from('sing'), 'mcp:files')
    expect(textOf('ideas/singer.json')).toBe(SINGER)
  })

  it('to an Activity binds the Tool it came from, or adds a new Tool', async () => {
    connect(from('sing'), 'activity:hum')
    await expect.poll(() => textOf('ensemble.json')).toContain('"sing": "hum"')
    expect(textOf('ideas/singer.json')).toBe(SINGER)
    connect({ node: 'idea:singer', handle: ADD_HANDLE }, 'activity:hum')
    await expect.poll(() => textOf('ideas/singer.json')).toContain('"hum"')
  })

  it('to an Activity says why a Tool that its Idea keeps latent is not bound', async () => {
    const told = vi.spyOn(notify, 'error')
    connect(from('never'), 'activity:hum')
    await expect.poll(() => told).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('never'))
    expect(textOf('ensemble.json')).toBe('')
  })

  it('is refused if either file isn’t JSON, which a person and a wire cannot edit at once', () => {
    expect(refusal(from('sing'), 'idea:critic')).toBeNull()
    documentStore.setState((document) => receive(document, 'ideas/critic.json', '{ "context": [', 'e2'))
    expect(refusal(from('sing'), 'idea:critic')).toContain('ideas/critic.json')
    expect(refusal({ node: 'idea:critic', handle: ADD_HANDLE }, 'idea:poet')).toContain('ideas/critic.json')
    expect(refusal({ node: 'idea:critic', handle: ADD_HANDLE }, 'activity:hum')).toContain('ideas/critic.json')
  })
})

describe('a connection that is drawn to another end', () => {
  it('leads there; one that is put back where it was changes nothing', () => {
    reconnect('idea:singer', 'ask', 'idea:poet', 'idea:poet')
    expect(textOf('ideas/singer.json')).toBe(SINGER)
    reconnect('idea:singer', 'gone', 'idea:poet', 'idea:critic')
    reconnect('idea:singer', 'ask', 'idea:poet', 'activity:hum')
    expect(textOf('ideas/singer.json')).toBe(SINGER)
    reconnect('idea:singer', 'ask', 'idea:poet', 'idea:critic')
    expect(edges()).toEqual(['idea:singer/ask/idea:critic'])
  })

  it('leads to an Idea from a missing one', () => {
    const lost = SINGER.replace('idea://poet', 'idea://nobody')
    documentStore.setState((document) => receive(document, 'ideas/singer.json', lost, 'e2'))
    reconnect('idea:singer', 'ask', 'missing:idea://nobody', 'idea:critic')
    expect(edges()).toEqual(['idea:singer/ask/idea:critic'])
  })
})
