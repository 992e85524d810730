import type { Context } from 'hono'
import type { Json } from '@ensemble/core'
import { hasEnded } from '@ensemble/core/journal'
import type { AppDeps } from '../app-deps.ts'
import { artifactsIn } from '../engine/artifact-values.ts'
import type { App, Asked } from '../http/app-type.ts'
import { type Send, eventStream } from '../http/event-stream.ts'
import { HttpProblem, toHttpProblem } from '../http/http-problem.ts'
import { parsePieces, readBytes } from '../http/read-body.ts'
import { json } from '../http/route.ts'
import { createStreamLimit } from '../http/stream-limit.ts'
import { sendArtifact } from '../routes/artifact-routes.ts'
import { findRun, readStored } from '../routes/run-routes.ts'
import { createKnownMessages } from './known-messages.ts'
import { checkWebhook, webhookKey } from './signed-webhook.ts'
import { startIdea, shareOf } from './start-idea.ts'
import type { Use } from './use-settings.ts'
import { createStepReader } from './visible-steps.ts'
import { visitorPage } from './visitor-page.ts'
import { createVisitorRuns } from './visitor-runs.ts'

/** Bytes of a visitor's input or of a webhook. */
const MOST_BYTES = 256 * 1024
const MOST_STREAMS = 6

/** Refusals that strangers read; any other is one sentence, and its reason is in the log. */
const TOLD: ReadonlySet<string> = new Set([
  'input.invalid',
  'use.off',
  'use.limit',
  'webhook.refused',
  'run.unknown',
  'run.conflict',
  'artifact.unknown',
  'range.invalid',
  'origin.refused',
  'streams.tooMany',
  'body.invalid',
  'body.encoded',
  'body.notJson',
  'body.tooLarge',
  'json.invalid',
  'json.duplicateKey',
  'json.tooDeep',
  'json.tooLarge',
])

type Visit = Context<{ Bindings: Asked | undefined }>

const callerOf = (context: Visit): string => context.env?.caller ?? 'local'

const ideaOf = (context: Visit): string => context.req.param('idea') ?? ''

const off = (): never => {
  throw new HttpProblem(404, 'use.off', 'There is no page here: nothing of this name is shared.')
}

/** The settings of an Idea whose page is on. Throws HttpProblem 404 `use.off`, the same for a missing Idea. */
const sharedUse = (deps: AppDeps, idea: string): Use => {
  const use = shareOf(deps, idea)
  return use.page ? use : off()
}

const nodeOf = async ({ workspace }: AppDeps, idea: string) => {
  const { nodes } = await workspace.graph()
  return nodes.find(({ kind, name }) => kind === 'idea' && name === idea) ?? off()
}

const readBody = async (request: Request): Promise<Uint8Array> => {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/([\w.-]+\+)?json\b/i.test(type))
    throw new HttpProblem(415, 'body.notJson', 'Send the body as application/json.')
  return readBytes(request, MOST_BYTES)
}

const toInput = async (bytes: Uint8Array): Promise<Json> => (bytes.byteLength === 0 ? {} : parsePieces([bytes]))

/**
 * Everything that people and programs without the token reach (SECURITY.md): the page of an Idea that is shared, Runs that they
 * started there, and webhooks that are signed.
 */
