import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const PAGE = readFileSync(join(import.meta.dirname, 'providers.md'), 'utf8')
const NAMED = [...PAGE.matchAll(/^- ([A-Z]\d): `([^`]+)` › `(.+)`$/gm)].map(([, name = '', file = '', title = '']) => ({
  name,
  file,
  title,
}))

test('every cell of the table in docs/providers.md names a test that is there', () => {
  const lost = NAMED.filter(({ file, title }) => {
    const path = join(ROOT, file)
    return !existsSync(path) || !readFileSync(path, 'utf8').includes(title)
  })
  expect(lost).toEqual([])
  const table = PAGE.slice(PAGE.indexOf('| provider and wire'))
  const cells = [...table.matchAll(/^\|[^|]+\|(.+)\|$/gm)].slice(2).flatMap(([, row = '']) => row.split('|'))
  const names = NAMED.map(({ name }) => name)
  expect(
    cells.map((cell) => cell.trim().split(' ', 1).join()).filter((cell) => cell !== '–' && !names.includes(cell)),
  ).toEqual([])
  expect(names.filter((name) => !cells.some((cell) => cell.includes(name)))).toEqual([])
})
