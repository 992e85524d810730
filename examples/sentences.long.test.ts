import { readdirSync } from 'node:fs'
import type { JsonObject } from '@ensemble/core'
import { describe, expect, test } from 'vitest'
import { GENRE_NAMES } from './audio/src/theory/genres.ts'
import { SENTENCES } from './sentences.ts'
import { createTestWorkspace, toolsOf } from './test-workspace.ts'

/** Wraps every Tool of a workspace: records the choice and does nothing. */
const idle = (folder: string): object =>
  Object.fromEntries(
    readdirSync(`${folder}/tools`).map((file) => [
      file.replace(/\.json$/u, ''),
      () => Promise.reject(new Error('idle')),
    ]),
  )

type Domain = (typeof SENTENCES)[string]

/** The Tools that the simulated model calls first for a sentence. */
const createChooser = (name: string, { idea, input, content }: Domain) => {
  const folder = `${import.meta.dirname}/${name}`
  const workspace = createTestWorkspace(folder, [idle(folder)])
  return async (sentence: string, more: JsonObject = {}): Promise<readonly string[]> => {
    const ideas = content && { [`idea://${idea}`]: content(sentence) }
    const { events } = await workspace.run(idea, { ...input(sentence), ...more }, { ...(ideas && { ideas }) })
    return toolsOf(events.filter(({ span }) => /^request\/0\/call\/\d+$/u.test(span)))
  }
}

describe.each(Object.entries(SENTENCES))('In %s', (name, domain) => {
  const { sentences } = domain
  const choose = createChooser(name, domain)

  test('there are at least twenty sentences, in both languages', () => {
    const texts = Object.keys(sentences)
    expect(texts.length).toBeGreaterThanOrEqual(20)
    expect(texts.filter((text) => /\p{Script=Cyrillic}/u.test(text)).length).toBeGreaterThanOrEqual(8)
  })

  test.each(Object.entries(sentences))('“%s” calls %j', async (sentence, tools) => {
    expect((await choose(sentence)).toSorted()).toEqual(tools.toSorted())
  })

  // A ticket is data, whatever else the form holds.
  const speaks = Object.values(domain.input('?')).includes('?')
  if (speaks)
    test.each(Object.entries(sentences))('“%s” calls %j in a form of more texts', async (sentence, tools) => {
      const more = /\p{Script=Cyrillic}/u.test(sentence)
        ? { from: 'Вера', note: 'спасибо' }
        : { from: 'Ada', note: 'thanks' }
      expect((await choose(sentence, more)).toSorted()).toEqual(tools.toSorted())
    })
})

describe('Every genre of the composer is music to the Producer, which lists none of them', () => {
  const choose = createChooser('music', SENTENCES['music'] as Domain) // it is there
  test.each(GENRE_NAMES)('a %s', async (genre) => {
    expect(await choose(`a ${genre} about rain`)).toEqual(['composeSong'])
  })
})
