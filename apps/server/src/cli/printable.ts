/**
 * What a terminal obeys rather than shows: controls (line ends and tabs apart), and marks that turn the direction of
 * writing of what comes after them.
 */
const OBEYED = /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu

const toEscape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * A text from elsewhere (a model, a server, a file) as a terminal may be given it: nothing in it can hide, overwrite or
 * turn around what stands beside it. JSON stays the same JSON. Further lines are indented by `indent`.
 */
export const printable = (text: string, indent = ''): string =>
  text.replaceAll(OBEYED, toEscape).replaceAll('\n', `\n${indent}`)

/** The same for a text that has one line to stand in. */
export const printableLine = (text: string): string => printable(text).replaceAll(/\s*\n\s*/g, ' ')

/** A value as JSON for people: the same value, of which a terminal obeys nothing. */
export const printableJson = (value: unknown, space?: number): string => printable(JSON.stringify(value, null, space))
