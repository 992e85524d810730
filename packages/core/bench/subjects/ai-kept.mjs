import { createFetch } from '@ensemble/core/node'
import { create as createAi } from './ai.mjs'

/** The AI SDK over the connections that Ensemble's Node entry keeps. */
export const create = (baseUrl) => createAi(baseUrl, { fetch: createFetch() })
