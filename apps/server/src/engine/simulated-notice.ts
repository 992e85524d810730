import { type Simulated, simulatedIn } from '@ensemble/core/trace'

/** Shown next to a result in which no real model had a part. An import accepts these words alone, so they stay as they are. */
export const SIMULATED_NOTICE: { readonly [part in Simulated]: string } = {
  answer: 'Simulated answer. No real model was called.',
  choices: 'Simulated run. No real model was called; code of the workspace did the rest.',
}

/** The notice that these events earn; undefined where a real model was called. */
export const noticeOf = (events: Parameters<typeof simulatedIn>[0]): string | undefined => {
  const simulated = simulatedIn(events)
  return simulated && SIMULATED_NOTICE[simulated]
}
