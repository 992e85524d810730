/** The content of a saved page: a Run's export (docs/contract/api.md), with the included files. */
interface SavedDocument {
  readonly run: string
  readonly lines: readonly string[]
  readonly bodies: Readonly<Record<string, string>>
  /** Base64 by the hash of the bytes. */
  readonly artifacts: Readonly<Record<string, string>>
}

export interface SavedRun extends SavedDocument {
  /** A `data:` address; undefined for a file that was left out. */
  file(name: string): string | undefined
}

interface FileEvent {
  readonly type: string
  readonly data: { readonly name: string; readonly type: string; readonly sha256: string }
}

let known: SavedRun | undefined

/** Reads the page's own document, once. */
export function readSavedRun(): SavedRun {
  known ??= createSavedRun(document.getElementById('run')?.textContent ?? '')
  return known
}

export function createSavedRun(text: string): SavedRun {
  const saved = JSON.parse(text) as SavedDocument // written by the server that saved the page
  const files = new Map<string, string>()
  for (const line of saved.lines) {
    if (!line.includes('"artifact.created"')) continue
    const event = JSON.parse(line) as FileEvent // a line of the Journal
    const base64 = event.type === 'artifact.created' ? saved.artifacts[event.data.sha256] : undefined
    if (base64 !== undefined) files.set(event.data.name, `data:${safeType(event.data.type)};base64,${base64}`)
  }
  return { ...saved, file: (name) => files.get(name) }
}

/** A file is shown as a picture or a sound or saved to the disk, never opened as a page. */
const safeType = (type: string): string => (/^(image|audio)\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream')
