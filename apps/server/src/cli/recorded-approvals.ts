import type { Json, JsonObject, OpenApproval } from '@ensemble/core'
import { type EventData, hasEnded } from '@ensemble/core/journal'
import { isBodyRef } from '@ensemble/core/host'
import type { Client } from './client.ts'
import { eventsOf } from './events-of.ts'

type Proposed = EventData['call.proposed']
type Asked = Omit<OpenApproval, 'run' | 'callers' | 'tool' | 'parameters'>

const waitingIn = async (client: Client, run: string): Promise<readonly OpenApproval[]> => {
  const whole = async (value: Proposed['parameters']): Promise<Json> =>
    isBodyRef(value)
      ? client.call('GET', '/api/runs/{id}/bodies/{hash}', { path: { id: run, hash: value.$body } })
      : value
  const proposed = new Map<string, Proposed>()
  const asked = new Map<string, number>()
  const open = new Map<string, Asked>()
  const entered: (readonly [span: string, address: string])[] = []
  let idea = ''
  for (const { type, data, span, at } of await eventsOf(client, run)) {
    if (type === 'run.created') ({ idea } = data)
    else if (type === 'module.entered') entered.push([span, data.address])
    else if (type === 'call.proposed') proposed.set(span, data)
    else if (type === 'approval.decided') open.delete(span)
    else if (type === 'approval.requested') {
      const { call: callId, why, hash, expiresAt, reason } = data
      const question = (asked.get(span) ?? 0) + 1
      asked.set(span, question)
      const more = { ...(expiresAt !== undefined && { expiresAt }), ...(reason !== undefined && { reason }) }
      open.set(span, { callId, span, why, hash, question, since: at, ...more })
    }
  }
  return Promise.all(
    [...open.values()].map(async (one) => {
      const { tool = '', parameters = {}, reasoning } = proposed.get(one.span) ?? {}
      const callers = [
        idea,
        ...entered.flatMap(([span, address]) => (one.span.startsWith(`${span}/`) ? [address] : [])),
      ]
      const call = { tool, parameters: (await whole(parameters)) as JsonObject } // a Call's parameters are an object
      return { run, callers, ...one, ...call, ...(reasoning !== undefined && { reasoning }) }
    }),
  )
}

/** The Calls that wait for a person by the record alone: no Run continues for it, and references are not yet read. */
export const recordedApprovals = async (client: Client): Promise<readonly OpenApproval[]> => {
  const { items } = await client.call('GET', '/api/runs', { query: { limit: 500, trials: true } })
  const found: OpenApproval[] = []
  for (const one of items) if (!hasEnded(one)) found.push(...(await waitingIn(client, one.id)))
  return found
}
