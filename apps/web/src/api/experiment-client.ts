import type { Json } from '@ensemble/core'
import type { ExperimentCell, VariantSummary } from '@ensemble/core/trace'
import { request, requestJson } from './client.ts'

/** One way of doing the same work; what it leaves out is as the files are. */
export interface Variant {
  readonly name: string
  readonly model?: string
  readonly profile?: string
  /** `IDEA/TOOL` → the Activity that works it, `""` where the model does itself. */
  readonly activities?: Readonly<Record<string, string>>
  /** Content in the place of an Idea, by name. */
  readonly ideas?: Readonly<Record<string, Json>>
}

export interface ListedExperiment {
  readonly id: string
  readonly title: string
  /** An address. */
  readonly idea: string
  readonly inputs: readonly Json[]
  readonly variants: readonly Variant[]
  readonly repeats: number
  readonly startedAt: string
  readonly endedAt?: string
  readonly cancelled?: true
}

export interface ShownCell extends ExperimentCell {
  readonly run?: string
  /** Why there is no Run. */
  readonly refused?: string
  /** With the first variant's output, 0 to 1. */
  readonly agreement: number | null
}

export interface ShownExperiment extends ListedExperiment {
  readonly cells: readonly ShownCell[]
  readonly summary: readonly VariantSummary[]
}

export interface ExperimentStart {
  readonly title: string
  readonly idea: string
  readonly inputs: readonly Json[]
  readonly variants: readonly Variant[]
  readonly repeats: number
}

const pathOf = (id: string): string => `/api/experiments/${encodeURIComponent(id)}`

/** Newest first. Throws ApiError, as all below. */
export const listExperiments = (): Promise<readonly ListedExperiment[]> => requestJson('/api/experiments')

export const readExperiment = (id: string): Promise<ShownExperiment> => requestJson(pathOf(id))

export const startExperiment = (asked: ExperimentStart): Promise<{ readonly id: string }> =>
  requestJson('/api/experiments', { method: 'POST', json: asked })

export const cancelExperiment = async (id: string): Promise<void> => {
  await request(`${pathOf(id)}/cancel`, { method: 'POST' })
}

export const deleteExperiment = async (id: string): Promise<void> => {
  await request(pathOf(id), { method: 'DELETE' })
}
