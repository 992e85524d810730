import type { Flags } from '../settings/settings.ts'
import { placeOf } from '../workspace/shell-word.ts'
import type { Client } from './client.ts'
import { print } from './own-output.ts'
import { printableLine } from './printable.ts'

/** Texts that may be a recorded conversation: JSON or lines of it with messages or spans. */
const RECORDED = /"(?:role|run_type|resourceSpans|observations|traceId)"\s*:|"lc"\s*:/

/** Whether a text may hold a conversation that another program recorded. */
export const mayBeConversation = (text: string): boolean => /^\s*[[{]/.test(text) && RECORDED.test(text)

/** Takes a recorded conversation as a Run; undefined for any other text. Resolves to the exit code. */
export const importConversation = async (
  client: Client,
  { path, text }: { readonly path: string; readonly text: string },
  { json = false, workspace }: Flags & { readonly json?: boolean },
): Promise<number | undefined> => {
  const { importConversation: read } = await import('@ensemble/core/import')
  // Lists of tools hold such words, too.
  if (read(path, text, { engine: '', at: 0 }) === undefined) return undefined
  const body = { file: path, text }
  const { id, program, report } = await client.call('POST', '/api/runs/import-conversation', { body })
  if (json) print(JSON.stringify({ run: id, program, report }))
  else {
    for (const row of report) console.error(printableLine(`${row.path}  ${row.what} ${row.remedy}`))
    print(id)
    const place = placeOf(workspace)
    const page = client.isOwn ? `with \`ensemble serve${place}\`` : `in the page at ${client.url}`
    console.error(
      `Recorded as a Run from ${program}. Look at it ${page}; keep it as a case with \`ensemble keep ${id}${place}\`.`,
    )
  }
  return 0
}
