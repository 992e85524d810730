/**
 * A plugin of the bundler: code in ASCII, which Node stores in half the memory and imports with some 7 % less CPU. Lines stay as they are.
 * @type {import('rolldown').Plugin}
 */
export const asciiOnly = {
  name: 'ascii-only',
  // Last of all: the bundler writes strings again after `renderChunk`.
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = toAscii(file.code)
  },
}

/** A backslash before the character, or `String.raw` around it, would turn the escape into text. */
const MEANS_ANOTHER = /\\[^\x00-\x7f]|String\.raw`[^`]*[^\x00-\x7f]/

/** Each character over 0x7f as its escape; code that would mean something else stays as it is. @param {string} code */
export const toAscii = (code) =>
  MEANS_ANOTHER.test(code)
    ? code
    : code.replace(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
