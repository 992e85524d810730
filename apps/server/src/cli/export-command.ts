import { basename } from 'node:path'
import { EnsembleError, type Graph } from '@ensemble/core'
import { TOOL_FORMATS } from '@ensemble/core/editor'
import { graphToMermaid, runToMarkdown, runToMermaid } from '@ensemble/core/trace'
import { fileNameOf } from '../engine/artifact-values.ts'
import type { Flags } from '../settings/settings.ts'
import type { Client } from './client.ts'
import { withClient } from './with-client.ts'
import { placeOfIdea, tellIdeas } from './idea-named.ts'
import { eventsOf } from './events-of.ts'
import { findRunId } from './find-run.ts'
import { many } from './plural.ts'
import { chooseArtifact, filesOf, shortNameOf } from './run-artifacts.ts'
import { asksForFormat, exportTools } from './tool-transfer.ts'
import { exportOf } from './verify-command.ts'
import { writeOut } from './write-out.ts'
import { print } from './own-output.ts'
import { printableLine } from './printable.ts'

interface ExportFlags extends Flags {
  /** The id of a run, the name of an Idea, or `.` for the workspace. */
  readonly what: string
  /** A format, one of a run's files, or a file to write a run to. */
  readonly to: string
  /** Another program, for an Idea with its modules. */
  readonly as?: string
  /** A run as one page, whatever its file is called. */
  readonly html?: boolean
  readonly tool?: string
  readonly out?: string
  readonly content?: boolean
  readonly send?: boolean
  readonly json?: boolean
}

/** Writes a file, and says so in one line. */
const write = async (out: string, content: string | Uint8Array, json = false): Promise<void> => {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  await writeOut(out, bytes)
  print(json ? JSON.stringify({ written: out, bytes: bytes.length }) : `${out}: ${many(bytes.length, 'byte')}`)
}

/** `--html` alone is enough. */
type ExportArguments = Omit<ExportFlags, 'to'> & { readonly to?: string }

/** Prints a text, or writes it where `--out` says. */
const give = async ({ out, json }: ExportFlags, text: string): Promise<void> =>
  out === undefined ? print(text.trimEnd()) : write(out, text, json)

/** The formats that a run, the workspace or an Idea exports to; any other word names a file. */
const FORMATS: readonly string[] = ['json', 'html', 'otlp', 'mermaid', 'markdown', 'zip', 'svg', ...TOOL_FORMATS]

const usage = (message: string): EnsembleError => new EnsembleError('usage', message)

const graphOf = (client: Client): Promise<Graph> => client.call('GET', '/api/graph')

const hasIdea = async (client: Client, name: string): Promise<boolean> =>
  (await client.call('GET', '/api/ideas', { query: { problems: 'none' } })).some((idea) => idea.name === name)

const exportWorkspace = async (client: Client, flags: ExportFlags): Promise<number> => {
  if (flags.to === 'mermaid') {
    await give(flags, graphToMermaid(await graphOf(client)))
    return 0
  }
  if (flags.to === 'svg') {
    const [{ drawWorkspace }, { PAGE }] = await Promise.all([import('./draw-workspace.ts'), import('../places.ts')])
    const layout = await (await client.stream('/api/layout')).text()
    await give(flags, await drawWorkspace(PAGE, await graphOf(client), layout))
    return 0
  }
  if (flags.to === 'png') throw usage('For a PNG, use Export… in the page; here, use --to svg.')
  if (flags.to !== 'zip') throw usage('Export a workspace to zip, svg or mermaid.')
  if (flags.out === undefined) throw usage('Name the file of the archive: --out FILE.zip')
  const bytes = new Uint8Array(await (await client.stream('/api/workspace/export')).arrayBuffer())
  await write(flags.out, bytes, flags.json)
  return 0
}

const exportOtlp = async (client: Client, run: string, flags: ExportFlags): Promise<number> => {
  const { content = false } = flags
  const path = { id: run }
  if (flags.send === true) {
    const body = flags.content === undefined ? {} : { content }
    const sent = await client.call('POST', '/api/runs/{id}/otlp', { path, body })
    print(flags.json === true ? JSON.stringify(sent) : `${many(sent.spans, 'span')} to ${sent.url}`)
    return 0
  }
  const document = await client.call('GET', '/api/runs/{id}/otlp', { path, query: { content } })
  await give(flags, `${JSON.stringify(document)}\n`)
  return 0
}

/** One page that shows the run without a server, printed or written to the file that is named. */
const exportPage = async (client: Client, run: string, flags: ExportFlags): Promise<number> => {
  const response = await client.stream('/api/runs/{id}/export', { path: { id: run }, query: { format: 'html' } })
  const page = await response.text()
  await give(flags.to === 'html' ? flags : { ...flags, out: flags.out ?? flags.to }, page)
  return 0
}

/** The whole run as one document, printed or written to the file that is named. */
const exportDocument = async (client: Client, run: string, flags: ExportFlags): Promise<number> => {
  const document = await exportOf(client, run, 'inline')
  if (flags.to === 'json') {
    await give(flags, `${JSON.stringify(document)}\n`)
    return 0
  }
  const out = flags.out ?? flags.to
  await writeOut(out, JSON.stringify(document))
  const counts = { events: document.lines.length, files: Object.keys(document.artifacts).length }
  if (flags.json === true) print(JSON.stringify({ written: out, ...counts }))
  else print(`${out}: ${many(counts.events, 'event')}, ${many(counts.files, 'file')}`)
  return 0
}

