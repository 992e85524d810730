import { HttpProblem } from '../http/http-problem.ts'
import { type Route, json, noContent, route } from '../http/route.ts'
import { MOST_CODE } from '../sandbox/load-sandboxed.ts'
import type { Services } from '../services.ts'
import { tryRoute } from './try-route.ts'
import { type FileName, MANIFEST_FILE, isName, isSandboxFile, sandboxFile, noNameSentence } from '../workspace/names.ts'
import type { Workspace } from '../workspace/workspace-types.ts'
import { checkPreconditions, isUnchanged } from './preconditions.ts'

const CODE = {
  type: 'string',
  maxLength: MOST_CODE,
  description: 'JavaScript: export default (call, context) => result',
} as const

const SAVED = { type: 'object', required: ['etag'], properties: { etag: { type: 'string' } } } as const

const LISTED = {
  type: 'array',
  items: {
    type: 'object',
    required: ['name', 'kind'],
    properties: {
      name: { type: 'string' },
      kind: { enum: ['code', 'http', 'sandbox'], description: 'code of the owner, a request, or sandboxed code' },
      file: { type: 'string', description: 'where it is declared' },
      problem: { type: 'string', description: 'why sandboxed code cannot run, such as a syntax error with its line' },
    },
  },
} as const

const nameOf = (name: string | undefined): FileName => {
  if (name !== undefined && isName(name)) return sandboxFile(name)
  throw new HttpProblem(400, 'name.invalid', noNameSentence(name ?? ''))
}

const missing = ({ file }: FileName): HttpProblem =>
  new HttpProblem(404, 'file.unknown', `There is no ${file} in this workspace.`)

const list = (workspace: Workspace): readonly object[] => {
  const { names, fileOf, problems } = workspace.activities()
  return names.map((name) => {
    const file = fileOf(name)
    const kind = file === MANIFEST_FILE ? 'http' : file !== undefined && isSandboxFile(file) ? 'sandbox' : 'code'
    const problem = kind === 'sandbox' ? problems.find((each) => each.file === file)?.message : undefined
    return { name, kind, ...(file !== undefined && { file }), ...(problem !== undefined && { problem }) }
  })
}

/** The Activities there are, and those written in the page: sandboxed code, the only code that comes in over HTTP. */
export const activityRoutes = (services: Services): readonly Route[] => {
  const { workspace } = services
  return [
    route({
      method: 'GET',
      path: '/api/activities',
      summary: 'The registered Activities and where each comes from',
      responses: { 200: { description: 'By name', schema: LISTED } },
      handler: async () => {
        await workspace.snapshot()
        return json(list(workspace))
      },
    }),
    tryRoute(services),
    route({
      method: 'GET',
      path: '/api/activities/{name}',
      summary: 'The code of a sandboxed Activity',
      responses: {
        200: {
          description: 'With the ETag of its file',
          schema: { type: 'object', required: ['code'], properties: { code: CODE } },
        },
      },
      handler: async ({ params, request }) => {
        const name = nameOf(params['name'])
        const stored = await workspace.files.read(name)
        if (stored === undefined) throw missing(name)
        const { bytes, etag } = stored
        if (isUnchanged(request, etag)) return new Response(null, { status: 304, headers: { etag } })
        return json({ code: new TextDecoder().decode(bytes) }, 200, { etag, 'cache-control': 'no-cache' })
      },
    }),
    route({
      method: 'PUT',
      path: '/api/activities/{name}',
      summary: 'Save sandboxed code; it serves the Calls that start from now on',
      body: { type: 'object', additionalProperties: false, required: ['code'], properties: { code: CODE } },
      responses: { 200: { description: 'Saved', schema: SAVED }, 201: { description: 'Created', schema: SAVED } },
      handler: ({ params, body, request }) => {
        const name = nameOf(params['name'])
        return workspace.serialise(async () => {
          const look = (now: string | null): void => checkPreconditions(request, name.file, now)
          const current = await workspace.files.read(name)
          look(current?.etag ?? null)
          await workspace.snapshot()
          const twin = workspace
            .activities()
            .names.find((one) => sandboxFile(one).file.toLowerCase() === name.file.toLowerCase())
          const isOwn = twin !== undefined && workspace.activities().fileOf(twin) === name.file
          if (twin !== undefined && !isOwn)
            throw new HttpProblem(409, 'name.taken', `There is an Activity "${twin}" already, which is not this file.`)
          const { etag } = await workspace.files.write(name, new TextEncoder().encode(body.code), look)
          await workspace.touched(name.file, etag)
          return json({ etag }, current === undefined ? 201 : 200, { etag })
        })
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/activities/{name}',
      summary: 'Delete a sandboxed Activity',
      responses: { 204: { description: 'Deleted' } },
      handler: ({ params, request }) => {
        const name = nameOf(params['name'])
        return workspace.serialise(async () => {
          const current = await workspace.files.read(name)
          if (current === undefined) throw missing(name)
          checkPreconditions(request, name.file, current.etag)
          await workspace.files.remove(name)
          await workspace.touched(name.file, null)
          return noContent()
        })
      },
    }),
  ]
}
