import { type Route, json, noContent, route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { ref } from './schemas.ts'

const NAME = { type: 'string', minLength: 1, maxLength: 64 } as const

const LIST = {
  type: 'object',
  required: ['workspaces', 'canReveal'],
  properties: {
    workspaces: { type: 'array', items: ref('ListedWorkspace') },
    canReveal: { type: 'boolean', description: 'A file manager of this machine can show a folder' },
  },
} as const

/** The workspaces of a person: one server opens them all, each at `/w/NAME/`. None of these routes deletes a folder. */
export const workspaceRoutes = ({ workspaces }: Services): readonly Route[] => {
  const nameIn = ({ name = '' }: Readonly<Record<string, string>>): string => name
  return [
    route({
      method: 'GET',
      path: '/api/workspaces',
      summary: "The person's workspaces, the last opened first",
      responses: { 200: { description: 'None of them is opened by this', schema: LIST } },
      handler: async () => json({ workspaces: await workspaces.list(), canReveal: workspaces.canReveal }),
    }),
    route({
      method: 'POST',
      path: '/api/workspaces',
      onlyLooks: true,
      summary: 'Put a folder on the list, so that its address opens it',
      body: {
        type: 'object',
        required: ['folder'],
        additionalProperties: false,
        properties: { folder: { type: 'string', minLength: 1, maxLength: 4096, description: 'its whole path' } },
      },
      responses: { 201: { description: 'On the list', schema: ref('ListedWorkspace') } },
      handler: async ({ body }) => json(await workspaces.add(body.folder), 201),
    }),
    route({
      method: 'PUT',
      path: '/api/workspaces/{name}',
      onlyLooks: true,
      summary: 'Change its name in the list and its address; the folder stays as it is',
      body: { type: 'object', required: ['name'], additionalProperties: false, properties: { name: NAME } },
      responses: { 200: { description: 'Under its new name', schema: ref('ListedWorkspace') } },
      handler: async ({ params, body }) => json(await workspaces.rename(nameIn(params), body.name)),
    }),
    route({
      method: 'DELETE',
      path: '/api/workspaces/{name}',
      onlyLooks: true,
      summary: 'Take it off the list; no file is deleted',
      responses: { 204: { description: 'Its address leads nowhere now' } },
      handler: async ({ params }) => {
        await workspaces.remove(nameIn(params))
        return noContent()
      },
    }),
    route({
      method: 'POST',
      path: '/api/workspaces/{name}/copy',
      onlyLooks: true,
      summary: 'Copy its folder, without runs, keys and repository, and put the copy on the list',
      responses: { 201: { description: 'The copy', schema: ref('ListedWorkspace') } },
      handler: async ({ params }) => json(await workspaces.copy(nameIn(params)), 201),
    }),
    route({
      method: 'GET',
      path: '/api/workspaces/{name}/outline',
      summary: 'Its graph, as a thumbnail shows it; read from its files without opening it',
      responses: { 200: { description: 'At most 120 Ideas', schema: ref('Outline') } },
      handler: async ({ params }) => json(await workspaces.outline(nameIn(params))),
    }),
    route({
      method: 'POST',
      path: '/api/workspaces/{name}/reveal',
      onlyLooks: true,
      summary: 'Show its folder in the file manager of this machine',
      responses: {
        200: {
          description: 'Whether one was started',
          schema: { type: 'object', required: ['shown'], properties: { shown: { type: 'boolean' } } },
        },
      },
      handler: async ({ params }) => json({ shown: await workspaces.reveal(nameIn(params)) }),
    }),
  ]
}
