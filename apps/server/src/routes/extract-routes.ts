import { EnsembleError, type Run } from '@ensemble/core'
import { caseText } from '../engine/cases.ts'
import {
  type Extracted,
  type Extraction,
  checkExtraction,
  expectWritten,
  planExtraction,
} from '../engine/extraction.ts'
import { HttpProblem } from '../http/http-problem.ts'
import { type Route, json, route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { applyEdits } from '../workspace/edits.ts'
import { etagOf } from '../workspace/etag.ts'
import { fileName, isName, noNameSentence } from '../workspace/names.ts'
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
    dryRun: { type: 'boolean', description: 'only say what would be written' },
    written: {
      type: 'boolean',
      description: 'the files of a dry run are written already: only the first run and its case are made',
    },
  },
} as const

const STRINGS = { type: 'array', items: { type: 'string' } } as const

const LIFTED = {
  caller: {
    type: ['string', 'null'],
    description: 'with calls: the Idea that has the Tool now; null where it has no file',
  },
  tool: { type: 'object', description: 'with calls: the Tool that replaces them' },
  writes: { ...STRINGS, description: "with calls: paths of the caller's state that they wrote, and the Tool writes" },
} as const

const EXTRACTED = {
  type: 'object',
  required: ['idea', 'run', 'case'],
  properties: {
    idea: { type: 'string' },
    run: { type: 'string', description: 'a run of the Idea with what was recorded' },
    case: { type: ['string', 'null'], description: 'its first case; null where the run did not complete by itself' },
    ...LIFTED,
  },
} as const

const FILE = {
  type: 'object',
  required: ['file', 'text'],
  properties: { file: { type: 'string' }, text: { type: 'string' } },
} as const

const PLANNED = {
  type: 'object',
  required: ['idea', 'title', 'files', 'tools', 'inputs', 'imports', 'case'],
  properties: {
    idea: { type: 'string' },
    title: { type: 'string' },
    files: { type: 'array', items: FILE, description: 'what would be written, the new Idea first' },
    tools: { ...STRINGS, description: 'of the new Idea' },
    inputs: {
      type: 'array',
      description: 'members of its input',
      items: {
        type: 'object',
        required: ['name', 'schema', 'example', 'from'],
        properties: {
          name: { type: 'string' },
          schema: { type: 'object' },
          example: { description: 'as recorded' },
          from: {
            anyOf: [STRINGS, { const: 'imports' }],
            description: 'with calls: the parameters that it fills, as TOOL.parameter, or that it is imported',
          },
        },
      },
    },
    imports: { ...STRINGS, description: 'with calls: what the Tool imports from the caller' },
    case: { type: 'string', description: 'the name that the first case would have' },
    replaced: { ...STRINGS, description: 'with calls: Tools that the caller no longer needs' },
    copied: {
      ...STRINGS,
      description: 'with calls: parameters that the Idea fills from the result of an earlier Call',
    },
    namedIn: { ...STRINGS, description: "with calls: the caller's texts that name one of those, as pointers" },
    unseen: { ...STRINGS, description: "with calls: Tools whose Activity could see state that isn't imported" },
    ...LIFTED,
  },
} as const

const REFUSED = {
  type: 'object',
  required: ['refusal'],
  properties: {
    refusal: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { type: 'string' }, message: { type: 'string' } },
    },
  },
} as const

