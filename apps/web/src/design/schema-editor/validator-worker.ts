/// <reference lib="webworker" />
import type { Profile } from '@ensemble/core'
import type { WorkspaceFiles } from '@ensemble/core/idea'
import { createValidator } from '@ensemble/core/validate'
import { createLanguage, type Language, type Surround } from './language.ts'
import { readTextMessage, type TextMessage } from './text-message.ts'

/** A text that changed since the last question; null if it is gone. */
export interface TextChange {
  readonly folder: 'ideas' | 'tools'
  readonly name: string
  readonly text: TextMessage | null
}
export interface Question {
  readonly id: number
  readonly changes: readonly TextChange[]
  readonly surround?: Surround
  readonly method: keyof Language
  readonly asked: unknown
  /** The question's text, in addition to the files'. */
  readonly about?: TextMessage
}
export type Reply =
  | { readonly id: number; readonly ok: true; readonly answer: unknown }
  | { readonly id: number; readonly ok: false; readonly reason: string }

const NO_PROFILE: Profile = {}
const texts = { ideas: new Map<string, string>(), tools: new Map<string, string>() }
/** The subject of the last question with a text. */
let askedText = ''
let surround: Surround = { activities: [], mcpServers: [], profile: NO_PROFILE, lint: {} }

const files = (): WorkspaceFiles => {
  const { lint: _lint, ...known } = surround
  return { ...texts, ...known }
}
// Compiling a schema makes code, which the page's own policy forbids and this worker's allows.
const language = createLanguage(files, () => surround, createValidator())

self.addEventListener('message', async ({ data }: MessageEvent<Question>) => {
  const { id, changes, method, asked, about } = data
  surround = data.surround ?? surround
  for (const { folder, name, text } of changes)
    if (text === null) texts[folder].delete(name)
    else texts[folder].set(name, readTextMessage(texts[folder].get(name) ?? '', text))
  if (about !== undefined) askedText = readTextMessage(askedText, about)
  let reply: Reply
  try {
    const answer: unknown = await language[method](
      (about === undefined ? asked : { ...(asked as object), text: askedText }) as never,
    ) // the client's types pair method and question
    reply = { id, ok: true, answer }
  } catch (error) {
    reply = { id, ok: false, reason: error instanceof Error ? error.message : String(error) }
  }
  self.postMessage(reply)
})
