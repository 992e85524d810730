import { api, type Answer } from './api.ts'

/** How one Idea is used by others, as the server sees it. */
export type UsedIdea = Answer<'GET', '/api/use'>['uses'][number]

export const readUses = async (): Promise<readonly UsedIdea[]> => (await api('GET', '/api/use')).uses

/** A schedule runs on this machine once a person switched exactly it on. */
export const turnSchedule = async (idea: string, on: boolean): Promise<void> => {
  await api('PUT', '/api/use/{idea}/schedule', { path: { idea }, json: { on } })
}
