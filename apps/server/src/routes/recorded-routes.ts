import { checkRecorded } from '../engine/check-recorded.ts'
import { type Route, jsonInTurns, route } from '../http/route.ts'
import type { Services } from '../services.ts'

const count = (description: string) => ({ type: 'integer', description }) as const

const REFUSED = {
  type: 'object',
  required: ['run', 'seq', 'span', 'at', 'error'],
  properties: {
    run: { type: 'string' },
    case: { type: 'string', description: 'the case that holds it; absent where a run does' },
    seq: { type: 'integer', description: 'of the event that proposed it' },
    span: { type: 'string' },
    at: { type: 'string', format: 'date-time' },
    error: { type: 'object', description: 'the CallError that the model would read now' },
  },
} as const

const TOOL_RECORD = {
  type: 'object',
  required: ['idea', 'tool', 'file', 'path', 'valid', 'refused', 'unresolved', 'gone', 'examples'],
  properties: {
    idea: { type: 'string' },
    tool: { type: 'string' },
    file: { type: 'string', description: 'where the Tool is written' },
    path: { type: 'string' },
    valid: count('Calls whose parameters and result fit'),
    refused: count('Calls whose parameters or result no longer fit'),
    unresolved: count('not judged: the values of their references were not recorded'),
    gone: count('not judged: the Idea has no such Tool any more, or its schema has errors'),
    examples: { type: 'array', description: 'the newest refused, 20 at most', items: REFUSED },
  },
} as const

export const recordedRoutes = (services: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/recorded',
    summary: 'Whether recorded Calls and their results fit the Tools as the files are now; nothing is run',
    responses: {
      200: {
        description: 'Of the newest 1000 runs and every case, by Tool',
        schema: {
          type: 'object',
          required: ['tools', 'runs', 'cases', 'damaged', 'more'],
          properties: {
            tools: { type: 'array', items: TOOL_RECORD },
            runs: count('that were looked at'),
            cases: count('that were looked at'),
            damaged: count('runs and cases that could not be read'),
            more: { type: 'boolean', description: 'there are older runs that were not looked at' },
          },
        },
      },
    },
    handler: async () => jsonInTurns(await checkRecorded(services)),
  }),
]
