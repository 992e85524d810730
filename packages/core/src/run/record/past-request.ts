import type { EventData } from '../../journal/events.ts'
import type { WireChoice } from '../../model/fallback.ts'
import type { EncodedRequest, RawCall } from '../../model/wire.ts'
import type { Recording } from './recording.ts'
import type { KeptRequest } from './reuse.ts'

/** How a recorded Request was asked. */
export const pastRequest = ({ history }: Recording, span: string): EventData['request.started'] | undefined =>
  history.recorded('request.started', span)?.data

export const pastChoice = (run: Recording, span: string): WireChoice | undefined => {
  const past = pastRequest(run, span)
  if (past === undefined) return undefined
  const { wire, strict, finalOutput, keyed, files } = past
  return { wire, strict, finalOutput, keyed, files }
}

/** How a recorded Request ended. */
export function pastAnswer({ history }: Recording, span: string): KeptRequest | undefined {
  const completed = history.recorded('request.completed', span)
  if (completed) return { type: 'completed', data: completed.data }
  const failed = history.recorded('request.failed', span)
  return failed && { type: 'failed', data: failed.data }
}

/** The Calls of an answer that the record has no end of. */
export function cutCalls({ history }: Recording, span: string, { wire }: EncodedRequest): readonly RawCall[] {
  const calls: RawCall[] = []
  for (let index = 0; ; index++) {
    const place = `${span}/call/${index}`
    const event = history.recorded('call.proposed', place) ?? history.recorded('call.rejected', place)
    if (!event) return calls
    const text = String(event.data.raw ?? '')
    // On other wires the name is in the text alone, as it was in the stream.
    calls.push(wire === 'tools' ? { index, tool: event.data.tool ?? '', text } : { index, text })
  }
}

/** Whether a Loop whose schema was refused asks in another way: as recorded, else as `live` says. */
export function asksAgain({ history }: Recording, loop: string, next: string, live: () => boolean): boolean {
  if (history.recorded('request.started', next)) return true
  // A Module that is recorded as failed has told its caller so, whatever another wire might bring by now.
  return history.decides && history.recorded('call.failed', loop, 1) === undefined && live()
}
