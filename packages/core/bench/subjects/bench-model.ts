import type { Model } from '@ensemble/core'
import { createOpenAiModel } from '@ensemble/core/openai'
import { createEgressFetch } from '../../../../apps/server/src/egress/egress-fetch.ts'

/** The fake endpoint as a Model, over the fetch that the server gives its models. */
export const createBenchModel = (baseUrl: string, streams = true): Model =>
  createOpenAiModel({
    name: 'bench',
    baseUrl,
    apiKey: 'none',
    fetch: createEgressFetch({ endpoints: () => [baseUrl], hosts: () => [] }),
    capabilities: { structured: false, strict: false, tools: true, streams },
  })
