import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const PAGE = readFileSync(join(import.meta.dirname, 'one-turn.md'), 'utf8')
const [, CODE = ''] = /```\n([\s\S]*?)```/.exec(PAGE) ?? []
const LINKS = [...PAGE.matchAll(/^\| \[`(\w+)`\]\(([^)]+)\)/gm)].map(([, name = '', file = '']) => ({
  name,
  text: readFileSync(join(import.meta.dirname, file), 'utf8'),
  lines: readFileSync(join(import.meta.dirname, file), 'utf8').split('\n').length,
  file,
}))

test('every name of docs/one-turn.md is exported by the file that it links to', () => {
  const lost = LINKS.filter(
    ({ name, text }) => !new RegExp(`export (async )?(function|class|const) ${name}\\b`).test(text),
  )
  expect(lost.map(({ name }) => name)).toEqual([])
})

test('its pseudo-code has forty lines, and uses exactly the names that the table explains', () => {
  expect(CODE.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(40)
  // The called names, alone or as members of named ones; the other words are English.
  const called = new Set([...CODE.matchAll(/\b([A-Za-z]+)(?:\.\w+)?\(/g)].map(([, name = '']) => name))
  const named = new Set([...CODE.matchAll(/\b(\w*[a-z][A-Z]\w*|[A-Z]\w+)\b/g)].map(([, name = '']) => name))
  expect(LINKS.map(({ name }) => name).filter((name) => !called.has(name) && !named.has(name))).toEqual([])
  const known = new Set(LINKS.map(({ name }) => name))
  expect([...called].filter((name) => !known.has(name) && name !== 'turn')).toEqual([])
})

test('the methods that it calls are there', () => {
  const lost = [...CODE.matchAll(/\b([A-Z]\w+)\.(\w+)\(/g)].filter(([, name, method = '']) => {
    const text = LINKS.find((link) => link.name === name)?.text ?? ''
    return !new RegExp(`^  (async )?${method}\\(`, 'm').test(text)
  })
  expect(lost.map(([whole]) => whole)).toEqual([])
})

test('the facts that it appends are types of events', async () => {
  const { EVENT_TYPES } = await import('../packages/core/src/journal/events.ts')
  const appended = [...CODE.matchAll(/append ([\w.]+)(?: or ([\w.]+))?/g)].flatMap(([, one, other]) => [one, other])
  expect(appended.filter((type) => type !== undefined && !(EVENT_TYPES as readonly string[]).includes(type))).toEqual(
    [],
  )
})

test('one turn stays readable: its files and lines', () => {
  const files = new Map(LINKS.map(({ file, lines }) => [file, lines]))
  expect(files.size).toBeLessThanOrEqual(18)
  expect([...files.values()].reduce((sum, lines) => sum + lines, 0)).toBeLessThanOrEqual(2500)
})
