/** Entry for programs on Node: a `fetch` that keeps its connections, and the Model adapter that uses it. */
import { createOpenAiModel as createModel, type OpenAiOptions } from '../src/model/openai.ts'
import type { Model } from '../src/model/model.ts'
import { createFetch } from './fetch.ts'

export { createFetch } from './fetch.ts'
export type { FetchOptions, Reach } from './fetch.ts'
export type { OpenAiOptions }

let kept: typeof globalThis.fetch | undefined

/** `createOpenAiModel` of `@ensemble/core/openai`, over connections that all Models of the process keep and share. */
export const createOpenAiModel = (options: OpenAiOptions): Model =>
  createModel({ ...options, fetch: options.fetch ?? (kept ??= createFetch()) })
