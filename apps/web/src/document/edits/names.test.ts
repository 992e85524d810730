import { expect, test } from 'vitest'
import { ideaNameFor, titleOfName, toolNameFor } from './names.ts'

test('a title becomes a file name that no other Idea has', () => {
  expect(ideaNameFor('Fact checker', [])).toBe('fact-checker')
  expect(ideaNameFor('Fact checker', ['Fact-Checker'])).toBe('fact-checker2')
  expect(ideaNameFor('  3. Café, for two! ', [])).toBe('cafe-for-two')
})

test('a title that leaves no Latin letter, or a reserved word, still gets a name', () => {
  expect(ideaNameFor('Исследователь', [])).toBe('idea')
  expect(ideaNameFor('Исследователь', ['idea'])).toBe('idea2')
  expect(ideaNameFor('CON', [])).toBe('idea')
})

test('words become the name of a Tool, and a name stays as it is', () => {
  expect(toolNameFor('search the web')).toBe('searchTheWeb')
  expect(toolNameFor('check_http')).toBe('check_http')
  expect(toolNameFor('поиск')).toBe('')
})

test('the name of a Tool is read as words', () => {
  expect(titleOfName('searchTheWeb')).toBe('Search The Web')
  expect(titleOfName('check_http')).toBe('Check Http')
})
