import { type Answer, api } from './api.ts'

/** A workspace to begin with; its first run, with `input`, waits for a person where `waits` says so. */
export type Template = Answer<'GET', '/api/templates'>[number]

export const readTemplates = (): Promise<readonly Template[]> => api('GET', '/api/templates')

/** The Ideas and Tools of a template, without its code. Throws ApiError. */
export const readTemplate = (name: string): Promise<Answer<'GET', '/api/templates/{name}'>> =>
  api('GET', '/api/templates/{name}', { path: { name } })

/** Makes a copy of a template, a workspace of the list. Resolves to the address of its page. */
export const openTemplate = async (name: string): Promise<string> =>
  (await api('POST', '/api/templates/{name}/open', { path: { name } })).address
