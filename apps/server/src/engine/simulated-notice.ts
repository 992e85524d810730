import type { Simulated } from '@ensemble/core/trace'

/** What stands next to a result in which no real model had a part. */
export const SIMULATED_NOTICE: { readonly [part in Simulated]: string } = {
  answer: 'Simulated answer. No real model was called.',
  choices: 'Simulated run. No real model was called; code of the workspace did the rest.',
}
