import { sha256Text } from '../schema/hash.ts'

/** A W3C Trace Context: the trace that a Run belongs to, and the span that started it. */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly trace: string
  /** 16 hexadecimal digits. */
  readonly span: string
  readonly isSampled: boolean
}

const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** Reads a `traceparent` header; undefined if invalid, as the specification asks. */
export const parseTraceparent = (text: string): TraceContext | undefined => {
  const [, version, trace, span, flags, more] = TRACEPARENT.exec(text) ?? []
  if (trace === undefined || span === undefined || flags === undefined) return undefined
  if (version === '00' && more !== undefined) return undefined
  return { trace, span, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

/** The trace of a Run: the caller's where it gave one, else one derived from the Run's id, so that nothing is random. */
export const traceIdOf = (run: string, traceparent?: string): string =>
  (traceparent === undefined ? undefined : parseTraceparent(traceparent)?.trace) ?? derivedTraceId(run)

let last = { run: '', id: '' }
/** Asked for by every Request of a Run. */
function derivedTraceId(run: string): string {
  if (last.run !== run) last = { run, id: sha256Text(`trace ${run}`).slice(0, 32) }
  return last.id
}

/** The id of a span in its trace; the same whenever the Run is exported. */
export const spanIdOf = (run: string, span: string): string => sha256Text(`span ${run} ${span}`).slice(0, 16)

/** A Run's span as the header `traceparent` of its requests. */
export const traceparentOf = (run: string, span: string, incoming?: string): string => {
  const isSampled = (incoming === undefined ? undefined : parseTraceparent(incoming)?.isSampled) ?? true
  return `00-${traceIdOf(run, incoming)}-${spanIdOf(run, span)}-${isSampled ? '01' : '00'}`
}
