import { KEYWORDS } from '@ensemble/core/editor'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { codes } from '../../../../../docs/errors/codes.mjs'
import { REFUSALS, REFUSAL_SENTENCES } from './ru/refusals.ts'
import { sayProblem } from './ru/say-problem.ts'

const ROOT = new URL('../../../../../', import.meta.url)
const sourcesOf = (folder: string): string =>
  readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(new URL(`${folder}/${name}`, ROOT), 'utf8'))
    .join('\n')

/** Sentences that are put together from parts have only these words. */
const TOGETHER = /^(must|missing required|is not allowed)|(\(429\)[:.]$)|^[.:;]?\s*\S{0,12}\s*$/

test('each sentence that the Russian page knows is one that the server or the core says', () => {
  const sources = ['apps/server/src', 'packages/core/src', 'apps/web/src/platform/api']
    .map(sourcesOf)
    .join('\n')
    .replaceAll(String.raw`\'`, "'")
  const gone = REFUSAL_SENTENCES.map(([english]) => english).filter((english) => {
    const parts = english.split(/\{\w+\}/).map((part) => part.trim())
    const own = parts.toSorted((a, b) => b.length - a.length)[0] ?? ''
    return !TOGETHER.test(own) && !sources.includes(own)
  })
  expect(gone).toEqual([])
})

test('each keyword of a schema is explained in Russian', () => {
  expect(KEYWORDS.map(({ docs }) => docs).filter((docs) => !/[а-я]{3}/i.test(sayProblem('', docs)))).toEqual([])
  expect(sayProblem('', 'Every item is different. Example: "uniqueItems": true')).toBe(
    'Все элементы разные. Пример: "uniqueItems": true',
  )
})

test('each code with a Russian refusal is one of the table', () => {
  expect(Object.keys(REFUSALS).filter((code) => codes[code] === undefined && code !== 'internal')).toEqual([])
})

test('a refusal is Russian with its names, or Russian before the words of the server', () => {
  expect(sayProblem('run.unknown', 'There is no run 42.')).toBe('Запуска 42 нет.')
  expect(sayProblem('name.taken', 'ideas/a.json is there already.')).toBe('Файл ideas/a.json уже есть.')
  expect(sayProblem('model.status', "The model's endpoint answered 401: no key. Check the API key.")).toBe(
    'Сервер модели ответил 401: no key. Проверьте ключ API.',
  )
  expect(sayProblem('engine.storage', 'Something failed.')).toBe(
    'Диск или база данных не приняли запись. (Something failed.)',
  )
  expect(sayProblem('activity.failed', 'The words of the code.')).toBe('The words of the code.')
  expect(sayProblem('', '"brief" must have at least 1 character; got ""')).toBe(
    '"brief": нужен хотя бы 1 символ, а здесь ""',
  )
})
