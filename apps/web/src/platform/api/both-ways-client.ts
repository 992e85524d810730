import { type Answer, api } from './api.ts'
import type { Started } from './run-client.ts'

/** Recorded Calls of a Tool, done by its function and by a model, as far as they have come. */
export type ShownBothWays = Answer<'GET', '/api/both-ways/{id}'>

export interface StartBothWays {
  readonly idea: string
  readonly calls: readonly { readonly run: string; readonly span: string }[]
  readonly times: number
  readonly model?: string
  readonly activity?: string
  readonly profile?: string
}

/** Throws ApiError, as below. */
export const startBothWays = (tool: string, asked: StartBothWays): Promise<Started> =>
  api('POST', '/api/tools/{name}/both-ways', { path: { name: tool }, json: asked })

export const readBothWays = (id: string): Promise<ShownBothWays> => api('GET', '/api/both-ways/{id}', { path: { id } })
