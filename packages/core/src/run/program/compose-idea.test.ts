import { describe, expect, it } from 'vitest'
import { showTool } from '../../editor/shown-request.ts'
import { NO_PROFILE } from '../../idea/bindings.ts'
import { createIdeaSource, loadIdea } from '../../idea/workspace.ts'
import type { WorkspaceFiles } from '../../idea/workspace.ts'
import type { ChatBody, Model, ModelDelta } from '../../model/model.ts'
import { createRegistry } from './agent.ts'
import { composeIdea } from './compose-idea.ts'

const IDEA = {
  description: 'Says the weather.',
  context: [
    { type: 'text', text: 'Be brief.' },
    {
      type: 'input',
      schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
      input: { city: 'Oslo' },
    },
    {
      type: 'tool',
      tool: {
        weather: {
          type: 'object',
          description: 'Gets the weather of a city.',
          properties: { city: { type: 'string', minLength: 1 }, days: { type: 'integer' } },
          required: ['city'],
        },
        note: { type: 'object', description: 'Keeps a thought.', properties: { text: { type: 'string' } } },
      },
    },
  ],
  schema: { type: 'object', properties: { said: { type: 'string' } }, required: ['said'] },
}
const files: WorkspaceFiles = {
  ideas: new Map([['main', JSON.stringify(IDEA)]]),
  tools: new Map(),
  activities: [],
}

/** Keeps the question it is asked and answers at once. */
const listener = (capabilities: Model['capabilities'], asked: ChatBody[]): Model => ({
  name: 'listener',
  simulated: false,
  endpoint: 'none',
  capabilities,
  async *ask(body): AsyncIterable<ModelDelta> {
    asked.push(body)
    const answer = JSON.stringify(body['tools'] === undefined ? { calls: [], output: { said: 'x' } } : { said: 'x' })
    yield { type: 'text', text: answer }
    yield { type: 'finish', reason: 'stop' }
  },
})

const WIRES: readonly (readonly [string, Model['capabilities']])[] = [
  ['structured', { structured: true, strict: false, tools: false }],
  ['structured and strict', { structured: true, strict: true, tools: false }],
  ['tools', { structured: false, strict: false, tools: true }],
]

describe('what the model sees', () => {
  it.each(WIRES)('on the %s wire is, byte for byte, what a Run sends', async (_name, capabilities) => {
    const asked: ChatBody[] = []
    const model = listener(capabilities, asked)
    const ideas = createIdeaSource(files)
    const loaded = loadIdea(files, 'main')
    const composed = await composeIdea(
      loaded,
      {},
      { profile: NO_PROFILE, isRegistered: () => false, model: () => model, ideas },
    )
    const { Agent } = createRegistry()
    const { config = {}, schema = true, context } = loaded.idea
    await Agent.Loop(config, schema, context, { model, ideas })
    expect(JSON.stringify(asked[0])).toBe(JSON.stringify(composed.body))
    const { text, part: [offset, length] = [0, 0] } = showTool(composed.tools ?? composed.schema, 'weather')
    expect(text.slice(offset, offset + length)).toContain('Gets the weather')
    expect(text.slice(offset, offset + length)).not.toContain('Keeps a thought')
  })
})
