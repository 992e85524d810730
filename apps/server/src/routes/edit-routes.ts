import { EDIT_EXAMPLES } from './body-examples.ts'
import { HttpProblem } from '../http/http-problem.ts'
import { parseBody, refuseHeavy } from '../http/read-body.ts'
import { type Route, json, route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { ref } from './schemas.ts'
import { applyEdits } from '../workspace/edits.ts'
import { etagOf } from '../workspace/etag.ts'
import { parseManifest } from '../workspace/manifest.ts'
import { type FileName, MANIFEST_FILE, parseFileName } from '../workspace/names.ts'
import type { Workspace } from '../workspace/workspace-types.ts'

const EDITS = {
  type: 'object',
  additionalProperties: false,
  required: ['edits'],
  properties: {
    edits: {
      type: 'array',
      maxItems: 500,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['file', 'text'],
        properties: {
          file: { type: 'string', description: 'such as ideas/composer.json' },
          ifMatch: { type: ['string', 'null'], description: 'the ETag that was read; null or absent for a new file' },
          text: { type: ['string', 'null'], description: 'null deletes the file' },
        },
      },
    },
  },
} as const

interface Edit {
  readonly name: FileName
  readonly ifMatch: string | null
  readonly text: string | null
}

/** Whether UTF-8 can hold it: half of a pair would be written as another character. */
const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text)

const nameOf = (file: string): FileName => {
  const name = parseFileName(file)
  if (name === undefined || (name.folder === 'tools' && name.name === 'final_output'))
    throw new HttpProblem(400, 'name.invalid', `"${file}" isn't a file of the workspace, such as ideas/composer.json.`)
  return name
}

const checkText = ({ name, text }: Edit): void => {
  if (text === null) {
    if (name.file === MANIFEST_FILE)
      throw new HttpProblem(400, 'name.invalid', `${MANIFEST_FILE} makes the folder a workspace; it stays.`)
    return
  }
  if (!isWellFormed(text))
    throw new HttpProblem(
      400,
      'json.invalid',
      `${name.file}: the text holds half of a character (a lone surrogate), which no file can keep.`,
    )
  try {
    refuseHeavy(parseBody(text))
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error
    throw new HttpProblem(400, error.code, `${name.file}: ${error.detail}`, error.options)
  }
  if (name.file === MANIFEST_FILE) parseManifest(text)
}

const refuseStale = async ({ files }: Workspace, edits: readonly Edit[]): Promise<void> => {
  const stored = await Promise.all(edits.map(({ name }) => files.read(name)))
  const stale = edits.filter(({ ifMatch }, index) => (stored[index]?.etag ?? null) !== ifMatch)
  if (stale.length === 0) return
  const names = stale.map(({ name }) => name.file)
  throw new HttpProblem(412, 'file.changed', `Changed meanwhile: ${names.join(', ')}. Nothing was written.`, {
    extra: { files: names },
  })
}

/** Several files at once: renaming an Idea touches all that refer to it. */
export const editRoutes = ({ workspace }: Services): readonly Route[] => [
  route({
    method: 'POST',
    path: '/api/workspace/edits',
    summary: 'Change several files, all or none',
    body: EDITS,
    examples: EDIT_EXAMPLES,
    responses: {
      200: {
        description: 'All written',
        schema: {
          type: 'object',
          required: ['files', 'problems'],
          properties: {
            files: {
              type: 'array',
              items: {
                type: 'object',
                required: ['file', 'etag'],
                properties: { file: { type: 'string' }, etag: { type: ['string', 'null'] } },
              },
            },
            problems: { type: 'array', items: ref('Problem') },
          },
        },
      },
      412: { description: 'None written; `files` lists those that changed meanwhile' },
    },
    handler: ({ body }) => {
      const edits = body.edits.map(({ file, ifMatch = null, text }): Edit => ({ name: nameOf(file), ifMatch, text }))
      if (new Set(edits.map(({ name }) => name.file.toLowerCase())).size < edits.length)
        throw new HttpProblem(400, 'edits.twice', 'Each file may appear in the edits once.')
      for (const edit of edits) checkText(edit)
      return workspace.serialise(async () => {
        await refuseStale(workspace, edits)
        const problems = await workspace.problemsWith(edits)
        await applyEdits(
          workspace.files,
          edits.map(({ name, text }) => ({ file: name.file, text })),
          // Another program's write during the checks is not overwritten either.
          () => refuseStale(workspace, edits),
        )
        const files = edits.map(({ name, text }) => ({ file: name.file, etag: text === null ? null : etagOf(text) }))
        for (const { name } of edits) await workspace.drafts.remove(name)
        for (const { file, etag } of files) await workspace.touched(file, etag)
        return json({ files, problems })
      })
    },
  }),
]
