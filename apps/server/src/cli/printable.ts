/** Characters that a terminal obeys instead of showing: controls (except line ends and tabs) and direction marks. */
const OBEYED = /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu

const toEscape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * A foreign text made safe for a terminal: it cannot hide or overwrite its neighbours. JSON stays the same JSON.
 * Further lines are indented by `indent`.
 */
export const printable = (text: string, indent = ''): string =>
  text.replaceAll(OBEYED, toEscape).replaceAll('\n', `\n${indent}`)

/** The same for a text that must fit in one line. */
export const printableLine = (text: string): string => printable(text).replaceAll(/\s*\n\s*/g, ' ')

/** A value as JSON for people: the same value, of which a terminal obeys nothing. */
export const printableJson = (value: unknown, space?: number): string => printable(JSON.stringify(value, null, space))