/** `rain-song_2` → `Rain song 2`. */
const titleOf = (name: string): string => {
  const words = name.replaceAll(/[-_]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const fromOf = ({
  span,
  calls,
}: {
  readonly span?: string
  readonly calls?: readonly string[]
}): Extraction['from'] => {
  if (span !== undefined && calls === undefined) return { span }
  if (calls !== undefined && span === undefined) return { calls }
  throw new HttpProblem(400, 'body.invalid', 'Send "span", a Call that ran a Module, or "calls", those to lift.')
}

const liftedIn = ({ lifted, caller }: Extracted) =>
  lifted && { caller: caller?.name.name ?? null, tool: lifted.tool, writes: lifted.writes }

export const extractRoutes = (services: Services): readonly Route[] => {
  const { workspace, journal, executor } = services

  const isTaken = async (name: string): Promise<boolean> => {
    const file = fileName('cases', name)
    return ((await workspace.files.lookAlike(file)) ?? (await workspace.files.read(file))) !== undefined
  }
  /** The Idea's own name, or the next that is free. */
  const caseName = async (idea: string): Promise<string> => {
    for (let count = 1; ; count++) {
      const name = count === 1 ? idea : `${idea}-${count}`
      if (!(await isTaken(name))) return name
    }
  }
  const keepCase = async (idea: string, run: Run, title: string): Promise<string> => {
    const name = fileName('cases', await caseName(idea))
    const text = await caseText(services, run, { name: name.name, expect: [{ type: 'identical', path: '' }], title })
    const { etag } = await workspace.files.write(name, new TextEncoder().encode(text))
    await workspace.touched(name.file, etag)
    return name.name
  }

  /** A new Idea, with the change of another in the same moment. */
  const writeIdeas = async (planned: Extracted): Promise<void> => {
    await checkExtraction(services, planned)
    const files = filesOf(planned)
    await applyEdits(workspace.files, files, () => Promise.resolve())
    for (const { file, text } of files) await workspace.touched(file, etagOf(text))
  }

  const planned = async (extraction: Extraction) => {
    const plan = await planExtraction(services, extraction)
    await workspace.serialise(() => checkExtraction(services, plan))
    const { lifted } = plan
    return {
      idea: extraction.name.name,
      title: extraction.title,
      files: filesOf(plan),
      tools: plan.tools,
      inputs: plan.inputs.map(({ name, schema, example, from }) => ({ name, schema, example, from })),
      imports: lifted?.imports ?? [],
      case: await caseName(extraction.name.name),
      ...(lifted && {
        replaced: lifted.replaced,
        copied: lifted.copied,
        namedIn: lifted.namedIn,
        unseen: lifted.unseen,
        ...liftedIn(plan),
      }),
    }
  }

  return [
    route({
      method: 'POST',
      path: '/api/runs/{id}/extract',
      summary: 'A recorded Module, or sibling Calls, as a new Idea, with the record as its first case',
      body: EXTRACT,
      responses: {
        200: {
          description: 'With dryRun: what would be written, or why nothing can be',
          schema: { anyOf: [PLANNED, REFUSED] },
        },
        201: { description: 'Written; nothing was asked or run again', schema: EXTRACTED },
      },
      handler: async ({ params, body }) => {
        const run = await findRun(journal, params['id'])
        const name = nameOf('ideas', body.name)
        const { tool = name.name, dryRun = false, written = false } = body
        if (!isName(tool)) throw new HttpProblem(400, 'name.invalid', noNameSentence(tool))
        // Two Ideas of one title look the same.
        const title = body.title ?? titleOf(name.name)
        const extraction: Extraction = { run, from: fromOf(body), name, title, tool }
        if (dryRun) return json(await planned(extraction).catch(refusalOf))
        const plan = await planExtraction(services, { ...extraction, written })
        if (written) await expectWritten(services, plan)
        else await workspace.serialise(() => writeIdeas(plan))
        const engine = await executor()
        const { id } = await engine.extract(run.id, { ...extraction.from, idea: `idea://${name.name}` })
        const own = await engine.settled(id)
        const kept = own.status === 'completed'
        const made = kept ? await workspace.serialise(() => keepCase(name.name, own, title)) : null
        return json({ idea: name.name, run: id, case: made, ...liftedIn(plan) }, 201)
      },
    }),
  ]
}

/** A dry run succeeds even if it reports why nothing can be written. */
const refusalOf = (error: unknown) => {
  const isRefusal =
    error instanceof HttpProblem || (error instanceof EnsembleError && error.code.startsWith('extract.'))
  if (!isRefusal) throw error
  return { refusal: { code: error.code, message: error.message } }
}

const filesOf = ({ idea, caller }: Extracted) =>
  [idea, ...(caller === undefined ? [] : [caller])].map(({ name, text }) => ({ file: name.file, text }))
