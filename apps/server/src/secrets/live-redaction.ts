import type { StreamEvent } from '@ensemble/core/journal'
import { isObject } from '@ensemble/core'
import { redactJson } from '@ensemble/core/host'
import type { Redactor } from './redactor.ts'

/** Takes secrets out of what is only seen live, also one that a model spells over several pieces. */
export interface LiveRedaction {
  /** The event as it may be seen; undefined where all of it must wait for what comes next. */
  readonly clean: (event: StreamEvent) => StreamEvent | undefined
  /** The Request is over: what waited is in its record. */
  readonly end: (run: string, span: string) => void
}

/** The place of one piece of text in an event, and the stream it continues. */
interface Piece {
  readonly stream: string
  readonly text: string
  readonly write: (text: string, offset: number) => StreamEvent
}

const pieceOf = (event: StreamEvent): Piece | undefined => {
  if (event.type !== 'request.delta') return undefined
  const { data } = event
  if (data.text !== undefined)
    return { stream: 'text', text: data.text, write: (text, offset) => ({ ...event, data: { ...data, offset, text } }) }
  if (data.reasoning !== undefined) {
    const write = (reasoning: string): StreamEvent => ({ ...event, data: { ...data, reasoning } })
    return { stream: 'reasoning', text: data.reasoning, write }
  }
  const { call } = data
  if (!isObject(call)) return undefined
  const write = (argumentsDelta: string, offset: number): StreamEvent => ({
    ...event,
    data: { ...data, offset, call: { ...call, argumentsDelta } },
  })
  return { stream: `call/${call.index}`, text: call.argumentsDelta, write }
}

export const createLiveRedaction = ({ redact, openEnd }: Pick<Redactor, 'redact' | 'openEnd'>): LiveRedaction => {
  /** By run and span, then by stream: the end of what came, as long as it may begin a secret. */
  const waiting = new Map<string, Map<string, string>>()
  return {
    clean: (event) => {
      const piece = pieceOf(event)
      if (piece === undefined) return redactJson(event, redact)
      const place = `${event.run} ${event.span}`
      const streams = waiting.get(place) ?? new Map<string, string>()
      const before = streams.get(piece.stream) ?? ''
      const whole = before + piece.text
      const held = openEnd(whole)
      if (held > 0 || before !== '') waiting.set(place, streams.set(piece.stream, whole.slice(whole.length - held)))
      const shown = redact(whole.slice(0, whole.length - held))
      if (shown === '' && piece.text !== '') return undefined
      // A piece that changed nothing is passed on as it is, with all else in it clean.
      const { offset } = event.type === 'request.delta' ? event.data : { offset: 0 }
      return redactJson(shown === piece.text ? event : piece.write(shown, offset - before.length), redact)
    },
    end: (run, span) => void waiting.delete(`${run} ${span}`),
  }
}
