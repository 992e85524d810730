import { expect, it } from 'vitest'
import { toAnchor } from '../citations.mjs'
import { changeLinks, linksIn, sectionOf } from './markdown.mjs'
import { navOf } from './stage.mjs'

const PAGE =
  '# A\n\n[one](b.md) and `[two](c.md)`\n\n```md\n[three](d.md)\n```\n\n## The part\n\n![pic](m/p.png)\n\n### In it\n\nx\n\n## Next\n'

it('finds links and pictures with their lines, and none in code', () => {
  expect(linksIn(PAGE).map(({ target, line, isImage }) => [target, line, isImage])).toEqual([
    ['b.md', 3, false],
    ['m/p.png', 11, true],
  ])
})

it('changes links and keeps every other character', () => {
  expect(changeLinks(PAGE, ({ label }) => label)).toBe(
    PAGE.replace('[one](b.md)', 'one').replace('![pic](m/p.png)', 'pic'),
  )
  expect(changeLinks('[`code`](x.md)', ({ label, target }) => `[${label}](/${target})`)).toBe('[`code`](/x.md)')
})

it('takes a section up to the next heading of its level', () => {
  expect(sectionOf(PAGE, 'the-part', toAnchor)).toBe('![pic](m/p.png)\n\n### In it\n\nx')
  expect(sectionOf(PAGE, 'missing', toAnchor)).toBeUndefined()
})

it('makes the sidebar from a list of pages', () => {
  expect(navOf('# Docs\n\n## To begin\n\n- [tour](/tour.md): one minute\n- [outside](https://a.b)\n')).toEqual([
    { text: 'To begin', items: [{ text: 'Tour', link: '/tour.md' }] },
  ])
})
