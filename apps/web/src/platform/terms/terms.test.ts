import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { firstLook } from '../i18n/en/first-look.ts'

it('explains each term as docs/terms.md does', () => {
  const page = readFileSync(new URL('../../../../../docs/terms.md', import.meta.url), 'utf8')
  const [, section = ''] = page.split('## In the page')
  const listed = [...(section.split('## ')[0] ?? '').matchAll(/^- (.+)$/gm)].map(([, sentence = '']) => sentence)
  expect(listed).toEqual(Object.values(firstLook.term))
})
