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
export const verifyCommand = async (flags: Flags & { readonly runs: readonly string[] }): Promise<number> =>
  withClient(flags, async (client) => {
    const runs = flags.runs.length > 0 ? flags.runs : await allRuns(client)
    let damaged = 0
    for (const run of runs) {
      try {
        const { events } = verifyDocument(await exportOf(client, run, 'none'))
        console.log(`${run}  whole, ${events.length} events`)
      } catch (error) {
        if (!(error instanceof EnsembleError)) throw error
        if (error.code !== 'run.unfinished') damaged++
        console.log(`${run}  ${error.message}`)
      }
    }
    console.log(`${runs.length} runs, ${damaged} damaged`)
    return damaged === 0 ? 0 : 1
  })

/** Writes a run with its files as one document. */
export const exportCommand = async (flags: Flags & { readonly run: string; readonly to: string }): Promise<number> =>
  withClient(flags, async (client) => {
    const document = await exportOf(client, flags.run, 'inline')
    await writeFile(flags.to, JSON.stringify(document))
    console.log(`${flags.to}: ${document.lines.length} events, ${Object.keys(document.artifacts).length} files`)
    return 0
  })

/** Takes a run that was exported elsewhere; nothing of it is run. */
export const importCommand = async (flags: Flags & { readonly file: string }): Promise<number> =>
  withClient(flags, async (client) => {
    const text = await readFile(flags.file, 'utf8').catch(() => {
      throw new EnsembleError('usage', `The file ${flags.file} cannot be read.`)
    })
    let document: unknown
    try {
      document = JSON.parse(text)
    } catch {
      throw new EnsembleError('run.damaged', `${flags.file} is not a run that was exported: it is not valid JSON.`)
    }
    const taken = await client.call('POST', '/api/runs/import', document)
    console.log(isObject(taken) ? String(taken['id']) : '')
    return 0
  })