/** One of the run's files, under its own name in the current folder unless `--out` says otherwise. */
const exportArtifact = async (
  client: Client,
  run: string,
  name: string,
  { out = basename(fileNameOf(name)), json }: ExportFlags,
): Promise<number> => {
  const response = await client.stream('/api/runs/{id}/artifacts/{name}', { path: { id: run, name } })
  await write(out, new Uint8Array(await response.arrayBuffer()), json)
  return 0
}

const exportRun = async (client: Client, flags: ExportFlags): Promise<number> => {
  const { to } = flags
  const run = await findRunId(client, flags.what)
  if (to === 'otlp') return exportOtlp(client, run, flags)
  if (flags.html === true || to === 'html') return exportPage(client, run, flags)
  if (to === 'json') return exportDocument(client, run, flags)
  if (to === 'mermaid') {
    await give(flags, runToMermaid(await eventsOf(client, run)))
    return 0
  }
  if (to === 'markdown') {
    await give(flags, runToMarkdown(await eventsOf(client, run)))
    return 0
  }
  const files = await filesOf(client, run)
  const artifact = chooseArtifact(files, to)
  if (artifact !== undefined) return exportArtifact(client, run, artifact.name, flags)
  if (/\.html?$/i.test(to)) return exportPage(client, run, flags)
  if (/\.json$/i.test(to)) return exportDocument(client, run, flags)
  const names = files.listed.map(({ name }) => shortNameOf(name, files)).join(', ')
  const own = names === '' ? '; this run has no files' : `, or one of its files: ${names}`
  throw usage(`"${to}" is not a format of a run. Use json, html, otlp, mermaid or markdown${own}.`)
}

/** Pictures are those of its graph; every other format is that of its Tools. */
const exportIdea = async (client: Client, idea: string, flags: ExportFlags): Promise<number> => {
  if (asksForFormat(flags)) return exportTools(client, idea, flags)
  if (flags.to !== 'mermaid') throw usage(`Export an Idea to ${TOOL_FORMATS.join(', ')} or mermaid, not "${flags.to}".`)
  await give(flags, graphToMermaid(await graphOf(client), idea))
  return 0
}

/** An Idea with its modules for another program; every part that it cannot say goes to the error stream. */
const exportProgram = async (given: Omit<ExportArguments, 'to'>, as: string, to?: string): Promise<number> => {
  const { EXPORT_TARGETS } = await import('@ensemble/core/export')
  const target = EXPORT_TARGETS.find((one) => one === as)
  if (target === undefined) throw usage(`--as takes ${EXPORT_TARGETS.join(', ')}, not "${as}".`)
  const other = to === undefined ? (['html', 'tool', 'content', 'send'] as const).find((flag) => given[flag]) : 'to'
  if (other !== undefined) throw usage(`Use either --as or --${other}.`)
  const { flags, word } = await placeOfIdea(given, given.what)
  const name = word.replace(/^idea:\/\//, '')
  return withClient(flags, async (client) => {
    const { text, file, report } = await client
      .call('GET', '/api/ideas/{name}/export', { path: { name }, query: { as: target } })
      .catch(tellIdeas(client, name))
    const { out, json = false } = flags
    if (out !== undefined) await writeOut(out, text)
    if (json) print(JSON.stringify(out === undefined ? { file, text, report } : { written: out, report }))
    else {
      for (const { path, what, remedy } of report) console.error(printableLine(`${path}  ${what} ${remedy}`))
      print(out === undefined ? text.trimEnd() : `${out}: ${many(Buffer.byteLength(text), 'byte')}`)
    }
    return 0
  })
}

/** Writes a run, one of its files, the workspace, a picture of either, or an Idea's Tools in another format. */
export const exportCommand = async ({ to, ...given }: ExportArguments): Promise<number> => {
  if (given.as !== undefined) return exportProgram(given, given.as, to)
  const format = to ?? (given.html === true ? 'html' : undefined)
  if (format === undefined)
    throw usage('Choose a format with --to or --as, such as --to mermaid. ensemble export --help lists them.')
  if (given.html === true && format !== 'html' && FORMATS.includes(format))
    throw usage(`Use either --html or --to ${format}.`)
  const unused = (['content', 'send'] as const).find((flag) => given[flag] === true)
  if (unused !== undefined && format !== 'otlp')
    throw usage(`--${unused} works only with --to otlp, not with ${format}.`)
  const { flags, word } = await placeOfIdea({ ...given, to: format }, given.what)
  return withClient(flags, async (client) => {
    if (word === '.' || word === '') return exportWorkspace(client, flags)
    const idea = word.replace(/^idea:\/\//, '')
    if (await hasIdea(client, idea)) return exportIdea(client, idea, flags)
    return exportRun(client, flags).catch((error: unknown) => {
      if (error instanceof EnsembleError && error.code === 'run.unknown')
        throw new EnsembleError('run.unknown', `No Idea and no run is called ${flags.what}.`)
      throw error
    })
  })
}
