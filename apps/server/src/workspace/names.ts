/** The grammar of every name in a workspace: an Idea's, a Tool's, a case's (docs/contract/api.md#workspace-folder). */
const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/
const WINDOWS_DEVICE = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])$/i

export const isWindowsDevice = (text: string): boolean => WINDOWS_DEVICE.test(text)
export const isName = (text: string): boolean => NAME.test(text) && !isWindowsDevice(text)

/** The reason that a text isn't a name, and a valid one. */
export const noNameSentence = (text: string): string =>
  isWindowsDevice(text)
    ? `"${text}" isn't a valid name: Windows reserves it for a device, and a workspace may be used there. Choose another.`
    : `"${text}" isn't a valid name: use a letter, then at most 63 letters, digits, "-" or "_".`

export const FOLDERS = ['ideas', 'tools', 'cases'] as const
export type Folder = (typeof FOLDERS)[number]

export const MANIFEST_FILE = 'ensemble.json'
/** Read and followed, never written by the server: it says which processes are started. */
export const MCP_FILE = 'mcp.json'
export const LAYOUT_FILE = '.ensemble/layout.json'
export const PINS_FILE = '.ensemble/pins.json'
/** Files that there is one of. */
const SINGLE_FILES: readonly string[] = [MANIFEST_FILE, LAYOUT_FILE, PINS_FILE]

/** `ideas/composer.json`: the only way a file of the workspace is named from outside. */
export interface FileName {
  /** Null for a file that there is one of, such as `ensemble.json`. */
  readonly folder: Folder | null
  readonly name: string
  /** With forward slashes, relative to the workspace. */
  readonly file: string
}

/** Code that runs in the sandbox; no other code can be named from outside. */
export const sandboxFile = (name: string): FileName => singleFile(`activities/${name}.sandbox.js`)
export const isSandboxFile = (file: string): boolean => /^activities\/[^/]+\.sandbox\.js$/.test(file)

export const singleFile = (file: string): FileName => ({ folder: null, name: file, file })
export const fileName = (folder: Folder, name: string): FileName => ({ folder, name, file: `${folder}/${name}.json` })

/** Undefined for anything that is not exactly `<folder>/<name>.json` or one of the single files. */
export const parseFileName = (text: string): FileName | undefined => {
  if (SINGLE_FILES.includes(text)) return singleFile(text)
  const match = /^(ideas|tools|cases)\/([^/]+)\.json$/.exec(text)
  const [, folder, name] = match ?? []
  if (folder === undefined || name === undefined || !isName(name)) return undefined
  return FOLDERS.filter((known) => known === folder).map((known) => fileName(known, name))[0]
}
