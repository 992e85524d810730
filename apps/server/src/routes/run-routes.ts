import { RUN_EXAMPLES } from './body-examples.ts'
import { EnsembleError, type Journal, type Json, type JsonObject, type Run } from '@ensemble/core'
import type { Stored } from '@ensemble/core/journal'
import { isBodyRef, parseTraceparent } from '@ensemble/core/host'
import { artifactsIn, filesNotMade } from '../engine/artifact-values.ts'
import { HttpProblem } from '../http/http-problem.ts'
import { type Route, json, made, noContent, route } from '../http/route.ts'
import { checkGivenConfig } from '../http/validate-input.ts'
import type { Services } from '../services.ts'
import type { Workspace } from '../workspace/workspace-types.ts'
import { NAMED, REPLAY, STARTED, START_RUN } from './run-schemas.ts'
import { ref } from './schemas.ts'

const RUN = ref('Run')

export const runPath = (id: string): string => `/api/runs/${encodeURIComponent(id)}`

/** Throws EnsembleError `run.unknown`. */
export const findRun = async (journal: Journal, id: string | undefined): Promise<Run> => {
  const run = id === undefined ? undefined : await journal.runs.get(id)
  if (run === undefined) throw new EnsembleError('run.unknown', `There is no run ${id ?? ''}.`)
  return run
}

/** An Idea's name, or its address. */
export const toAddress = (idea: string): string =>
  idea.includes('://') || idea.includes('/') ? idea : `idea://${idea}`

/** Throws EnsembleError `idea.invalid` where a file has error problems, those between files included. */
export const checkRunnable = async (workspace: Workspace, address: string): Promise<void> => {
  const file = `ideas/${address.replace(/^idea:\/\//, '')}.json`
  const { problems } = await workspace.graph()
  const errors = problems.filter((problem) => problem.file === file && problem.severity === 'error')
  const [first] = errors
  if (first !== undefined) throw new EnsembleError('idea.invalid', `${file} has an error: ${first.message}`, { errors })
}

/** The files that its output names and that it did not make: no reader can open them. */
const missingFilesOf = async (journal: Services['journal'], { id, output }: Run): Promise<readonly string[]> => {
  const whole = output === undefined ? null : await readStored(journal, output)
  if (artifactsIn(whole).length === 0) return []
  const made = await journal.readType(id, 'artifact.created')
  return filesNotMade(
    whole,
    made.flatMap((event) => (event.type === 'artifact.created' ? [event.data.name] : [])),
  )
}

/** A value of an event, whole. */
export const readStored = async (journal: Journal, stored: Stored<Json>): Promise<Json> => {
  if (!isBodyRef(stored)) return stored
  const bytes = await journal.bodies.get(stored.$body)
  return bytes === undefined ? null : (JSON.parse(new TextDecoder().decode(bytes)) as Json) // a JSON text
}

/** Starting, reading, deleting, cancelling and replaying one Run. */
export const runRoutes = ({ journal, executor, workspace }: Services): readonly Route[] => [
  route({
    method: 'POST',
    path: '/api/runs',
    summary: 'Start a run; the same idempotencyKey gives the same run',
    body: START_RUN,
    examples: RUN_EXAMPLES,
    responses: { 202: { description: 'Started', schema: STARTED } },
    handler: async ({ body, request, base }) => {
      const { idea, input, ...options } = body
      const traceparent = request.headers.get('traceparent') ?? ''
      checkGivenConfig(options.config, '/config')
      if (options.profile !== undefined) workspace.profile(options.profile)
      await checkRunnable(workspace, toAddress(idea))
      const { id } = await (
        await executor()
      ).start({
        ...options,
        // The schema above says that it is JSON, and `config` was looked at.
        ...(options as { readonly config?: JsonObject }),
        idea: toAddress(idea),
        ...(input !== undefined && { input: input as JsonObject }), // any JSON
        // Invalid ones are ignored, as W3C Trace Context asks.
        ...(parseTraceparent(traceparent) !== undefined && { traceparent }),
      })
      return made(base, id, runPath(id))
    },
  }),
  route({
    method: 'GET',
    path: '/api/runs/{id}',
    summary: 'One run',
    responses: { 200: { description: 'The fold of its Journal', schema: RUN } },
    handler: async ({ params }) => {
      const run = await findRun(journal, params['id'])
      const missingFiles = await missingFilesOf(journal, run)
      return json({ ...run, ...(missingFiles.length > 0 && { missingFiles }) })
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/runs/{id}',
    summary: 'Delete a run that has ended',
    responses: { 204: { description: 'Deleted' } },
    handler: async ({ params }) => {
      const run = await findRun(journal, params['id'])
      if (run.status === 'running' || run.status === 'queued')
        throw new HttpProblem(409, 'run.unfinished', `Run ${run.id} is still running; cancel it first.`)
      // A waiting run stops waiting: its questions are withdrawn.
      await (run.status === 'waiting' ? await executor() : journal.runs).remove(run.id)
      return noContent()
    },
  }),
  route({
    method: 'POST',
    path: '/api/runs/{id}/cancel',
    summary: 'Stop a run at any depth',
    responses: { 202: { description: 'Asked to stop', schema: NAMED } },
    handler: async ({ params }) => {
      const run = await findRun(journal, params['id'])
      await (await executor()).cancel(run.id, 'api')
      return json({ id: run.id }, 202)
    },
  }),
  route({
    method: 'POST',
    path: '/api/runs/{id}/replay',
    onlyLooks: true,
    summary: 'Run again from the record alone and say whether it decides the same',
    body: REPLAY,
    responses: {
      200: {
        description: 'Identical, or where it first differs',
        schema: ref('ReplayReport'),
      },
    },
    handler: async ({ params, body }) => {
      const run = await findRun(journal, params['id'])
      const begun = performance.now()
      const report = await (await executor()).replay(run.id, body)
      const answers = (await journal.readType(run.id, 'request.completed')).length
      return json({ ...report, events: run.head.seq, answers, ms: Math.round(performance.now() - begun) })
    },
  }),
]
