import { parentOf } from '../journal/parent-of.ts'

/** Span paths (docs/contract/protocol.md#the-journal): `""` is the Run, then `request/N` and `call/N` in turn. */

/** The kind of a path's span (docs/contract/protocol.md#the-journal). */
export const spanKind = (span: string): 'run' | 'request' | 'call' => {
  if (span === '') return 'run'
  return span.endsWith('call', span.lastIndexOf('/')) ? 'call' : 'request'
}

/** Counted from 0 among its siblings. */
export const ordinalOf = (span: string): number => Number(span.slice(span.lastIndexOf('/') + 1)) || 0

/** The Loop a span works for: the Run or the module Call whose Requests these are. The Run belongs to itself. */
export const loopOf = (span: string): string => {
  const kind = spanKind(span)
  if (kind === 'run') return span
  const parent = parentOf(span) ?? ''
  return kind === 'request' ? parent : (parentOf(parent) ?? '')
}

/** `idea://sound-designer` and `sound-designer` name the same Idea; other addresses stay as they are. */
export const ideaName = (address: string): string => address.replace(/^idea:\/\//, '').replace(/\.json$/, '')
