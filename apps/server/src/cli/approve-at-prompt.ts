import { EnsembleError, type Json, type OpenApproval, isObject } from '@ensemble/core'
import type { Client } from './client.ts'
import { givenJson } from './given-json.ts'
import type { Terminal } from './terminal.ts'
import { printable, printableJson, printableLine } from './printable.ts'

const QUESTION = '[a]pprove, [e]dit, answer by [h]and or [r]efuse? '

const parseObject = (text: string): Readonly<Record<string, unknown>> | undefined => {
  const parsed = givenJson(text)
  return parsed.ok && isObject(parsed.value) ? parsed.value : undefined
}

/** Text that isn't JSON is a text; undefined for JSON with duplicate keys. */
const parseAny = (text: string): Json | undefined => {
  const parsed = givenJson(text)
  if (parsed.ok) return parsed.value
  return parsed.code === 'json.invalid' ? text : undefined
}

/** The decision in a person's words; undefined if they aren't one. */
const readDecision = async (
  ask: (question: string) => Promise<string>,
): Promise<Readonly<Record<string, unknown>> | undefined> => {
  const word = (await ask(QUESTION)).trim().toLowerCase()
  if (['a', 'approve', 'y', 'yes'].includes(word)) return { decision: 'approve' }
  if (['r', 'refuse', 'n', 'no'].includes(word)) {
    const reason = (await ask('reason for the model (Enter for none): ')).trim()
    return { decision: 'refuse', ...(reason !== '' && { reason }) }
  }
  if (['h', 'hand', 'answer'].includes(word)) {
    const result = parseAny(await ask('the result, as JSON or text: '))
    return result === undefined ? undefined : { decision: 'answer', result }
  }
  if (['e', 'edit'].includes(word)) {
    const call = parseObject(await ask('all parameters, as a JSON object: '))
    return call && { decision: 'edit', call }
  }
  return undefined
}

/** A person's answer to the model's question. */
const readAnswer = async (ask: (question: string) => Promise<string>): Promise<Readonly<Record<string, unknown>>> => {
  const answer = (await ask('your answer (Enter to decline): ')).trim()
  return answer === '' ? { decision: 'refuse' } : { decision: 'answer', result: answer }
}

/** Shows one waiting Call or question and takes the person's decision; resolves once it is decided anywhere. */
export const approveAtPrompt = async (
  client: Pick<Client, 'call'>,
  { run, callId, tool, parameters, hash, question, why, reasoning, reason }: OpenApproval,
  { ask, style }: { readonly ask: NonNullable<Terminal['ask']>; readonly style: Terminal['style'] },
  signal: AbortSignal,
): Promise<void> => {
  if (why === 'question') {
    console.error(`${style.yellow('?')} ${style.bold(printable(String(parameters['question']), '  '))}`)
  } else {
    console.error(`${style.yellow('?')} ${style.bold(printableLine(tool))} waits for you (${why})`)
    if (reason !== undefined) console.error(`  ${printable(reason, '  ')}`)
    if (reasoning !== undefined) console.error(`  the model's reason: ${printable(reasoning, '  ')}`)
    console.error(`  ${printableJson(parameters, 2).replaceAll('\n', '\n  ')}`)
  }
  for (;;) {
    const decision = await (why === 'question' ? readAnswer : readDecision)((words) => ask(words, signal))
    if (decision === undefined) continue
    try {
      await client.call('POST', '/api/runs/{id}/approvals/{callId}', {
        path: { id: run, callId },
        body: { ...decision, hash, question },
      })
      return
    } catch (error) {
      if (!(error instanceof EnsembleError)) throw error
      console.error(style.red(printable(error.message)))
      if (error.code === 'approval.decided' || error.code === 'approval.unknown') return
    }
  }
}
