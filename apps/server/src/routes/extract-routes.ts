import { type JsonObject, type Run, inlineTools } from '@ensemble/core'
import { caseText } from '../engine/cases.ts'
import { HttpProblem } from '../http/http-problem.ts'
import { type Route, json, route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { type FileName, fileName } from '../workspace/names.ts'
import { nameOf } from './document-routes.ts'
import { findRun } from './run-routes.ts'

const EXTRACT = {
  type: 'object',
  additionalProperties: false,
  required: ['span', 'name'],
  properties: {
    span: { type: 'string', description: 'of the Call that ran the Module' },
    name: { type: 'string', description: 'of the new Idea' },
    title: { type: 'string', maxLength: 200 },
  },
} as const

const EXTRACTED = {
  type: 'object',
  required: ['idea', 'run', 'case'],
  properties: {
    idea: { type: 'string' },
    run: { type: 'string', description: 'a run of the Idea with what was recorded' },
    case: { type: ['string', 'null'], description: 'its first case; null where the run did not complete by itself' },
  },
} as const

/** `rain-song_2` → `Rain song 2`. */
const titleOf = (name: string): string => {
  const words = name.replaceAll(/[-_]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const extractRoutes = (services: Services): readonly Route[] => {
  const { workspace, journal, executor } = services

  const write = async (name: FileName, text: string): Promise<void> => {
    const { etag } = await workspace.files.write(name, new TextEncoder().encode(text))
    await workspace.touched(name.file, etag)
  }
  const isTaken = async (name: FileName): Promise<boolean> =>
    ((await workspace.files.lookAlike(name)) ?? (await workspace.files.read(name))) !== undefined

  const writeIdea = async (name: FileName, idea: JsonObject): Promise<void> => {
    const text = `${JSON.stringify(idea, null, 2)}\n`
    if (await isTaken(name)) throw new HttpProblem(409, 'name.taken', `${name.file} is there already.`)
    const problems = await workspace.problemsWith([{ name, text }])
    const errors = problems.filter(({ severity }) => severity === 'error')
    const [first] = errors
    if (first !== undefined)
      throw new HttpProblem(422, 'idea.invalid', `The Module does not stand alone: ${first.message}`, { errors })
    await write(name, text)
  }

  /** Under the Idea's own name, or the next that is free. */
  const keepCase = async (idea: string, run: Run, title: string): Promise<string> => {
    for (let count = 1; ; count++) {
      const name = fileName('cases', count === 1 ? idea : `${idea}-${count}`)
      if (await isTaken(name)) continue
      const expect = [{ type: 'identical', path: '' }] as const
      await write(name, await caseText(services, run, { name: name.name, expect, title }))
      return name.name
    }
  }

  return [
    route({
      method: 'POST',
      path: '/api/runs/{id}/extract',
      summary: 'A recorded Module as an Idea of its own, with what was recorded as its first case',
      body: EXTRACT,
      responses: { 201: { description: 'Written; nothing was asked or run again', schema: EXTRACTED } },
      handler: async ({ params, body }) => {
        const run = await findRun(journal, params['id'])
        const name = nameOf('ideas', body.name)
        const engine = await executor()
        const extracted = await engine.extractIdea(run.id, body.span)
        const content = inlineTools(extracted, await workspace.sharedTools())
        // Two Ideas of one title could not be told apart.
        const title = body.title ?? titleOf(name.name)
        const idea = { ...content, title }
        await workspace.serialise(() => writeIdea(name, idea as unknown as JsonObject)) // an Idea is JSON
        const { id } = await engine.extract(run.id, { span: body.span, idea: `idea://${name.name}` })
        const own = await engine.settled(id)
        const kept =
          own.status === 'completed' ? await workspace.serialise(() => keepCase(name.name, own, title)) : null
        return json({ idea: name.name, run: id, case: kept }, 201)
      },
    }),
  ]
}
