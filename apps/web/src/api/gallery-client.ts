import type { Json } from '@ensemble/core'
import { requestJson } from './client.ts'

/** A workspace to begin with. */
export interface Template {
  readonly name: string
  readonly title: string
  readonly sentence: string
  /** What it is run with first. */
  readonly idea: string
  readonly input: Json
  /** That run waits for a person. */
  readonly waits: boolean
  readonly ideas: number
  readonly tools: readonly string[]
}

export const readTemplates = (): Promise<readonly Template[]> => requestJson('/api/templates')

/** Makes a copy of a template and serves it. Resolves to the address of its page, as this browser reaches it. */
export const openTemplate = async (name: string): Promise<string> => {
  const path = `/api/templates/${encodeURIComponent(name)}/open`
  const url = new URL((await requestJson<{ url: string }>(path, { method: 'POST' })).url)
  url.hostname = location.hostname
  return url.href
}
