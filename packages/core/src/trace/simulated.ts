import type { TraceEvent } from './trace-event.ts'

/** The simulated model's part: the whole result, or only the choices between functions. */
export type Simulated = 'answer' | 'choices'

/**
 * The notice for a Run without a real model; undefined with one, or without any. `choices` if workspace code ran too.
 */
export const simulatedIn = (events: readonly Pick<TraceEvent, 'type' | 'data'>[]): Simulated | undefined => {
  let isAsked = false
  let isCode = false
  for (const { type, data } of events as readonly TraceEvent[]) {
    if (type === 'run.created' && data.model === 'simulated') isAsked = true
    else if (type === 'request.started' && data.model !== 'simulated') return undefined
    else if (type === 'request.started') isAsked = true
    else if (type === 'call.started') isCode ||= data.mode === 'explicit'
  }
  if (!isAsked) return undefined
  return isCode ? 'choices' : 'answer'
}
