import type { JsonObject } from '@ensemble/core'

/** Bodies that the description shows; a test sends each to a workspace with the Idea `greeter`. */

type Examples = Readonly<Record<string, JsonObject>>

const GREET: JsonObject = {
  type: 'object',
  description: 'Greets a user by name.',
  properties: { name: { type: 'string', description: 'the name of the user' } },
  required: ['name'],
}

export const VALIDATE_EXAMPLES: Examples = {
  'A Tool before it is saved': { tool: GREET },
  'An Idea that lacks its context': { idea: { title: 'Greeter' } },
}

export const CHECK_EXAMPLES: Examples = {
  'One Call that fits, one without its parameter, one as a model wrote it': {
    tool: { ...GREET, _tool: { const: 'greetUser' } },
    calls: [{ _tool: 'greetUser', name: 'Ada' }, { _tool: 'greetUser' }, '{"_tool":"greetUser","name":'],
  },
}

export const COMPOSE_EXAMPLES: Examples = {
  'What an Idea of the workspace sends': { idea: 'greeter', input: { name: 'Ada' } },
  'The same with native functions': { idea: 'greeter', wire: 'tools' },
}

export const RUN_EXAMPLES: Examples = {
  'An Idea with its input, safe to repeat': { idea: 'greeter', input: { name: 'Ada' }, idempotencyKey: 'order-17' },
  'With its own limits': { idea: 'greeter', config: { limits: { turns: 3, cost: 0.5 } }, profile: 'offline' },
}

export const EDIT_EXAMPLES: Examples = {
  'A new shared Tool': { edits: [{ file: 'tools/greet.json', ifMatch: null, text: JSON.stringify(GREET) }] },
}

export const EXAMINE_EXAMPLES: Examples = {
  'The default model': {},
  'The simulated model': { model: 'simulated' },
}
