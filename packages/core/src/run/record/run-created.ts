import type { EventData, NewEvent } from '../../journal/events.ts'
import type { ExecutorDeps } from './executor-deps.ts'

/** The first event of a Run, started or forked: everything that it starts from. */
export type RunCreated = NewEvent & { readonly type: 'run.created' }

export const runCreated = ({ clock }: Pick<ExecutorDeps, 'clock'>, data: EventData['run.created']): RunCreated => ({
  type: 'run.created',
  key: '#run.created',
  at: new Date(clock.now()).toISOString(),
  span: '',
  parent: null,
  data,
})
