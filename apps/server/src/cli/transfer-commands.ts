import { readFile, writeFile } from 'node:fs/promises'
import { EnsembleError, type Run, isObject } from '@ensemble/core'
import { type RunDocument, verifyDocument } from '../engine/run-document.ts'
import type { Flags } from '../settings/settings.ts'
import { type Client, withClient } from './client.ts'

const exportOf = async (client: Client, run: string, artifacts: 'none' | 'inline'): Promise<RunDocument> =>
  // What this very program's server wrote.
  (await client.call('GET', `/api/runs/${encodeURIComponent(run)}/export?artifacts=${artifacts}`)) as RunDocument

const allRuns = async (client: Client): Promise<readonly string[]> => {
  const found: string[] = []
  for (let cursor = ''; ;) {
    const page = (await client.call('GET', `/api/runs?limit=500&cursor=${cursor}`)) as {
      readonly items: readonly Run[]
      readonly next: string | null
    } // what this very program's server wrote
    found.push(...page.items.map(({ id }) => id))
    if (page.next === null) return found
    cursor = page.next
  }
}

/** Checks every byte of recorded runs. Resolves to 1 where one is not as it was written. */
export const verifyCommand = async (
  flags: Flags & { readonly runs: readonly string[]; readonly json?: boolean },
): Promise<number> =>
  withClient(flags, async (client) => {
    const { json = false } = flags
    const runs = flags.runs.length > 0 ? flags.runs : await allRuns(client)
    const tell = (run: string, verdict: object, line: string): void =>
      console.log(json ? JSON.stringify({ run, ...verdict }) : `${run}  ${line}`)
    let damaged = 0
    for (const run of runs) {
      try {
        const { events } = verifyDocument(await exportOf(client, run, 'none'))
        tell(run, { whole: true, events: events.length }, `whole, ${events.length} events`)
      } catch (error) {
        if (!(error instanceof EnsembleError)) throw error
        if (error.code !== 'run.unfinished') damaged++
        tell(run, { whole: false, code: error.code, message: error.message }, error.message)
      }
    }
    if (!json) console.log(`${runs.length} runs, ${damaged} damaged`)
    return damaged === 0 ? 0 : 1
  })

interface ExportFlags extends Flags {
  /** The id of a run, or the name of an Idea where `to` is a format of Tools. */
  readonly what: string
  readonly to: string
  readonly tool?: string
  readonly out?: string
  readonly json?: boolean
}

/** Writes a run with its files as one document, or an Idea's Tools in another format. */
export const exportCommand = async (flags: ExportFlags): Promise<number> =>
  withClient(flags, async (client) => {
    const { asksForFormat, exportTools } = await import('./tool-transfer.ts')
    if (asksForFormat(flags)) return exportTools(client, flags.what, flags)
    const document = await exportOf(client, flags.what, 'inline')
    await writeFile(flags.to, JSON.stringify(document))
    const counts = { events: document.lines.length, files: Object.keys(document.artifacts).length }
    if (flags.json === true) console.log(JSON.stringify({ written: flags.to, ...counts }))
    else console.log(`${flags.to}: ${counts.events} events, ${counts.files} files`)
    return 0
  })

interface ImportFlags extends Flags {
  readonly file: string
  readonly format?: string
  readonly name?: string
  readonly json?: boolean
}

/** Takes a run that was exported elsewhere; nothing of it is run. Any other text is read for Tools. */
export const importCommand = async (flags: ImportFlags): Promise<number> =>
  withClient(flags, async (client) => {
    const text = await readFile(flags.file, 'utf8').catch(() => {
      throw new EnsembleError('usage', `The file ${flags.file} cannot be read.`)
    })
    const document = runIn(text)
    if (document === undefined) return (await import('./tool-transfer.ts')).importToolFile(client, text, flags)
    const taken = await client.call('POST', '/api/runs/import', document)
    const id = isObject(taken) ? String(taken['id']) : ''
    console.log(flags.json === true ? JSON.stringify({ run: id }) : id)
    return 0
  })

/** The run that a text holds; undefined where it holds something else. */
const runIn = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) && value['format'] === 'ensemble-run' ? value : undefined
  } catch {
    return undefined
  }
}
