import type { LiveData, LiveType } from '../../journal/events.ts'
import { isoTime } from '../../journal/iso-time.ts'
import { parentOf } from '../../journal/parent-of.ts'
import type { Recording } from './recording.ts'

type Watched = Pick<Recording, 'id' | 'history' | 'deps'>

/** Whether anybody sees what is only told while it happens. */
export const isWatched = ({ id, history, deps }: Watched): boolean =>
  !history.replaying && deps.journal.isTailed?.(id) !== false

export function publish<T extends LiveType>(run: Watched, type: T, span: string, data: LiveData[T]): void {
  if (!isWatched(run)) return
  run.deps.journal.publish({
    v: 1,
    seq: null,
    prev: null,
    run: run.id,
    type,
    key: `${span}#${type}`,
    at: isoTime(run.deps.clock.now()),
    span,
    parent: parentOf(span),
    data,
  } as never) // type and data belong together by this function's signature
}
