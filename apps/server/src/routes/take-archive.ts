import { EnsembleError, type Problem } from '@ensemble/core'
import { HttpProblem } from '../http/http-problem.ts'
import { BODY_LIMIT, decodeUtf8InTurns, parseBodyInTurns, refuseHeavy } from '../http/read-body.ts'
import { createPace } from '../rest.ts'
import { applyEdits } from '../workspace/edits.ts'
import { etagOf } from '../workspace/etag.ts'
import { type FileName, LAYOUT_FILE, MANIFEST_FILE, MCP_FILE, parseFileName } from '../workspace/names.ts'
import { type PackedFile, isKept, openArchive, someOf } from '../workspace/unpack.ts'
import type { Workspace } from '../workspace/workspace-types.ts'

/** The result for each file of an archive. */
export interface TakenArchive {
  /** Written. */
  readonly files: readonly string[]
  /** There already with the same bytes. */
  readonly unchanged: readonly string[]
  /** Not taken, each with the reason. */
  readonly left: readonly { readonly file: string; readonly why: string }[]
  /** The written files. */
  readonly problems: readonly Problem[]
}

/** Why a file of an archive never comes into a workspace that is served: it would settle what is run there. */
const whyLeft = (file: string): string => {
  if (file === MANIFEST_FILE) return 'the settings of this workspace stay as they are'
  if (file === MCP_FILE) return 'it says which processes are started'
  if (file === LAYOUT_FILE) return 'the nodes of this workspace lie where they are'
  if (file.startsWith('activities/')) return 'it is code: put it there yourself, or unpack the whole workspace'
  return "it isn't an Idea, Tool or case"
}

const isTaken = async (workspace: Workspace, file: string): Promise<boolean> => {
  const name = parseFileName(file)
  if (name === undefined || file === MANIFEST_FILE) return false
  if (name.folder === 'tools' && name.name === 'final_output') return false
  if (file === LAYOUT_FILE) return (await workspace.files.read(name)) === undefined
  return name.folder !== null
}

interface Incoming {
  readonly name: FileName
  readonly text: string
}

const toIncoming = async (name: FileName, bytes: Uint8Array): Promise<Incoming> => {
  try {
    const text = await decodeUtf8InTurns(bytes)
    const value = await parseBodyInTurns(text)
    // As where one is saved; a case is only kept.
    if (name.folder !== 'cases') refuseHeavy(value)
    return { name, text }
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error
    throw new EnsembleError('archive.invalid', `${name.file}: ${error.detail} Nothing was imported.`)
  }
}

const checkSizes = (files: readonly PackedFile[]): void => {
  const large = files.find(({ size }) => size > BODY_LIMIT)
  if (large !== undefined)
    throw new EnsembleError(
      'workspace.tooLarge',
      `${large.file} holds ${large.size} bytes; a file of a workspace holds at most ${BODY_LIMIT}. Nothing was imported.`,
    )
}

/**
 * Takes the Ideas, Tools and cases of an archive: all or none, never over a different file. Leaves out code, settings
 * and servers. Throws EnsembleError `archive.invalid`, `workspace.tooLarge`, or `name.taken` with the files.
 */
export const takeArchive = async (workspace: Workspace, bytes: Uint8Array): Promise<TakenArchive> => {
  const archive = await openArchive(bytes)
  const judged = await Promise.all(
    archive.files.map(async (packed) => ({ packed, takes: await isTaken(workspace, packed.file) })),
  )
  const taken = judged.flatMap(({ packed, takes }) => (takes ? [packed] : []))
  const left = judged.flatMap(({ packed: { file }, takes }) =>
    takes ? [] : [{ file, why: isKept(file) ? whyLeft(file) : 'it is not a file that people keep' }],
  )
  if (taken.length === 0)
    throw new EnsembleError('archive.invalid', 'The archive holds no Idea, Tool or case. Nothing was imported.')
  checkSizes(taken)
  const incoming: Incoming[] = []
  const pace = createPace()
  for (const [file, content] of await archive.read(taken)) {
    const name = parseFileName(file)
    if (name !== undefined) incoming.push(await toIncoming(name, content))
    await pace(content.byteLength)
  }

  return workspace.serialise(async () => {
    const unchanged: string[] = []
    const collisions: string[] = []
    const fresh: Incoming[] = []
    for (const one of incoming) {
      const stored = await workspace.files.read(one.name)
      if (stored !== undefined && stored.etag === etagOf(one.text)) unchanged.push(one.name.file)
      else if (stored !== undefined || (await workspace.files.lookAlike(one.name)) !== undefined)
        collisions.push(one.name.file)
      else fresh.push(one)
    }
    if (collisions.length > 0)
      throw new EnsembleError(
        'name.taken',
        `Nothing was imported: there already, with another content: ${someOf(collisions)}. Rename or delete them first.`,
        {
          errors: collisions.map((file) => ({
            path: `/${file.replaceAll('/', '~1')}`,
            message: `${file} is there already.`,
          })),
        },
      )
    const problems = await workspace.problemsWith(fresh)
    await applyEdits(
      workspace.files,
      fresh.map(({ name, text }) => ({ file: name.file, text })),
    )
    for (const { name, text } of fresh) await workspace.touched(name.file, etagOf(text))
    return { files: fresh.map(({ name }) => name.file), unchanged, left, problems }
  })
}