export const mountUse = (app: App, deps: AppDeps): void => {
  const { guard, journal, log, stopping, basePath } = deps
  const runs = createVisitorRuns(deps)
  const streams = createStreamLimit(MOST_STREAMS)
  const messages = createKnownMessages(Date.now)

  const forStrangers =
    (answer: (context: Visit) => Promise<Response>) =>
    async (context: Visit): Promise<Response> => {
      try {
        return await answer(context)
      } catch (error) {
        const problem = toHttpProblem(error)
        if (problem !== undefined && TOLD.has(problem.code)) throw problem
        log.error('A visitor could not be served', error)
        throw new HttpProblem(503, 'use.failed', 'This does not work at the moment. Try again later.')
      }
    }

  /** The Run that a visitor named, of an Idea whose page is on. */
  const runOf = async (context: Visit): Promise<string> => {
    const idea = ideaOf(context)
    sharedUse(deps, idea)
    return runs.runOf(idea, context.req.param('run') ?? '')
  }

  const show = async (id: string): Promise<Response> => {
    const { status, output, model, error } = await findRun(journal, id)
    return json({
      status,
      simulated: model === 'simulated',
      ...(status === 'completed' && { output: output === undefined ? null : await readStored(journal, output) }),
      // Its message may name endpoints, files and limits of the workspace.
      ...(error !== undefined && { code: error.code }),
    })
  }

  const titles = async (): Promise<(address: string) => string> => {
    const { nodes } = await deps.workspace.graph()
    const known = new Map(nodes.map(({ kind, name, title }) => [`${kind}://${name}`, title ?? name]))
    return (address) => known.get(address.includes('://') ? address : `idea://${address}`) ?? ''
  }

  const sendSteps = async (id: string, send: Send, left: AbortSignal): Promise<void> => {
    const read = createStepReader(await titles())
    for await (const event of journal.tail(id, 0, AbortSignal.any([left, stopping]))) {
      const step = read(event)
      if (step !== undefined) await send({ data: JSON.stringify(step) })
    }
    if (!left.aborted && hasEnded(await findRun(journal, id))) await send({ event: 'end', data: '{}' })
  }

  const at = (path: string): string => `/use/:idea{[A-Za-z][A-Za-z0-9_-]*}${path}`
  app.get(
    at(''),
    forStrangers(async (context) => {
      const use = sharedUse(deps, ideaOf(context))
      const { title, name } = await nodeOf(deps, ideaOf(context))
      return visitorPage(title ?? name, use, basePath)
    }),
  )
  app.get(
    at('/form'),
    forStrangers(async (context) => {
      sharedUse(deps, ideaOf(context))
      const { title, name, description, input } = await nodeOf(deps, ideaOf(context))
      return json({ title: title ?? name, ...(description !== undefined && { description }), input })
    }),
  )
  app.post(
    at('/runs'),
    forStrangers(async (context) => {
      const idea = ideaOf(context)
      guard.checkOrigin(context.req.raw)
      sharedUse(deps, idea)
      const input = await toInput(await readBody(context.req.raw))
      const id = await startIdea(deps, { idea, input, door: 'page', caller: callerOf(context) })
      return json({ run: await runs.nameOf(idea, id) }, 202)
    }),
  )
  app.get(
    at('/runs/:run'),
    forStrangers(async (context) => show(await runOf(context))),
  )
  app.get(
    at('/runs/:run/steps'),
    forStrangers(async (context) => {
      const id = await runOf(context)
      const request = context.req.raw
      const onEnd = streams.enter(request, callerOf(context))
      return eventStream(request, (send, left) => sendSteps(id, send, left), { onEnd })
    }),
  )
  app.get(
    at('/runs/:run/files/:name'),
    forStrangers(async (context) => {
      const run = await findRun(journal, await runOf(context))
      const name = context.req.param('name') ?? ''
      const output = run.output === undefined ? null : await readStored(journal, run.output)
      // Only what the output names: other files were made on the way.
      if (!artifactsIn(output).some(({ $artifact }) => $artifact === name))
        throw new HttpProblem(404, 'artifact.unknown', 'There is no such file here.')
      return sendArtifact(deps, run.id, name, context.req.raw)
    }),
  )
  app.post(
    at('/webhook'),
    forStrangers(async (context) => {
      const idea = ideaOf(context)
      const { webhook } = shareOf(deps, idea)
      const key = webhook === undefined ? undefined : webhookKey(deps.secrets.resolve(webhook))
      if (key === undefined) return off()
      const body = await readBody(context.req.raw)
      const { headers } = context.req.raw
      const message = checkWebhook({ headers, body, key, now: Date.now() })
      const input = await toInput(body)
      const id = await messages.runOf(`${idea} ${message}`, body, () =>
        startIdea(deps, { idea, input, door: 'webhook', caller: callerOf(context), key: message }),
      )
      return json({ id }, 202)
    }),
  )
}
