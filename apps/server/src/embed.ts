/** The entry of the package `ensemble` for programs: a workspace's files, Journal and executor without a server (docs/library.md). */
export { createEnsemble } from './embed/create-ensemble.ts'
export type { Ensemble, EnsembleOptions, RunEvent } from './embed/ensemble.ts'
