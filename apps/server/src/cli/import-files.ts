import { lstat, readFile, readdir, realpath } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { EnsembleError, isObject } from '@ensemble/core'
import { importEdits, importFiles, type ImportedFiles, type SourceFile } from '@ensemble/core/import'
import { applyTextEdits, setAtPath } from '@ensemble/core/editor'
import { parseMcpConfig } from '../mcp/client/mcp-config.ts'
import { prepareWrite, syncFolder } from '../workspace/atomic-write.ts'
import { decodeStrictly } from '../workspace/decode-strictly.ts'
import { MANIFEST_FILE, MCP_FILE } from '../workspace/names.ts'
import { someOf } from '../workspace/unpack.ts'
import type { Client } from './client.ts'
import { print } from './own-output.ts'
import { many } from './plural.ts'
import { printableLine } from './printable.ts'
import { readAtMost } from './read-at-most.ts'

/** Texts of other programs: the files of a folder that any importer may know. */
const READ = /\.(?:json|jsonc|ya?ml|rivet-project|md|mdc|markdown|[cm]?[jt]sx?|py)$|[\\/]prompts[\\/][^\\/]+\.txt$/i
const OPEN_API = /^\s*\{?\s*["']?openapi["']?\s*:/m
const SKIPPED = ['node_modules', 'dist', 'build', 'venv', '__pycache__']
/** `$ref: ./pets.yaml#/Pet` without its fragment; addresses of the web are left out. */
const REFERENCE = /["']?\$ref["']?\s*:\s*["']?(?!\w+:)([^#"'\s,}]+)/g
const MOST_FILES = 5000
const MOST_BYTES = 20_000_000
const MOST_IN_ALL = 64_000_000
/** As many edits as one request takes. */
const MOST_EDITS = 500

/**
 * The files to import: those named, those that a named OpenAPI document refers to in its folder, and those of named folders that an
 * importer may know. Throws EnsembleError.
 */
export const gatherFiles = async (paths: readonly string[]): Promise<readonly SourceFile[]> => {
  const files: SourceFile[] = []
  let bytes = 0
  const seen = new Set<string>()
  const add = async (path: string): Promise<string> => {
    seen.add(path)
    const content = await readAtMost(path, MOST_BYTES)
    bytes += content.byteLength
    if (files.length >= MOST_FILES || bytes > MOST_IN_ALL)
      throw new EnsembleError(
        'json.tooLarge',
        `These are more than ${MOST_FILES} files or ${MOST_IN_ALL} bytes. Nothing was imported: name the folder that holds the agents.`,
      )
    const text = decodeStrictly(content)
    if (text !== undefined) files.push({ path: path.replaceAll('\\', '/'), text })
    return text ?? ''
  }
  const follow = async (from: string, text: string, folder: string): Promise<void> => {
    for (const [, reference = ''] of text.matchAll(REFERENCE)) {
      const path = join(dirname(from), reference)
      if (seen.has(path) || !READ.test(path) || !(await isInside(path, folder))) continue
      await follow(path, await add(path), folder)
    }
  }
  const walk = async (folder: string): Promise<void> => {
    const entries = await readdir(folder, { withFileTypes: true })
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name)
      if (entry.isDirectory() && !SKIPPED.includes(entry.name) && entry.name !== '.git') await walk(path)
      else if (entry.isFile() && READ.test(path)) await add(path)
    }
  }
  for (const path of paths) {
    if (await isFolder(path)) await walk(path)
    else {
      const text = await add(path)
      if (OPEN_API.test(text)) await follow(path, text, await realpath(dirname(path)))
    }
  }
  return files
}

/** A file in the folder or below it; none that a link leads to elsewhere. */
const isInside = async (path: string, folder: string): Promise<boolean> => {
  try {
    return !relative(folder, await realpath(path)).startsWith('..') && (await lstat(path)).isFile()
  } catch {
    return false
  }
}

export const isFolder = async (path: string): Promise<boolean> => {
  try {
    return (await lstat(path)).isDirectory()
  } catch {
    return false
  }
}

/** `mcp.json` with more servers, every other byte kept. Throws EnsembleError `import.empty` if it is broken. */
const mcpText = async (path: string, { servers }: ImportedFiles): Promise<string> => {
  const before = await textOf(path)
  const broken = parseMcpConfig(before).servers.size === 0 && !/"mcpServers"\s*:\s*\{/.test(before)
  if (broken)
    throw new EnsembleError(
      'import.empty',
      `${MCP_FILE} has no object "mcpServers". Repair it first. Nothing was imported.`,
    )
  return servers.reduce(
    (now, { name, entry }) => applyTextEdits(now, setAtPath(now, ['mcpServers', name], entry)),
    before,
  )
}

const textOf = async (path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8')
  } catch {
    return '{\n  "mcpServers": {}\n}\n'
  }
}

/** Files of other programs under names that the workspace has free. Writes nothing. */
export const readForeign = async (
  client: Client,
  files: readonly SourceFile[],
  root: string,
  only?: readonly string[],
): Promise<ImportedFiles> => {
  const [ideas, tools, manifest] = await Promise.all([
    client.call('GET', '/api/ideas', { query: { problems: 'none' } }),
    client.call('GET', '/api/tools', { query: { problems: 'none' } }),
    client.stream('/api/manifest').then((response) => response.text()),
  ])
  const settings: unknown = JSON.parse(manifest)
  const activities = isObject(settings) && isObject(settings['activities']) ? settings['activities'] : {}
  const http = isObject(activities['http']) ? activities['http'] : {}
  const servers = parseMcpConfig(await textOf(join(root, MCP_FILE))).servers
  const taken = {
    ideas: ideas.map(({ name }) => name),
    tools: tools.map(({ name }) => name),
    activities: Object.keys(http),
    servers: [...servers.keys()],
  }
  return importFiles(files, taken, only)
}

/**
 * Writes what files of other programs become: all or none, never over a file. mcp.json is written here, because no route
 * may say which processes start. Resolves to the files. Throws EnsembleError.
 */
export const writeForeign = async (
  client: Client,
  imported: ImportedFiles,
  root: string,
): Promise<readonly string[]> => {
  const response = await client.stream('/api/manifest')
  const edits = importEdits(imported, await response.text()).map((edit) => ({
    ...edit,
    ifMatch: edit.file === MANIFEST_FILE ? response.headers.get('etag') : null,
  }))
  if (edits.length > MOST_EDITS)
    throw new EnsembleError(
      'json.tooLarge',
      `These become ${edits.length} files; at most ${MOST_EDITS} are imported at once. Nothing was imported: name a part of them.`,
    )
  const mcp = join(root, MCP_FILE)
  const prepared = imported.servers.length === 0 ? undefined : await prepareWrite(mcp, await mcpText(mcp, imported))
  try {
    if (edits.length > 0) await client.call('POST', '/api/workspace/edits', { body: { edits } })
  } catch (error) {
    await prepared?.discard()
    throw error
  }
  await prepared?.commit()
  if (prepared !== undefined) await syncFolder(prepared.folder)
  return edits.flatMap(({ file }) => (file === MANIFEST_FILE ? [] : [file]))
}

/** Prints the files and servers, and the report on the error stream. */
export const tellForeign = (imported: ImportedFiles, files: readonly string[], json: boolean): void => {
  const { programs, report, unknown } = imported
  const http = imported.http.map(({ name }) => name)
  const servers = imported.servers.map(({ name }) => name)
  if (json) return print(JSON.stringify({ programs, files, http, servers, report, unknown }))
  for (const { path, what, remedy } of report) console.error(printableLine(`${path}  ${what} ${remedy}`))
  if (unknown.length > 0)
    console.error(printableLine(`${many(unknown.length, 'file')} of no known kind, left out: ${someOf(unknown)}`))
  for (const file of files) print(file)
  if (http.length > 0) print(`ensemble.json#/activities/http  ${http.join(', ')}`)
  if (servers.length > 0) print(`mcp.json#/mcpServers  ${servers.join(', ')}`)
}
