import { describe, expect, it } from 'vitest'
import { anchorsOf, lostCitations } from './citations.mjs'

const pages = new Map([['docs/contract/lore.md', anchorsOf('# Lore\n\n## The Loop\n\n```sh\n# a comment\n```\n')]])
const page = 'docs/contract/' // kept apart from the anchors below, which lead nowhere on purpose

/** @param {string} text */
const lost = (text) => lostCitations({ path: 'loop.ts', text }, (name) => pages.get(name))

describe('a citation of the docs', () => {
  it('leads to a heading of the page, or to the page as a whole', () => {
    expect(lost(`/** Turns (${page}lore.md#the-loop). */`)).toEqual([])
    expect(lost(`/** All of it (${page}lore.md). */`)).toEqual([])
  })

  it('is refused with its place where the heading or the page does not exist', () => {
    expect(lost(`\n// ${page}lore.md#the-lop`)).toEqual([`loop.ts:2: no heading for ${page}lore.md#the-lop`])
    expect(lost(`// ${page}law.md#x`)).toEqual([`loop.ts:1: there is no page ${page}law.md`])
  })

  it('finds no heading inside a code block', () => {
    expect(lost(`// ${page}lore.md#a-comment`)).toHaveLength(1)
  })

  it('never names a page that is not in the repository', () => {
    expect(lost('// PROTO' + 'COL.md, section 5')).toHaveLength(1)
  })
})
