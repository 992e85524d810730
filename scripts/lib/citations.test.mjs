import { describe, expect, it } from 'vitest'
import { anchorsOf, deadLinks, lostCitations, stalePictures } from './citations.mjs'

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

describe('a link of a page', () => {
  const there = new Map([
    ['docs/a.md', '# A\n\n## Part\n'],
    ['docs/media/p.png', ''],
  ])
  /** @param {string} text */
  const dead = (text) =>
    deadLinks(
      { path: 'docs/b.md', text },
      (path) => there.has(path) || path === 'docs/b.md',
      (path) => (path === 'docs/b.md' ? anchorsOf(text) : anchorsOf(there.get(path) ?? '')),
    )

  it('leads to a file, a heading or another site', () => {
    expect(dead('# B\n[a](a.md#part) ![p](media/p.png) [up](../docs/a.md) [here](#b) [web](https://x.y)')).toEqual([])
  })

  it('is refused with its place if the file or the heading is missing', () => {
    expect(dead('[a](c.md)\n[b](a.md#whole)')).toEqual([
      'docs/b.md:1: c.md leads to docs/c.md, which is missing',
      'docs/b.md:2: docs/a.md has no heading for #whole',
    ])
  })
})

it('a picture is stale if the page lost a text that it shows', () => {
  const pictures = { 'window.png': ["'Run'", "'Timeline'"] }
  expect(stalePictures(pictures, "run: 'Run', dock: 'Timeline'")).toEqual([])
  expect(stalePictures(pictures, "run: 'Run', dock: 'History'")).toEqual([
    `${'docs'}/media/window.png shows "'Timeline'", which the page no longer says: run \`npm run screenshots\``,
  ])
})
