import type { TraceEvent } from './trace-event.ts'

/** What the simulated model had a part in: all of the result, or only the choices between functions that did the work. */
export type Simulated = 'answer' | 'choices'

/**
 * Says so of a Run in which no real model was called; undefined where one was, and where none was asked at all. `choices`
 * where code of the workspace ran too.
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
