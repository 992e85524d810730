import { findSyntaxError, parseJson } from '@ensemble/core/host'

/** `is not JSON at line 3, column 5: a comma is expected.`, of a text that `JSON.parse` refused with `error`. */
export const notJsonSentence = (text: string, error: unknown): string =>
  findSyntaxError(text)?.message.replace('Not JSON', 'is not JSON') ??
  `is not JSON: ${error instanceof Error ? error.message : 'it cannot be read'}.`

/**
 * `is ambiguous: the property "hosts" is written twice (line 3, column 5).`; undefined for a text without duplicates.
 */
export const ambiguousSentence = (text: string): string | undefined => {
  const parsed = parseJson(text)
  return parsed.ok || parsed.code !== 'json.duplicateKey' ? undefined : `is ambiguous: ${parsed.message}.`
}
