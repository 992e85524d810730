import type { Expectation } from '@ensemble/core/trace'
import { type Answer, addressOf, api } from './api.ts'
import { requestJson } from './client.ts'
import type { Started } from './run-client.ts'

/** A case as its file tells; `problem` where that cannot be read. */
export type ListedCase = Answer<'GET', '/api/cases'>[number]

/** A case's verdict against the current files. */
export type CaseReport = Answer<'POST', '/api/cases/{name}/check'>

/** By name. Throws ApiError, as all below. */
export const listCases = (): Promise<readonly ListedCase[]> => api('GET', '/api/cases')

export interface KeepCase {
  readonly name: string
  readonly run: string
  readonly title?: string
  readonly expect: readonly Expectation[]
  readonly replace?: boolean
}

export const keepCase = (kept: KeepCase): Promise<{ readonly name: string }> =>
  api('POST', '/api/cases', { json: kept })

/** Replays the record, or holds a finished Run that was started from the case against what is expected. */
export const checkCase = (name: string, run?: string): Promise<CaseReport> =>
  api('POST', '/api/cases/{name}/check', { path: { name }, json: run === undefined ? {} : { run } })

/** Asks the model again, with the current files. */
export const askCase = (name: string): Promise<Started> =>
  api('POST', '/api/cases/{name}/runs', { path: { name }, json: {} })

/** Asks the judges that have not judged the record, or that Run; the ids of their Runs. */
export const askJudges = async (name: string, run?: string): Promise<readonly string[]> => {
  const json = run === undefined ? {} : { run }
  return (await api('POST', '/api/cases/{name}/judgements', { path: { name }, json })).runs
}

/** The file itself, with the recorded Run as it was exported. */
export const readCaseFile = (
  name: string,
): Promise<{ readonly run: object; readonly expect: readonly Expectation[] }> =>
  requestJson(addressOf('/api/cases/{name}', { path: { name } }))

/** Replaces the expectations of the same record; resolves to the file's new ETag. */
export async function saveExpectations(
  { name, etag }: Pick<ListedCase, 'name' | 'etag'>,
  expect: readonly Expectation[],
): Promise<string> {
  const text = `${JSON.stringify({ ...(await readCaseFile(name)), expect }, null, 2)}\n`
  const saved = await api('PUT', '/api/cases/{name}', { path: { name }, text, headers: { 'if-match': etag } })
  return saved.etag ?? etag
}

export const deleteCase = async ({ name, etag }: ListedCase): Promise<void> => {
  await api('DELETE', '/api/cases/{name}', { path: { name }, headers: { 'if-match': etag } })
}

type Answered = Answer<'POST', '/api/runs/{id}/extract'>
/** `run` is one of the new Idea with what was recorded. */
export type Extracted = Extract<Answered, { readonly run: string }>
/** The planned writes. */
export type Planned = Extract<Answered, { readonly files: unknown }>

/** The Call that ran a Module, or Calls of one parent. */
export interface ExtractAsked {
  readonly span?: string
  readonly calls?: readonly string[]
  readonly tool?: string
  readonly name: string
  readonly title?: string
  /** The files of the plan are saved already. */
  readonly written?: boolean
}

/** Extracts recorded Calls into an Idea, with their record as its first case. */
export async function extractIdea(run: string, asked: ExtractAsked): Promise<Extracted> {
  const answer = await api('POST', '/api/runs/{id}/extract', { path: { id: run }, json: asked })
  if (!('run' in answer)) throw new Error('An Idea is made.')
  return answer
}

/** The same, with nothing written: what would be, or why nothing can be. */
export async function planExtract(
  run: string,
  asked: ExtractAsked,
  signal: AbortSignal,
): Promise<{ readonly plan: Planned } | { readonly refusal: string }> {
  const json = { ...asked, dryRun: true }
  const answer = await api('POST', '/api/runs/{id}/extract', { path: { id: run }, json, signal })
  if ('refusal' in answer) return { refusal: answer.refusal.message }
  if (!('files' in answer)) throw new Error('A dry run writes nothing.')
  return { plan: answer }
}
