import { createBenchModel } from './bench-model.ts'
import { create as createEnsemble } from './ensemble.ts'

/** The same, asked for whole answers as the others ask: no Call starts before the answer is there. */
export const create = (baseUrl: string) => createEnsemble(baseUrl, createBenchModel(baseUrl, false))
