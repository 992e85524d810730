import { type Route, json, route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { ref } from './schemas.ts'

/** Workspaces to begin with. */
export const templateRoutes = ({ templates }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/templates',
    summary: 'The bundled workspaces that a new one can begin as',
    responses: {
      200: {
        description: 'With what each is run with first',
        schema: {
          type: 'array',
          items: {
            type: 'object',
            required: ['name', 'title', 'sentence', 'idea', 'input', 'waits', 'ideas', 'tools', 'outline'],
            properties: {
              name: { type: 'string' },
              title: { type: 'string' },
              sentence: { type: 'string' },
              idea: { type: 'string' },
              input: ref('Json'),
              waits: { type: 'boolean', description: 'That run waits for a person' },
              ideas: { type: 'integer' },
              tools: { type: 'array', items: { type: 'string' } },
              outline: ref('Outline'),
            },
          },
        },
      },
    },
    handler: async () => json(await templates.list()),
  }),
  route({
    method: 'GET',
    path: '/api/templates/{name}',
    summary: 'The Ideas and shared Tools of a template, to be put into another workspace',
    responses: {
      200: {
        description: 'By name, without code; `idea` is the one that is run first',
        schema: {
          type: 'object',
          required: ['idea', 'ideas', 'tools'],
          properties: {
            idea: { type: 'string' },
            ideas: { type: 'object', additionalProperties: ref('Json') },
            tools: { type: 'object', additionalProperties: ref('Json') },
          },
        },
      },
    },
    handler: async ({ params }) => json(await templates.read(params['name'] ?? '')),
  }),
  route({
    method: 'POST',
    path: '/api/templates/{name}/open',
    onlyLooks: true,
    summary: "Copy a template to a folder of the user's, as a workspace of their list",
    responses: {
      201: {
        description: 'It opens at its address',
        schema: {
          type: 'object',
          required: ['url', 'address', 'name', 'workspace'],
          properties: {
            url: { type: 'string', description: 'before /api' },
            address: { type: 'string', description: 'of its page on this server' },
            name: { type: 'string', description: 'in the list' },
            workspace: { type: 'string', description: 'its folder' },
          },
        },
      },
    },
    handler: async ({ params, request }) => {
      const { name, folder, address } = await templates.open(params['name'] ?? '')
      const url = new URL(address.replace(/\/$/, ''), request.url).href
      return json({ url, address, name, workspace: folder }, 201)
    },
  }),
]
