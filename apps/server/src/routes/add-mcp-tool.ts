import { isObject } from '@ensemble/core'
import { parseIdea } from '@ensemble/core/idea'
import { HttpProblem } from '../http/http-problem.ts'
import { decodeUtf8 } from '../http/read-body.ts'
import type { OfferedTool } from '../mcp/client/offered-tools.ts'
import type { Services } from '../services.ts'
import { fileName, isName } from '../workspace/names.ts'

type Workspace = Services['workspace']

interface AddedTool {
  readonly idea: string
  readonly tool: OfferedTool
  readonly as: string
  readonly ifMatch?: string | undefined
}

/** Writes a server's tool into the context of an Idea. `ifMatch` is the ETag of the Idea that was read. */
export const addMcpTool = async (workspace: Workspace, { idea, tool, as, ifMatch }: AddedTool) => {
  const stored = isName(idea) ? await workspace.files.read(fileName('ideas', idea)) : undefined
  if (stored === undefined) throw new HttpProblem(404, 'file.unknown', `There is no Idea ${idea} in this workspace.`)
  const refuseChanged = (seen: string, now: string | null): void => {
    if (seen !== now)
      throw new HttpProblem(412, 'file.changed', `${stored.file} changed meanwhile; nothing was written.`)
  }
  if (ifMatch !== undefined) refuseChanged(ifMatch, stored.etag)
  const text = decodeUtf8(stored.bytes)
  const taken = (parseIdea(text, idea).idea?.context ?? []).some(
    (message) => message.type === 'tool' && isObject(message.tool) && Object.hasOwn(message.tool, as),
  )
  if (taken) throw new HttpProblem(409, 'name.taken', `The Idea ${idea} has a Tool ${as} already.`)
  const { addToolToIdea, applyTextEdits } = await import('@ensemble/core/editor')
  const edited = applyTextEdits(text, addToolToIdea(text, as, tool.schema))
  if (edited === text) throw new HttpProblem(422, 'idea.invalid', `${stored.file} has no context to add a Tool to.`)
  const name = fileName('ideas', idea)
  const problems = await workspace.problemsWith([{ name, text: edited }])
  const saved = await workspace.files.write(name, new TextEncoder().encode(edited), (now) =>
    refuseChanged(stored.etag, now),
  )
  await workspace.touched(name.file, saved.etag)
  return { file: name.file, etag: saved.etag, tool: as, problems }
}
