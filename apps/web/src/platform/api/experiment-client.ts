import type { Json } from '@ensemble/core'
import { type Answer, addressOf, api } from './api.ts'
import { urlOf } from './client.ts'

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
  /** Expectations by which Runs are scored. */
  readonly expect?: readonly Record<string, unknown>[]
  /** USD. */
  readonly budget?: number
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

/** Continues one that was stopped or used its budget. */
export const continueExperiment = async (id: string, budget?: number): Promise<void> => {
  await api('POST', '/api/experiments/{id}/continue', { path: { id }, json: budget === undefined ? {} : { budget } })
}

/** The files with what a variant changes. */
export const readVariantEdits = (id: string, variant: number): Promise<Answer<'GET', '/api/experiments/{id}/edits'>> =>
  api('GET', '/api/experiments/{id}/edits', { path: { id }, query: { variant } })

/** The address of the experiment as one page to share. */
export const experimentPageUrl = (id: string): string =>
  urlOf(addressOf('/api/experiments/{id}/page', { path: { id } }))

export const deleteExperiment = async (id: string): Promise<void> => {
  await api('DELETE', '/api/experiments/{id}', { path: { id } })
}
