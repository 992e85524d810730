import { ask } from '../../design/schema-editor/ask.ts'

/** A file's kind for import, by its beginning. */
export type FileKind = 'archive' | 'run' | 'conversation' | 'tools' | 'tooLarge' | 'unknown'

const HEAD_BYTES = 4096
/** As the command line reads. */
const MOST_TEXT = 20_000_000

const isZip = ([first, second]: Uint8Array): boolean => first === 0x50 && second === 0x4b

/** Words of a recorded conversation, by which the reader of them is loaded at all. */
const RECORDED = /"(?:role|run_type|resourceSpans|observations|traceId)"\s*:|"lc"\s*:/

const isConversation = async (file: Blob): Promise<boolean> => {
  const text = await file.text()
  return /^\s*[[{]/.test(text) && RECORDED.test(text) && (await ask('isConversation', { text }))
}

export async function kindOfFile(file: Blob): Promise<FileKind> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  if (isZip(head)) return 'archive'
  if (head.length === 0 || head.includes(0)) return 'unknown'
  if (/"format"\s*:\s*"ensemble-run"/.test(new TextDecoder().decode(head))) return 'run'
  if (file.size <= MOST_TEXT && (await isConversation(file))) return 'conversation'
  return file.size > MOST_TEXT ? 'tooLarge' : 'tools'
}
