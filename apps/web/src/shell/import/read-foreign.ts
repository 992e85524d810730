import type { ImportEdit, ImportedFiles } from '@ensemble/core/import'
import { ask } from '../../design/schema-editor/ask.ts'
import { documentStore } from '../../document/open/document-store.ts'
import { MANIFEST_FILE, ideaNameOf, toolNameOf } from '../../document/texts/files.ts'
import { sessionStore } from '../../platform/session/session.ts'
import { say } from './say.ts'

/** Files of other programs as they would come into the workspace. */
export interface Foreign {
  readonly names: readonly string[]
  /** For another choice of their operations. */
  readonly files: readonly File[]
  readonly imported: ImportedFiles
  readonly edits: readonly ImportEdit[]
}

/** As the command line reads. */
const MOST_TEXT = 20_000_000

/** Reads files in a worker, and changes nothing; `only` chooses operations of OpenAPI. Null where no importer knows any of them. Throws Error for one that is too large or broken. */
export const readForeign = async (files: readonly File[], only?: readonly string[]): Promise<Foreign | null> => {
  const large = files.find(({ size }) => size > MOST_TEXT)
  if (large !== undefined) throw new Error(say('tooLarge', { size: Math.round(large.size / 1e6) }))
  const sources = await Promise.all(
    files.map(async (file) => ({ path: file.webkitRelativePath || file.name, text: await file.text() })),
  )
  const { files: stored } = documentStore.getState()
  const { activities, mcpServers } = sessionStore.getState().surroundings
  const names = [...stored.keys()]
  const { imported, edits } = await ask('importFiles', {
    files: sources,
    only,
    manifest: stored.get(MANIFEST_FILE)?.text ?? '{}',
    taken: {
      ideas: names.flatMap((file) => ideaNameOf(file) ?? []),
      tools: names.flatMap((file) => toolNameOf(file) ?? []),
      activities,
      servers: mcpServers,
    },
  })
  if (imported.programs.length > 0) return { names: files.map(({ name }) => name), files, imported, edits }
  const broken = imported.report.find(({ path, code }) => KNOWN_BROKEN[code]?.test(path))
  if (broken === undefined) return null
  throw new Error(say(broken.code === 'broken' ? 'broken' : 'brokenJson', { ...broken.values, file: broken.path }))
}

/** Endings of files that are what they say, by the code of a file that is broken. A text of any other ending may be for another reader. */
const KNOWN_BROKEN: { readonly [code: string]: RegExp | undefined } = {
  brokenJson: /\.json$/i,
  broken: /\.(?:json|ya?ml|rivet-project|md)$/i,
}
