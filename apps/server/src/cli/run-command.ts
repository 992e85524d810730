import { readFile } from 'node:fs/promises'
import { EnsembleError, type Json, type JournalEvent, isBodyRef, isObject } from '@ensemble/core'
import type { Flags } from '../settings/settings.ts'
import { type Client, withClient } from './client.ts'
import { readEvents } from './read-events.ts'

export interface RunArguments extends Flags {
  readonly idea: string
  readonly input?: string
  readonly json?: boolean
}

/** `--input` as JSON, `@file`, or plain text where it is neither. */
export const parseInput = async (input: string | undefined): Promise<Json | undefined> => {
  if (input === undefined) return undefined
  const text = input.startsWith('@')
    ? await readFile(input.slice(1), 'utf8').catch(() => {
        throw new EnsembleError('usage', `The file ${input.slice(1)} of --input cannot be read.`)
      })
    : input
  try {
    return JSON.parse(text) as Json // JSON.parse yields exactly Json
  } catch {
    if (input.startsWith('@') || /^\s*[[{"]/.test(text))
      throw new EnsembleError('usage', '--input is not valid JSON; quote it, or give a file as --input @file.')
    return text
  }
}

const depthOf = (span: string): number => span.split('/').filter((part) => part === 'call' || part === 'request').length

/** One line of the tree for the events a person follows; undefined for the others. */
export const toLine = (event: JournalEvent): string | undefined => {
  const indent = '  '.repeat(depthOf(event.span))
  switch (event.type) {
    case 'run.created':
      return `${event.data.idea} (${event.data.model}, profile ${event.data.profile})`
    case 'request.completed':
      return `${indent}asked: ${event.data.calls} calls, ${event.data.usage.outputTokens} tokens, ${event.data.ms} ms`
    case 'request.failed':
      return `${indent}asked: ${event.data.code}: ${event.data.message}`
    case 'call.proposed':
      return `${indent}${event.data.tool}`
    case 'call.completed':
      return `${indent}  done in ${event.data.ms} ms`
    case 'call.failed':
      return `${indent}  failed: ${event.data.error.message}`
    case 'call.rejected':
      return `${indent}refused: ${event.data.error.message}`
    case 'artifact.created':
      return `${indent}  ${event.data.name} (${event.data.type}, ${event.data.bytes} bytes)`
    case 'approval.requested':
      return `${indent}  waits for a person (${event.data.why})`
    default:
      return undefined
  }
}

const outputOf = async (client: Client, run: string, output: unknown): Promise<unknown> =>
  isBodyRef(output) ? client.call('GET', `/api/runs/${run}/bodies/${output.$body}`) : output

/** Runs an Idea to its end. Resolves to 0 where it completed, 1 where it did not. */
export const runCommand = async ({ idea, input, json = false, ...flags }: RunArguments): Promise<number> =>
  withClient(flags, async (client) => {
    const value = await parseInput(input)
    const started = await client.call('POST', '/api/runs', {
      idea,
      ...(value !== undefined && { input: value }),
      ...(flags.model !== undefined && { model: flags.model }),
      ...(flags.profile !== undefined && { profile: flags.profile }),
    })
    const id = isObject(started) && typeof started['id'] === 'string' ? started['id'] : ''
    let last: JournalEvent | undefined
    for await (const event of readEvents(await client.stream(`/api/runs/${id}/events`))) {
      if (event.seq === null) continue
      last = event
      const line = json ? JSON.stringify(event) : toLine(event)
      if (line !== undefined) console.log(line)
    }
    if (last?.type === 'run.completed') {
      if (!json) console.log(JSON.stringify(await outputOf(client, id, last.data.output), null, 2))
      return 0
    }
    const reason = last?.type === 'run.failed' ? last.data.error.message : `It ended with ${last?.type ?? 'nothing'}.`
    console.error(`ensemble: the run did not complete: ${reason}`)
    return 1
  })
