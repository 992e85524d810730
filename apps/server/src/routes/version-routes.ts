import { HttpProblem } from '../http/http-problem.ts'
import { type Route, json, route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { gitVersions, textInCommit } from '../workspace/git-versions.ts'
import { parseFileName } from '../workspace/names.ts'

const VERSION = {
  type: 'object',
  required: ['commit', 'at', 'author', 'subject'],
  properties: {
    commit: { type: 'string' },
    at: { type: 'string', description: 'ISO 8601' },
    author: { type: 'string' },
    subject: { type: 'string' },
  },
} as const

const fileOf = (file: string | undefined): string => {
  const name = parseFileName(file ?? '')
  if (name !== undefined) return name.file
  throw new HttpProblem(
    400,
    'name.invalid',
    `"${file ?? ''}" isn't a file of the workspace, such as ideas/composer.json.`,
  )
}

/** Versions of a file in git, where the workspace is in a repository. Nothing that the repository names is run. */
export const versionRoutes = ({ workspace }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/versions/{file}',
    summary: 'The commits that changed a file, such as ideas/composer.json, the newest first',
    responses: {
      200: {
        description: 'At most 100; none outside a git repository',
        schema: { type: 'object', required: ['commits'], properties: { commits: { type: 'array', items: VERSION } } },
      },
    },
    handler: async ({ params }) => json({ commits: await gitVersions(workspace.root, fileOf(params['file'])) }),
  }),
  route({
    method: 'GET',
    path: '/api/commits/{commit}/{file}',
    summary: 'The text of a file in a commit',
    responses: {
      200: {
        description: 'As git stored it',
        schema: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
      },
    },
    handler: async ({ params }) => {
      const file = fileOf(params['file'])
      const text = await textInCommit(workspace.root, params['commit'] ?? '', file)
      if (text === undefined) throw new HttpProblem(404, 'version.unknown', `No commit of that name holds ${file}.`)
      return json({ text })
    },
  }),
]
