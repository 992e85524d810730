import { findSyntaxError } from '@ensemble/core'

/** `is not JSON at line 3, column 5: a comma is expected.`, of a text that `JSON.parse` refused with `error`. */
export const notJsonSentence = (text: string, error: unknown): string =>
  findSyntaxError(text)?.message.replace('Not JSON', 'is not JSON') ??
  `is not JSON: ${error instanceof Error ? error.message : 'it cannot be read'}.`
