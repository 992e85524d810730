import type { CaseChange, Expectation, JudgedExpectation } from '@ensemble/core/trace'
import { request, requestJson } from './client.ts'
import type { Started } from './run-client.ts'

/** A case as its file tells; `problem` where that cannot be read. */
export interface ListedCase {
  readonly name: string
  readonly etag: string
  readonly title?: string
  readonly expect?: readonly Expectation[]
  readonly idea?: string
  readonly model?: string
  /** The id of the recorded Run, and when it began. */
  readonly run?: string
  readonly startedAt?: string
  readonly problem?: string
}

/** How a case stands against the files as they are now. */
export interface CaseReport {
  readonly name: string
  readonly status: 'passed' | 'changed' | 'failed' | 'broken'
  readonly change: CaseChange | null
  readonly expectations: readonly JudgedExpectation[]
  /** The Run that was judged, where a model was asked again. */
  readonly run?: string
  readonly message?: string
}

const casePath = (name: string): string => `/api/cases/${encodeURIComponent(name)}`

/** By name. Throws ApiError, as all below. */
export const listCases = (): Promise<readonly ListedCase[]> => requestJson('/api/cases')

export interface KeepCase {
  readonly name: string
  readonly run: string
  readonly title?: string
  readonly expect: readonly Expectation[]
  readonly replace?: boolean
}

export const keepCase = (kept: KeepCase): Promise<{ readonly name: string }> =>
  requestJson('/api/cases', { method: 'POST', json: kept })

/** Replays the record, or holds a finished Run that was started from the case against what is expected. */
export const checkCase = (name: string, run?: string): Promise<CaseReport> =>
  requestJson(`${casePath(name)}/check`, { method: 'POST', json: run === undefined ? {} : { run } })

/** Asks the model again, with the files as they are now. */
export const askCase = (name: string): Promise<Started> =>
  requestJson(`${casePath(name)}/runs`, { method: 'POST', json: {} })

/** The file itself, with the recorded Run as it was exported. */
export const readCaseFile = (
  name: string,
): Promise<{ readonly run: object; readonly expect: readonly Expectation[] }> => requestJson(casePath(name))

/** Puts other expectations beside the same record. */
export async function saveExpectations({ name, etag }: ListedCase, expect: readonly Expectation[]): Promise<void> {
  const text = `${JSON.stringify({ ...(await readCaseFile(name)), expect }, null, 2)}\n`
  await request(casePath(name), { method: 'PUT', text, headers: { 'if-match': etag } })
}

export const deleteCase = async ({ name, etag }: ListedCase): Promise<void> => {
  await request(casePath(name), { method: 'DELETE', headers: { 'if-match': etag } })
}

export interface Extracted {
  readonly idea: string
  /** A Run of the new Idea with what was recorded. */
  readonly run: string
  readonly case: string | null
}

/** Makes a recorded Module an Idea of its own, with what was recorded as its first case. */
export const extractIdea = (
  run: string,
  asked: { readonly span: string; readonly name: string; readonly title?: string },
): Promise<Extracted> => requestJson(`/api/runs/${encodeURIComponent(run)}/extract`, { method: 'POST', json: asked })
