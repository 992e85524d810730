// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { languageOf } from './language.ts'
import { ru } from './ru/index.ts'

const english = Object.assign({}, ...Object.values(import.meta.glob('./en/*.ts', { eager: true }))) as Readonly<
  Record<string, object>
> // each module exports one catalogue, under its name

type Texts = readonly (readonly [key: string, forms: readonly string[], isPlural: boolean])[]
/** Every text of a catalogue with its forms. */
const textsOf = (value: unknown, path = ''): Texts => {
  if (typeof value === 'string') return [[path, [value], false]]
  if (typeof value !== 'object' || value === null) return []
  if ('other' in value && 'one' in value) return [[path, Object.values(value) as string[], true]]
  return Object.entries(value).flatMap(([name, member]) => textsOf(member, path === '' ? name : `${path}.${name}`))
}
const variablesOf = (text: string): readonly string[] =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))].toSorted()

describe('a translation', () => {
  const { en: _, ...catalogues } = english
  test.each(Object.keys(catalogues))('has every text of %s, with the variables that the English one has', (name) => {
    const translated = new Map(textsOf(ru[name as keyof typeof ru]).map(([key, forms]) => [key, forms])) // the types say that it has all
    const given = textsOf(catalogues[name])
    expect([...translated.keys()]).toEqual(given.map(([key]) => key))
    for (const [key, forms] of given) {
      const all = variablesOf(forms.join(' '))
      for (const form of translated.get(key) ?? []) {
        expect(form.trim(), `${name}: ${key}`).not.toBe('')
        // A form for one number alone need not repeat it.
        expect(all, `${name}: ${key}`).toEqual(expect.arrayContaining([...variablesOf(form)]))
        const must = all.filter((variable) => variable !== 'count' || forms.every((one) => one.includes('{count}')))
        expect(variablesOf(form), `${name}: ${key}`).toEqual(expect.arrayContaining(must))
      }
    }
  })

  test.each(Object.entries(ru))('%s has all Russian forms where it has any', (_name, catalogue) => {
    for (const [key, forms, isPlural] of textsOf(catalogue)) if (isPlural) expect(forms, key).toHaveLength(4)
  })
})

/** Words that the glossary replaced (docs/terms.md#russian). */
const GONE = {
  отрез: 'этап (span)',
  прогон: 'запуск (Run)',
  кейс: 'проверочный запуск (case)',
  лента: 'хронология (Timeline)',
}

test.each(Object.entries(GONE))('no Russian text says «%s…»: the glossary has %s', (stem) => {
  const texts = Object.entries(ru).flatMap(([name, catalogue]) =>
    textsOf(catalogue).flatMap(([key, forms]) => forms.map((form) => `${name}.${key}: ${form}`)),
  )
  expect(texts.filter((text) => new RegExp(`(^|[^а-яё])${stem}[а-яё]*`, 'iu').test(text))).toEqual([])
})

test('the page speaks the first language of the browser that it has, and English where it has none', () => {
  expect(languageOf(['ru-RU', 'en'])).toBe('ru')
  expect(languageOf(['de-DE', 'ru', 'en'])).toBe('ru')
  expect(languageOf(['en-GB', 'ru'])).toBe('en')
  expect(languageOf(['de', 'ja'])).toBe('en')
  expect(languageOf([])).toBe('en')
})

describe('in Russian', () => {
  afterEach(() => {
    localStorage.clear()
    vi.resetModules()
  })

  test('a count has the form of its number, and numbers are written as in that language', async () => {
    localStorage.setItem('ensemble:language', 'ru')
    vi.resetModules()
    const { createTexts } = await import('./index.ts')
    const { whenTranslated } = await import('./translated.ts')
    await new Promise<void>(whenTranslated)
    const { groups } = await import('./en/groups.ts')
    const say = createTexts({ groups })
    const told = [1, 2, 5, 11, 21, 1200].map((count) => say('count', { count }))
    expect(told).toEqual(['1 узел', '2 узла', '5 узлов', '11 узлов', '21 узел', '1\u00a0200 узлов'])
  })
})
