import type { Problem } from '@ensemble/core'
import { HttpProblem } from '../http/http-problem.ts'
import { decodeUtf8, parseBodyInTurns, refuseHeavy } from '../http/read-body.ts'
import { type Route, json, jsonInTurns, noContent, route } from '../http/route.ts'
import { rest } from '../rest.ts'
import type { Services } from '../services.ts'
import { type FileName, type Folder, fileName, isName, noNameSentence } from '../workspace/names.ts'
import type { Listed, Workspace } from '../workspace/workspace-types.ts'
import { checkPreconditions, documentResponse } from './preconditions.ts'

/** The file that a route's `{name}` means. Throws HttpProblem 400 `name.invalid`. */
export const nameOf = (folder: Folder, name: string | undefined): FileName => {
  if (name === undefined || !isName(name)) throw new HttpProblem(400, 'name.invalid', noNameSentence(name ?? ''))
  if (folder === 'tools' && name === 'final_output')
    throw new HttpProblem(400, 'name.invalid', 'No Tool may be called final_output: the tools wire reserves it.')
  return fileName(folder, name)
}

export const missing = ({ file }: FileName): HttpProblem =>
  new HttpProblem(404, 'file.unknown', `There is no ${file} in this workspace.`)

const hasErrors = (problems: readonly Problem[]): boolean => problems.some(({ severity }) => severity === 'error')

const SAVED = {
  type: 'object',
  required: ['etag', 'problems'],
  properties: {
    etag: { type: ['string', 'null'], description: 'of the saved text' },
    draft: { type: 'string', description: 'etag of the draft, where the text has error problems' },
    problems: { type: 'array', items: { $ref: '#/components/schemas/Problem' } },
  },
} as const

export const LISTED = {
  type: 'array',
  items: {
    type: 'object',
    required: ['name', 'title', 'etag'],
    properties: {
      name: { type: 'string' },
      title: { type: ['string', 'null'] },
      etag: { type: ['string', 'null'], description: 'of the saved file; null if only a draft exists' },
      draft: { type: 'string', description: 'etag of the draft' },
      text: { type: 'string', description: 'of the saved file, if texts were requested' },
      problems: {
        type: 'array',
        items: { $ref: '#/components/schemas/Problem' },
        description: 'what is wrong in the file; absent where problems were not asked for',
      },
    },
  },
} as const

/** A page that opens asks for all texts at once instead of for each, and finds the problems itself. */
export const LIST_QUERY = {
  type: 'object',
  properties: {
    texts: { type: 'string', enum: ['all'], description: 'with the text of each file' },
    problems: { type: 'string', enum: ['none'], description: 'without problems, which take longest to find' },
  },
} as const

interface ListQuery {
  readonly texts?: string | undefined
  readonly problems?: string | undefined
}

/** The files of a folder, as far as the query asks for what is known of them. */
export const listFiles = async (workspace: Workspace, folder: 'ideas' | 'tools', query: ListQuery) => {
  const files = await workspace.list(folder, { withProblems: query.problems !== 'none' })
  return jsonInTurns(files.map(toListed(query.texts === 'all')))
}

const toListed =
  (withTexts: boolean) =>
  ({ name, title, etag, draft, text, problems }: Listed) => ({
    name,
    title: title ?? null,
    etag,
    ...(draft !== undefined && { draft }),
    ...(withTexts && text !== undefined && { text }),
    ...(problems !== undefined && { problems }),
  })

/** Reading, writing and deleting one kind of the workspace's files. Texts with error problems are kept as drafts. */
export const documentRoutes = (services: Services, folder: Folder, noun: string): readonly Route[] => {
  const { workspace } = services
  const path = `/api/${folder}/{name}`

  const save = async (name: FileName, bytes: Uint8Array, request: Request): Promise<Response> => {
    const text = decodeUtf8(bytes)
    refuseHeavy(await parseBodyInTurns(text))
    await rest()
    const look = (etag: string | null): void => checkPreconditions(request, name.file, etag)
    const current = await workspace.files.read(name)
    look(current?.etag ?? null)
    const twin = await workspace.files.lookAlike(name)
    if (twin !== undefined)
      throw new HttpProblem(409, 'name.taken', `${folder}/${twin}.json differs from ${name.file} only in case.`)
    const problems = await workspace.problemsWith([{ name, text }])
    if (hasErrors(problems)) {
      const draft = await workspace.drafts.write(name, bytes, current?.etag ?? null)
      await workspace.touched(name.file, current?.etag ?? null)
      return json({ etag: current?.etag ?? null, draft: draft.etag, problems })
    }
    const saved = await workspace.files.write(name, bytes, look)
    await workspace.drafts.remove(name)
    await workspace.touched(name.file, saved.etag)
    return json({ etag: saved.etag, problems }, current === undefined ? 201 : 200, { etag: saved.etag })
  }

  return [
    route({
      method: 'GET',
      path,
      summary: `${noun} as its file has it`,
      responses: { 200: { description: 'The bytes of the file, with their ETag', schema: true } },
      handler: async ({ params, request }) => {
        const name = nameOf(folder, params['name'])
        const stored = await workspace.files.read(name)
        if (stored === undefined) throw missing(name)
        return documentResponse(request, stored.bytes, stored.etag)
      },
    }),
    route({
      method: 'PUT',
      path,
      summary: `Save ${noun.toLowerCase()} verbatim; with error problems it is kept as a draft`,
      body: 'bytes',
      responses: {
        200: { description: 'Saved, or kept as a draft', schema: SAVED },
        201: { description: 'Created', schema: SAVED },
      },
      handler: ({ params, body, request }) => {
        const name = nameOf(folder, params['name'])
        return workspace.serialise(() => save(name, body, request))
      },
    }),
    route({
      method: 'DELETE',
      path,
      summary: `Delete ${noun.toLowerCase()}`,
      responses: { 204: { description: 'Deleted' } },
      handler: ({ params, request }) => {
        const name = nameOf(folder, params['name'])
        return workspace.serialise(async () => {
          const current = await workspace.files.read(name)
          const draft = current === undefined ? await workspace.drafts.read(name) : undefined
          if (current === undefined && draft === undefined) throw missing(name)
          checkPreconditions(request, name.file, (current ?? draft)?.etag ?? null)
          if (current !== undefined) await workspace.files.remove(name)
          await workspace.drafts.remove(name)
          await workspace.touched(name.file, null)
          return noContent()
        })
      },
    }),
  ]
}
