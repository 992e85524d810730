import { type Idea, type Problem, type ToolSchema, isObject, parseJson } from '@ensemble/core'
import type { FileName } from './names.ts'

/** A file of the workspace, read: what it means where it is sound, and what is wrong in it. */
export interface ReadDocument<T> {
  readonly name: string
  readonly file: string
  readonly text: string
  /** Null where only a draft exists. */
  readonly etag: string | null
  readonly draft?: string
  readonly title?: string
  readonly value?: T
  readonly problems: readonly Problem[]
}
export type IdeaDocument = ReadDocument<Idea>
export type ToolDocument = ReadDocument<ToolSchema>

export const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

export const readDocument = <T>(name: FileName, text: string, etag: string | null): ReadDocument<T> => {
  const parsed = parseJson(text, { maxLength: 8 * 1024 * 1024, maxDepth: 512 })
  if (!parsed.ok) {
    const problem: Problem = {
      code: parsed.code,
      severity: 'error',
      message: parsed.message,
      path: '',
      file: name.file,
      range: [parsed.offset, 1],
    }
    return { name: name.name, file: name.file, text, etag, problems: [problem] }
  }
  const title = isObject(parsed.value) ? parsed.value['title'] : undefined
  return {
    name: name.name,
    file: name.file,
    text,
    etag,
    problems: [],
    value: parsed.value as T, // read by its own parser below
    ...(typeof title === 'string' && { title }),
  }
}
