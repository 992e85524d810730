import { toFileDiff } from '../../document/texts/file-diff.ts'

/** A text on its way to a worker: whole, or as what changed in the one that the worker has already. */
export type TextMessage =
  { readonly text: string } | { readonly offset: number; readonly removed: number; readonly inserted: string }

/** `after` for a reader that has `before`: a key in a long text travels as a key. */
export function textMessage(before: string | null | undefined, after: string): TextMessage {
  if (before === null || before === undefined) return { text: after }
  const diff = toFileDiff('', before, after)
  if (diff === null) return { offset: 0, removed: 0, inserted: '' }
  if (diff.type !== 'splice') return { text: after }
  return { offset: diff.offset, removed: diff.removed.length, inserted: diff.inserted }
}

/** The text that a message means to a reader that has `before`. */
export function readTextMessage(before: string, message: TextMessage): string {
  if ('text' in message) return message.text
  const { offset, removed, inserted } = message
  return before.slice(0, offset) + inserted + before.slice(offset + removed)
}
