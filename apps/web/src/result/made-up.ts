import type { TraceLog } from '@ensemble/core/trace'

/** Whether no language model and no code of the workspace had a part in what a Run came to: only the simulated model. */
export const isMadeUp = ({ events }: TraceLog): boolean => {
  const [created] = events
  return (
    created?.type === 'run.created' &&
    created.data.model === 'simulated' &&
    events.every(
      (event) =>
        (event.type !== 'call.started' || event.data.mode !== 'explicit') &&
        (event.type !== 'request.started' || event.data.model === 'simulated'),
    )
  )
}
