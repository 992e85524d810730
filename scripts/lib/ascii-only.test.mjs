import { expect, test } from 'vitest'
import { toAscii } from './ascii-only.mjs'

/** @param {string} code */
const valueOf = async (code) =>
  (await import(`data:text/javascript,${encodeURIComponent(`export default ${code}`)}`)).default

test.each([
  ['a string', "'†state → 🎵'"],
  ['a template', '`†${1}…`'],
  ['a regular expression', 'JSON.stringify("a🎵b†".match(/[🎵†]/gu))'],
  ['a name', '(() => { const größe = 3; return größe })()'],
])('code means the same in ASCII: %s', async (_, code) => {
  const ascii = toAscii(code)
  expect(ascii).toMatch(/^[\x00-\x7f]*$/)
  expect(await valueOf(ascii)).toEqual(await valueOf(code))
})

test('code that would mean something else stays as it is', () => {
  expect(toAscii('/\\†/')).toBe('/\\†/')
  expect(toAscii('String.raw`†`')).toBe('String.raw`†`')
})
