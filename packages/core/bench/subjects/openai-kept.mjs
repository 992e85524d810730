import { createFetch } from '@ensemble/core/node'
import { create as createOpenAi } from './openai.mjs'

/** OpenAI's client over the connections that Ensemble's Node entry keeps. */
export const create = (baseUrl) => createOpenAi(baseUrl, { fetch: createFetch() })
