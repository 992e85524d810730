import { describe, expect, it } from 'vitest'
import { badWords } from './words.mjs'

/** @param {string} text */
const inCode = (text) => badWords({ path: 'loop.ts', text })
/** @param {string} text */
const inPage = (text) => badWords({ path: 'README.md', text })

describe('a phrase that reads badly', () => {
  it('fails in a comment, a title and an error, with its line and a remedy', () => {
    expect(inCode('\n// The key stands in a file')).toEqual(['loop.ts:2: "stands": write is, or: is listed, is stored'])
    expect(inCode(`it('is told nobody', () => {})`)).toHaveLength(2)
    expect(inCode('throw new Error(`${name} is no duration`)')).toHaveLength(1)
  })

  it('fails in the prose of a page, not in its code', () => {
    expect(inPage('Whoever reads\n\nthis')).toHaveLength(1)
    expect(inPage('```ts\nconst nobody = 1\n```\n`nobody`')).toEqual([])
  })

  it('passes in names and in single words', () => {
    expect(inCode(`const stands = 'nobody'; mend(anew)`)).toEqual([])
  })

  it('passes where the words have their plain meaning', () => {
    expect(inCode('// There is no file; it stands in for one, which is no longer read')).toEqual([])
  })
})

describe('a comment', () => {
  it('begins with a noun', () => {
    expect(inCode('/** What a fork keeps. */')).toEqual(['loop.ts:1: begin with a noun, not with "What"'])
    expect(inCode("const s = 'What is wrong here?'")).toEqual([])
  })
})
