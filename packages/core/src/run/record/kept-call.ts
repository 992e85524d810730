import type { Json } from '../../schema/json.ts'
import { inputsOf } from './call-inputs.ts'
import type { KeptCall } from './reuse.ts'
import type { History } from './history.ts'
import type { LoopScope } from './loop-scope.ts'
import type { PinnedResult } from './pinned.ts'
import type { Performed, ReadyCall } from './ready-call.ts'

/** How this Call ended in the Run that the fork was made from, where that still holds. */
export const keptOf = ({ run }: LoopScope, call: ReadyCall): KeptCall | undefined =>
  run.reuse.call(call.place.span, () => inputsOf(call))

/** The source's result stands, with the files it made. */
export async function keep(
  loop: LoopScope,
  call: ReadyCall,
  attempt: number,
  { artifacts, end }: KeptCall,
): Promise<Performed> {
  const { history } = loop.run
  await Promise.all(emitArtifacts(history, call, artifacts))
  if (end.type === 'completed') {
    await history.emit('call.completed', call.place.span, { ...end.data, call: call.place.id })
    return { type: 'result', result: end.data.result as Json } // hydrated
  }
  await history.emit('call.failed', call.place.span, { ...end.data, call: call.place.id, attempt }, attempt)
  return { type: 'error', error: end.data.error }
}

/** Files that came with a result: each is told of once, however often its Run is taken up. */
export const emitArtifacts = (
  history: History,
  { place: { id, span } }: ReadyCall,
  artifacts: PinnedResult['artifacts'],
): readonly Promise<void>[] =>
  artifacts.map((artifact, index) => history.emit('artifact.created', span, { ...artifact, call: id }, index + 1))
