import type { Model } from '@ensemble/core'
import { createOpenAiModel } from '@ensemble/core/node'

/** The fake endpoint as a Model, over the kept connections that a program on Node gets. */
export const createBenchModel = (baseUrl: string, streams = true): Model =>
  createOpenAiModel({
    name: 'bench',
    baseUrl,
    apiKey: 'none',
    capabilities: { structured: false, strict: false, tools: true, streams },
  })
