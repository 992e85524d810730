// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import templates from '../../../../../examples/gallery.json' with { type: 'json' }
import { wordsOf } from './template-words.ts'

test('the page tells of every template in its own words, which in English are those of the gallery', () => {
  for (const { name, title, sentence } of templates)
    expect(wordsOf({ name, title: '', sentence: '' })).toEqual({ title, sentence })
})

test('a template that the page does not know speaks for itself', () => {
  const words = { title: 'Zoo', sentence: 'Animals.' }
  expect(wordsOf({ name: 'zoo', ...words })).toEqual(words)
})
