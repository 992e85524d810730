import { IMPERATIVE, INFINITIVE, VERBS, type Verb } from './lexicon.ts'
import { stemOf } from './words.ts'

const isCyrillic = (word: string): boolean => /\p{Script=Cyrillic}/u.test(word)

const byBase = new Map<string, Verb[]>()
const byStem = new Map<string, Verb[]>()
for (const verb of VERBS)
  for (const word of verb.en) {
    byBase.set(word, [...(byBase.get(word) ?? []), verb])
    byStem.set(stemOf(word), [...(byStem.get(stemOf(word)) ?? []), verb])
  }

const inForm = (word: string, form: RegExp): readonly Verb[] =>
  VERBS.filter(({ ru }) => ru.some((stem) => word.startsWith(stem) && form.test(word.slice(stem.length))))

/** The action of an imperative: English by its base form. */
export const imperatives = (word: string): readonly Verb[] =>
  isCyrillic(word) ? inForm(word, IMPERATIVE) : (byBase.get(word) ?? [])

export const infinitives = (word: string): readonly Verb[] => (isCyrillic(word) ? inForm(word, INFINITIVE) : [])

/** The action of a noun: `перезапуск`; `deletion` isn't one. */
export const acts = (word: string): readonly Verb[] =>
  isCyrillic(word) ? VERBS.filter((verb) => verb.acts.some((act) => word.startsWith(act))) : (byBase.get(word) ?? [])

/** Every meaning a word has, in any form. */
export const meanings = (word: string): readonly Verb[] =>
  isCyrillic(word)
    ? [...imperatives(word), ...infinitives(word), ...acts(word)]
    : (byBase.get(word) ?? byStem.get(stemOf(word)) ?? [])
