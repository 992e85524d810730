import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const PAGE = readFileSync(join(import.meta.dirname, 'reliability.md'), 'utf8')
const NAMED = [...PAGE.matchAll(/^- `([^`]+)` › `([^`]+)`$/gm)].map(([, file = '', title = '']) => ({ file, title }))

/** A title in code, in any quotes. */
const isIn = (code: string, title: string): boolean =>
  [`'${title.replaceAll("'", "\\'")}'`, `"${title}"`, `\`${title}\``].some((written) => code.includes(written))

test('every threat of docs/reliability.md names tests, and each of them is there', () => {
  const lost = NAMED.filter(({ file, title }) => {
    const path = join(ROOT, file)
    return !existsSync(path) || !isIn(readFileSync(path, 'utf8'), title)
  })
  expect(lost).toEqual([])
  const threats = PAGE.split(/^## /m).slice(1)
  expect(threats).toHaveLength(25)
  for (const threat of threats)
    expect(threat.split('\n').filter((line) => line.startsWith('- `')).length, threat).toBeGreaterThan(0)
})

test('no line of docs/reliability.md escapes the check', () => {
  expect(PAGE.split('\n').filter((line) => line.startsWith('- '))).toHaveLength(NAMED.length)
})
