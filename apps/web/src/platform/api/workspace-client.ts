import { type Answer, api } from './api.ts'

/** The person's workspaces, the last opened first, and whether a file manager can show their folders. */
export type WorkspaceList = Answer<'GET', '/api/workspaces'>
export type ListedWorkspace = WorkspaceList['workspaces'][number]
/** A graph small enough for a thumbnail. */
export type Outline = Answer<'GET', '/api/workspaces/{name}/outline'>

export const listWorkspaces = (): Promise<WorkspaceList> => api('GET', '/api/workspaces')

/** Puts a folder on the list, by its whole path. Throws ApiError where it isn't a workspace. */
export const addWorkspace = (folder: string): Promise<ListedWorkspace> =>
  api('POST', '/api/workspaces', { json: { folder } })

/** Changes the name in the list and in the address. Throws ApiError where it is taken. */
export const renameWorkspace = (name: string, to: string): Promise<ListedWorkspace> =>
  api('PUT', '/api/workspaces/{name}', { path: { name }, json: { name: to } })

export const copyWorkspace = (name: string): Promise<ListedWorkspace> =>
  api('POST', '/api/workspaces/{name}/copy', { path: { name } })

/** Takes it off the list; its files stay. */
export const removeWorkspace = (name: string): Promise<unknown> =>
  api('DELETE', '/api/workspaces/{name}', { path: { name } })

/** Shows its folder in the file manager. Resolves to whether one was started. */
export const revealWorkspace = async (name: string): Promise<boolean> =>
  (await api('POST', '/api/workspaces/{name}/reveal', { path: { name } })).shown

export const readOutline = (name: string): Promise<Outline> =>
  api('GET', '/api/workspaces/{name}/outline', { path: { name } })
