import type { Json } from '@ensemble/core'
import { type Answer, api } from './api.ts'

export type ListedExperiment = Answer<'GET', '/api/experiments'>[number]
export type ShownExperiment = Answer<'GET', '/api/experiments/{id}'>

/** One way of doing the same work; what it leaves out is as the files are. */
export type Variant = Omit<ListedExperiment['variants'][number], 'config'>

export type ShownCell = ShownExperiment['cells'][number]

export interface ExperimentStart {
  readonly title: string
  readonly idea: string
  readonly inputs: readonly Json[]
  readonly variants: readonly Variant[]
  readonly repeats: number
}

/** Newest first. Throws ApiError, as all below. */
export const listExperiments = (): Promise<readonly ListedExperiment[]> => api('GET', '/api/experiments')

export const readExperiment = (id: string): Promise<ShownExperiment> =>
  api('GET', '/api/experiments/{id}', { path: { id } })

export const startExperiment = (asked: ExperimentStart): Promise<{ readonly id: string }> =>
  api('POST', '/api/experiments', { json: asked })

export const cancelExperiment = async (id: string): Promise<void> => {
  await api('POST', '/api/experiments/{id}/cancel', { path: { id } })
}

export const deleteExperiment = async (id: string): Promise<void> => {
  await api('DELETE', '/api/experiments/{id}', { path: { id } })
}
