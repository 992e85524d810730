import { type JsonObject, type Lifted, type Run, isObject } from '@ensemble/core'
import { inlineTools, parseAddress } from '@ensemble/core/host'
import { caseText } from '../engine/cases.ts'
import { HttpProblem } from '../http/http-problem.ts'
import { type Route, json, route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { applyEdits } from '../workspace/edits.ts'
import { etagOf } from '../workspace/etag.ts'
import { type FileName, fileName, isName, noNameSentence } from '../workspace/names.ts'
import { withModuleTool } from '../workspace/with-module-tool.ts'
import { nameOf } from './document-routes.ts'
import { findRun } from './run-routes.ts'

const EXTRACT = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: {
    span: { type: 'string', description: 'of the Call that ran the Module' },
    calls: {
      type: 'array',
      minItems: 1,
      maxItems: 100,
      items: { type: 'string' },
      description:
        'spans of Calls of one Loop, in the place of span: they become the Idea, and one module Tool replaces them',
    },
    tool: { type: 'string', description: 'with calls: the name of that Tool; unless given, of the Idea' },
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
    caller: {
      type: ['string', 'null'],
      description: 'with calls: the Idea that has the Tool now; null where it has no file',
    },
    tool: { type: 'object', description: 'with calls: the Tool that replaces them' },
    moved: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'with calls: where the caller wrote a result into its state → where it is written now',
    },
  },
} as const

interface FileText {
  readonly name: FileName
  readonly text: string
}

const textOf = (idea: JsonObject): string => `${JSON.stringify(idea, null, 2)}\n`

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

  /** A new Idea, with the change of another in the same moment. */
  const writeIdeas = async (name: FileName, idea: JsonObject, changed: readonly FileText[]): Promise<void> => {
    const written = [{ name, text: textOf(idea) }, ...changed]
    if (await isTaken(name)) throw new HttpProblem(409, 'name.taken', `${name.file} is there already.`)
    const problems = await workspace.problemsWith(written)
    const errors = problems.filter(
      ({ severity, file }) => severity === 'error' && written.some(({ name: own }) => own.file === file),
    )
    const [first] = errors
    if (first !== undefined)
      throw new HttpProblem(422, 'idea.invalid', `The new Idea cannot be written: ${first.message}`, { errors })
    const files = written.map((one) => ({ file: one.name.file, text: one.text }))
    await applyEdits(workspace.files, files, () => Promise.resolve())
    for (const { file, text } of files) await workspace.touched(file, etagOf(text))
  }

  /** The Idea that made the Calls, with the Tool in their place; nothing where it has no file. */
  const callerWith = async ({ caller, ...lifted }: Lifted, tool: string): Promise<readonly FileText[]> => {
    const address = parseAddress(caller)
    if (address.type !== 'idea') return []
    const name = nameOf('ideas', address.name)
    const stored = await workspace.files.read(name)
    if (stored === undefined) return []
    const content: unknown = JSON.parse(new TextDecoder().decode(stored.bytes))
    return isObject(content) ? [{ name, text: textOf(withModuleTool(content as JsonObject, tool, lifted)) }] : []
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
      summary: 'A recorded Module, or sibling Calls, as an Idea of its own, with what was recorded as its first case',
      body: EXTRACT,
      responses: { 201: { description: 'Written; nothing was asked or run again', schema: EXTRACTED } },
      handler: async ({ params, body }) => {
        const run = await findRun(journal, params['id'])
        const { span, calls, tool = body.name } = body
        if ((span === undefined) === (calls === undefined))
          throw new HttpProblem(
            400,
            'body.invalid',
            'Send "span", a Call that ran a Module, or "calls", those to lift.',
          )
        const name = nameOf('ideas', body.name)
        // Two Ideas of one title could not be told apart.
        const title = body.title ?? titleOf(name.name)
        const engine = await executor()
        const idea = `idea://${name.name}`
        const keep = async (id: string): Promise<string | null> => {
          const own = await engine.settled(id)
          return own.status === 'completed' ? await workspace.serialise(() => keepCase(name.name, own, title)) : null
        }
        if (calls === undefined) {
          const at = span ?? ''
          const content = inlineTools(await engine.extractIdea(run.id, at), await workspace.sharedTools())
          await workspace.serialise(() => writeIdeas(name, { ...content, title } as unknown as JsonObject, [])) // an Idea is JSON
          const { id } = await engine.extract(run.id, { span: at, idea })
          return json({ idea: name.name, run: id, case: await keep(id) }, 201)
        }
        if (!isName(tool)) throw new HttpProblem(400, 'name.invalid', noNameSentence(tool))
        const lifted = await engine.liftCalls(run.id, { calls, name: name.name, tool })
        const changed = await workspace.serialise(async () => {
          const caller = await callerWith(lifted, tool)
          await writeIdeas(name, { title, ...lifted.idea } as unknown as JsonObject, caller) // as above
          return caller
        })
        const { id } = await engine.extract(run.id, { calls, idea })
        const made = { idea: name.name, run: id, case: await keep(id) }
        const { moved, tool: schema } = lifted
        return json({ ...made, caller: changed[0]?.name.name ?? null, tool: schema, moved }, 201)
      },
    }),
  ]
}
