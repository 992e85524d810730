import { callError } from '../../call/call-errors.ts'
import type { CallError } from '../../call/call-error.ts'
import type { ProposedCall } from '../../call/judged-call.ts'
import { writesOf } from '../../request/reference.ts'
import type { Reference, ReferencePath, ReferenceView } from '../../request/reference.types.ts'
import { clip } from '../../schema/clip.ts'
import { canWrite } from './writes.ts'

/** Where a Call's result will be written, as its `_outputPath` says (docs/contract/protocol.md#state). */
export const outputReference = (call: ProposedCall): Reference | undefined => {
  const text = call.meta._outputPath
  if (text === undefined || text === '') return undefined
  const parsed = writesOf(text.startsWith('†') ? text : `†${text}`)
  return parsed.ok ? parsed.reference : undefined
}

/** A path that cannot be written is refused before the Call runs. */
export function refuseTarget(call: ProposedCall, view: ReferenceView): CallError | undefined {
  const text = call.meta._outputPath
  if (text === undefined || text === '') return undefined
  const target = outputReference(call)
  const wrong = target ? target.paths.find((path) => !canWrite(view.state, path.segments)) : undefined
  if (target && !wrong) return undefined
  const message = `The result cannot be written to ${clip(wrong?.text ?? text)}: give a path in the state that holds no other value, like †state.name.`
  return callError('arguments.invalid', message, { path: '/_outputPath' })
}

/** Equal for two writes to the same path of the same instance. */
export const pathKey = (instance: string | undefined, path: ReferencePath): string =>
  `${instance ?? ''}\n${path.segments.join('\n')}`
