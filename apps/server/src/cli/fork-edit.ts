import { EnsembleError, type Json, isObject } from '@ensemble/core'
import type { ForkEdit } from '@ensemble/core/run'
import type { Client } from './client.ts'
import { ideaNamed } from './idea-named.ts'
import { parseInput, readTextFile } from './run-command.ts'

/** The parts of a Run that a fork may change: one of these, or nothing. */
export interface EditFlags {
  /** All as JSON or `@file`, but for a model's name and an Idea's. */
  readonly input?: string
  readonly model?: string
  readonly idea?: string
  /** `TOOL=ACTIVITY`, or `TOOL=` for latent. */
  readonly bind?: string
  /** Which Request or Call: a span such as `request/0/call/1`, or the key of a fact. */
  readonly span?: string
  readonly answer?: string
  readonly parameters?: string
  readonly result?: string
}

const usage = (message: string): EnsembleError => new EnsembleError('usage', message)

const OF_RUN = ['input', 'model', 'idea', 'bind'] as const
const OF_SPAN = ['answer', 'parameters', 'result'] as const

const isGiven = (flags: EditFlags) => (name: keyof EditFlags) => flags[name] !== undefined

/** JSON that a flag must give. */
const jsonOf = async (flags: EditFlags, name: 'input' | 'parameters' | 'result'): Promise<Json> =>
  (await parseInput(flags[name], `--${name}`)) ?? null

/** An answer is a text, which is JSON on one of the wires and may be anything else. */
const readAnswer = async (answer: string): Promise<string> =>
  answer.startsWith('@') ? readTextFile('--answer', answer.slice(1)) : answer

/** The one edit that the flags ask for; undefined if they ask for none. Throws EnsembleError `usage`. */
export const readForkEdit = async (client: Client, flags: EditFlags): Promise<ForkEdit | undefined> => {
  const { span, answer, model, idea } = flags
  const [ofRun, ofSpan] = [OF_RUN.filter(isGiven(flags)), OF_SPAN.filter(isGiven(flags))]
  const given = [...ofRun, ...ofSpan].map((name) => `--${name}`)
  if (given.length > 1)
    throw usage(`A fork makes one change, not ${given.join(' and ')}. Fork the fork to make another.`)
  if (span === undefined && ofSpan.length > 0)
    throw usage(
      `Name the Request or Call with --span, such as request/0/call/1. \`ensemble compare\` and the page show them.`,
    )
  if (span !== undefined && ofSpan.length === 0)
    throw usage(`Say what to change at ${span}: ${OF_SPAN.map((name) => `--${name}`).join(', ')}.`)
  if (model !== undefined) return { type: 'model', model }
  if (idea !== undefined) return ideaEdit(client, idea)
  if (flags.bind !== undefined) return bindingEdit(flags.bind)
  if (flags.input !== undefined) return { type: 'input', input: await jsonOf(flags, 'input') }
  if (span === undefined) return undefined
  if (answer !== undefined) return { type: 'answer', key: span, raw: await readAnswer(answer) }
  if (flags.result !== undefined) return { type: 'result', key: span, result: await jsonOf(flags, 'result') }
  const parameters = await jsonOf(flags, 'parameters')
  if (!isObject(parameters)) throw usage('--parameters takes all parameters of the Call, as a JSON object.')
  return { type: 'call', key: span, parameters }
}

const bindingEdit = (text: string): ForkEdit => {
  const at = text.indexOf('=')
  if (at < 1) throw usage(`--bind takes TOOL=ACTIVITY, or TOOL= to let the model do the work, not ${text}.`)
  return { type: 'binding', tool: text.slice(0, at), activity: text.slice(at + 1) }
}

/** The Idea as its file is now in place of the one that the Run pinned. */
const ideaEdit = async (client: Client, word: string): Promise<ForkEdit> => {
  const name = ideaNamed(word).replace(/^idea:\/\//, '')
  const content = await client.call('GET', '/api/ideas/{name}', { path: { name } })
  return { type: 'idea', address: `idea://${name}`, content }
}
