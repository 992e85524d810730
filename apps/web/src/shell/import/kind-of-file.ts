/** A file's kind for import, by its beginning. */
export type FileKind = 'archive' | 'run' | 'tools' | 'tooLarge' | 'unknown'

const HEAD_BYTES = 4096
/** As the command line reads. */
const MOST_TEXT = 20_000_000

const isZip = ([first, second]: Uint8Array): boolean => first === 0x50 && second === 0x4b

export async function kindOfFile(file: Blob): Promise<FileKind> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  if (isZip(head)) return 'archive'
  if (head.length === 0 || head.includes(0)) return 'unknown'
  if (/"format"\s*:\s*"ensemble-run"/.test(new TextDecoder().decode(head))) return 'run'
  return file.size > MOST_TEXT ? 'tooLarge' : 'tools'
}
