import { expect, test } from 'vitest'
import { diffTexts } from './both-ways-texts.ts'

test('two values that differ are shown from where they part, however long they are', () => {
  const long = 'Уважаемый клиент, '.repeat(20)
  const [before, after] = diffTexts(`${long}ваш заказ в пути.`, `${long}ваш заказ потерян.`)
  expect(before).toContain('в пути.')
  expect(after).toContain('потерян.')
  expect(before.startsWith('"…')).toBe(true)
  expect(before.length).toBeLessThan(100)
})

test('short values are shown whole, and one that is missing is named', () => {
  expect(diffTexts('angry', 'calm')).toEqual(['"angry"', '"calm"'])
  expect(diffTexts(undefined, { a: 1 })).toEqual(['missing', '{ a: 1 }'])
})
