import {
  ABOUT_ACTS,
  AFTER_NOUN,
  ASKS_INFINITIVE,
  AUXILIARY,
  DENIES,
  FORBIDDEN_FORM,
  FORBIDS,
  FORBIDS_READER,
  GOES_ON,
  LEAD_IN,
  LIGHT,
  LISTS,
  NOUNISH,
  NO_NEGATION,
  OPEN_END,
  PLEASE,
  POLITE_OPENING,
  POLITE_RUSSIAN,
  RUSSIAN_NOT,
  SHORT_NO,
  SPOKEN_ABOUT,
  TURNS,
  WISHES,
  WITHOUT,
} from './lexicon.ts'
import { CALLS_TOOL, isMention, markMentions, mentionsIn, withoutMentions } from './mentions.ts'
import { acts, imperatives, infinitives, meanings } from './verbs.ts'

/** The requests in a text, and the prohibitions. */
export interface Asked {
  readonly text: string
  readonly barred: string
  /** Every part that forbids something, whole: what it forbids, and of what. */
  readonly forbidden: readonly string[]
  /** Words that are requests: `restart` in `please restart it`, never in `the last restart`. */
  readonly wanted: readonly string[]
  /** The Tools whose exact names the text mentions and doesn't forbid. */
  readonly named: readonly string[]
  /** The Tools whose exact names the text forbids. */
  readonly forbiddenNames: readonly string[]
}

/** Part of a sentence: between commas, `and` and `but`. */
interface Part {
  readonly text: string
  readonly words: readonly string[]
  /** The words before it: a comma, `and`, `but`; empty at the beginning of a sentence. */
  readonly opener: string
}

/** An address is a value: of its words only the scheme says what is asked for. */
const ADDRESS = /\b([a-z][a-z0-9+.-]*):\/\/\S+/giu
const QUOTED = /"[^"]*"|“[^”]*”|«[^»]*»|`[^`]*`/gu
const OUTER_QUOTES = /^\s*["“«](.*)["”»]\s*$/su

/**
 * Reads a text in English or Russian, with the names of the Tools that it may mention. Not linguistics: in doubt nothing
 * that changes anything was asked for.
 */
export const readAsked = (written: string, names: readonly string[] = []): Asked => {
  const plain = markMentions(written.replaceAll(ADDRESS, '$1'), names)
    .replace(OUTER_QUOTES, (whole, inner: string) => (/["“”«»]/u.test(inner) ? whole : inner))
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(NUMBERED, '- ')
    .replaceAll(NO_NEGATION, (text) => (text.startsWith('не мог') ? ' можете ' : ' '))
  const quoted = [...plain.matchAll(QUOTED)].map(([text]) => text)
  const asked: string[] = quoted
  const barred: string[] = []
  const forbidden: string[] = []
  const wanted: string[] = []
  let before: { readonly text: string; readonly isForbidden: boolean; readonly isOpen: boolean } | undefined
  for (const sentence of plain.replaceAll(QUOTED, ' ').match(SENTENCE) ?? []) {
    const isItem = ITEM.test(sentence)
    const read = readSentence(sentence, before !== undefined && goesOnBelow(before, isItem))
    asked.push(...read.asked)
    barred.push(...read.barred)
    forbidden.push(...read.forbidden)
    wanted.push(...read.wanted)
    before = { text: isItem && before !== undefined ? before.text : sentence, ...read }
  }
  const [text, bars] = [asked.join(' '), barred.join(' ')]
  const forbiddenNames = mentionsIn([bars, ...forbidden].join(' '), names)
  return {
    text: withoutMentions(text),
    barred: withoutMentions(bars),
    forbidden,
    wanted: wanted.flatMap((word) => (isMention(word) ? mentionsIn(word, names) : [word])),
    named: mentionsIn(text, names).filter((name) => !forbiddenNames.includes(name)),
    forbiddenNames,
  }
}

const SENTENCE = /[^.!?;\n]+(?:[.!?;](?!\s|$)[^.!?;\n]*)*[.!?;\n]*/gu
const NUMBERED = /^[ \t]*\d+[.)][ \t]+/gmu
const ITEM = /^\s*[-*•–—]\s/u

/** `do not:` forbids the list below it; `do not` at the end of a line forbids what the next line says. */
const goesOnBelow = (
  { text, isForbidden, isOpen }: { readonly text: string; readonly isForbidden: boolean; readonly isOpen: boolean },
  isItem: boolean,
): boolean => {
  if (!text.endsWith('\n')) return false
  return isOpen || (isForbidden && (isItem || !text.endsWith('\n\n')) && /:\s*$/u.test(text))
}

const TOKEN = /[\p{L}\p{N}]+(?:['’]\p{L}+)?|[,:()—–]|(?<=\s)-(?=\s)/gu

const partsOf = (sentence: string): readonly Part[] => {
  const parts: Part[] = []
  let [from, opener, words] = [0, '', [] as string[]]
  const close = (until: number, next: string): void => {
    if (words.length > 0) parts.push({ text: sentence.slice(from, until), words, opener })
    from = until
    // `, and` is an and; `, but` is a but.
    opener = words.length > 0 || opener === ',' || opener === '' ? next : opener
    words = []
  }
  for (const { 0: token, index } of sentence.matchAll(TOKEN)) {
    if (/^[,:()—–-]$/u.test(token)) close(index, ',')
    else if (GOES_ON.has(token) || TURNS.has(token)) close(index, token)
    else words.push(token)
  }
  close(sentence.length, '')
  return parts
}

/** `isForbidden` says that the line before forbids this one as well. */
const readSentence = (sentence: string, startsForbidden: boolean) => {
  const parts = partsOf(sentence)
  const all = parts.map(({ words }) => words.join(' ')).join(' ')
  const speaks = isSpokenAbout(sentence, all)
  const asked: string[] = []
  const barred: string[] = []
  const forbidden: string[] = []
  const wanted: string[] = []
  let isForbidden = startsForbidden
  let isOpen = startsForbidden
  let isAbout = false
  let callsTools = true
  for (const [index, part] of parts.entries()) {
    const phrase = part.words.join(' ')
    const goesOn = GOES_ON.has(part.opener)
    const at = forbiddenFrom(phrase) ?? (index > 0 || PLEASE.test(phrase) ? SHORT_NO.exec(phrase)?.index : undefined)
    isForbidden = at !== undefined || isOpen || (isForbidden && carriesOn(parts, index))
    isOpen = at === undefined ? isOpen && part.words.every(saysNothing) : OPEN_END.test(phrase)
    const [before, after] =
      at === undefined ? (isForbidden ? ['', phrase] : [phrase, '']) : [phrase.slice(0, at), phrase.slice(at)]
    const without = before.match(WITHOUT)?.join(' ') ?? ''
    const open = before.replaceAll(WITHOUT, ' ')
    asked.push(isForbidden ? open : without === '' ? part.text : open)
    barred.push(after, without)
    forbidden.push(...[isForbidden ? phrase : '', without].filter((text) => text !== ''))
    const spoken = part.words.some((word) => SPOKEN_ABOUT.has(word))
    isAbout = spoken || (isAbout && goesOn)
    const isRequest = !speaks && !isAbout && !isForbidden && !DENIES.test(open)
    const found: readonly string[] = isRequest ? wantedIn(open, index === 0) : []
    // `use one and another` calls both; `compare one and another` calls neither.
    const own: readonly string[] =
      callsTools || !isMention(part.words[0] ?? '') ? found : found.filter((word) => !isMention(word))
    callsTools = own.some(isMention) || (callsTools && part.words.every((word) => LEAD_IN.has(word)))
    wanted.push(...own)
    // `how to stop and restart it` speaks about both; `see what is wrong and restart it` about the first alone.
    isAbout = isAbout && part.words.some((word) => meanings(word).some(({ changes }) => changes))
  }
  return { asked, barred, forbidden, wanted, isForbidden, isOpen }
}

/** The forbidden part comes later: `do not, under any circumstances, restart it`. */
const saysNothing = (word: string): boolean => meanings(word).length === 0

/** A question or a condition: not a request now. */
const isSpokenAbout = (sentence: string, all: string): boolean => {
  if (/(?:^|\s)(?:if|unless|whenever|если)(?=\s|$)/u.test(all)) return true
  if (POLITE_OPENING.test(`${all} `) || POLITE_RUSSIAN.test(all)) return false
  const [first = '', second = ''] = all.split(' ')
  if (first === 'do' && !/^(?:you|i|we|they)$/u.test(second)) return /\?\s*$/u.test(sentence)
  return (AUXILIARY.has(first) && imperatives(second).length === 0) || /\?\s*$/u.test(sentence)
}

/** Where the negation of a part begins that forbids something. */
const forbiddenFrom = (phrase: string): number | undefined => {
  const always = FORBIDS.exec(phrase)?.index
  if (always !== undefined) return always
  const own = FORBIDS_READER.exec(phrase)
  const isReader =
    own !== null &&
    phrase
      .slice(0, own.index)
      .split(' ')
      .every((word) => word === '' || LEAD_IN.has(word))
  const [next = ''] =
    own === null
      ? []
      : phrase
          .slice(own.index + own[0].length)
          .trim()
          .split(' ')
  // `I don't like it` tells about the speaker; `I don't want it` forbids.
  const isReport = own !== null && /^(?:i|we) $/u.test(phrase.slice(0, own.index + 1)) && !WISHES.has(next)
  // `no restart`, but not `no answer from the site`.
  if (isReader && !isReport && (own[0].trim() !== 'no' || meanings(next).some(({ changes }) => changes)))
    return own.index
  for (const match of phrase.matchAll(RUSSIAN_NOT)) {
    const [, word = ''] = match
    if (FORBIDDEN_FORM.test(word) || imperatives(word).length > 0 || infinitives(word).length > 0) return match.index
  }
  return / не$|^не$/u.exec(phrase)?.index
}

/** Whether the earlier prohibition continues here: over `and`, and over the commas of a list that ends in `or`. */
const carriesOn = (parts: readonly Part[], index: number): boolean => {
  const part = parts[index]
  if (part === undefined || TURNS.has(part.opener)) return false
  if (GOES_ON.has(part.opener)) {
    const [first = ''] = part.words.filter((word) => !LEAD_IN.has(word))
    const looks = [...imperatives(first)].some(({ changes }) => !changes)
    return !looks || LISTS.test(part.opener)
  }
  const rest = parts.slice(index)
  const turn = rest.findIndex(({ opener }) => TURNS.has(opener))
  return rest.slice(0, turn < 0 ? rest.length : turn).some(({ opener }) => LISTS.test(opener))
}

const DETERMINER = new Set('a an the this that my our your its all every each'.split(' '))

const BEFORE_TOOL = new Set([...DETERMINER, 'tool', 'инструмент'])

const wantedIn = (phrase: string, isFirst: boolean): readonly string[] => {
  const words = phrase.split(' ').filter((word) => word !== '')
  const polite = isFirst && POLITE_OPENING.test(`${phrase} `) ? words.filter((word) => !AUXILIARY.has(word)) : words
  return [...englishWanted(polite), ...russianWanted(words)]
}

/** The verb behind the lead-in, and what a light verb does. */
const englishWanted = (words: readonly string[]): readonly string[] => {
  const start = words.findIndex((word) => !LEAD_IN.has(word) && word !== 'someone' && word !== 'anyone')
  const verb = words[start]
  if (verb === undefined || isNoun(words, start)) return []
  const called = CALLS_TOOL.test(verb) ? words.slice(start + 1).find((word) => !BEFORE_TOOL.has(word)) : undefined
  if (called !== undefined && isMention(called)) return [verb, called]
  if (!LIGHT.has(verb)) return [verb]
  const done = words.slice(start + 1).find((word) => !DETERMINER.has(word))
  return done === undefined ? [verb] : [verb, done]
}

/** `restart count` and `restart was fine` name something; `delete the log` asks for something. */
const isNoun = (words: readonly string[], at: number): boolean => {
  const [verb = '', next = '', afterNext = ''] = words.slice(at)
  if (isMention(verb) && /ed$|\p{Script=Cyrillic}/u.test(next) && !CALLS_TOOL.test(next)) return true
  if (!NOUNISH.has(verb) && !isMention(verb)) return false
  return AFTER_NOUN.has(next) || ABOUT_ACTS.has(next) || (ABOUT_ACTS.has(afterNext) && !DETERMINER.has(next))
}

const russianWanted = (words: readonly string[]): readonly string[] =>
  words.filter((word, index) => {
    const before = words.slice(0, index)
    if (isMention(word)) return isCalledInRussian(before)
    if (!/\p{Script=Cyrillic}/u.test(word)) return false
    if (imperatives(word).length > 0) return true
    if (infinitives(word).length > 0)
      return before.every((other) => LEAD_IN.has(other)) || before.some((other) => ASKS_INFINITIVE.has(other))
    return acts(word).length > 0 && before.slice(-2).some((other) => LIGHT.has(other))
  })

/** `используй countWords`, `нужно запустить countWords`. */
const isCalledInRussian = (before: readonly string[]): boolean => {
  const at = before.findLastIndex((word) => !BEFORE_TOOL.has(word))
  const verb = before[at] ?? ''
  if (!/\p{Script=Cyrillic}/u.test(verb) || !CALLS_TOOL.test(verb)) return false
  const lead = before.slice(0, at)
  const isAsked = lead.every((word) => LEAD_IN.has(word)) || lead.some((word) => ASKS_INFINITIVE.has(word))
  return !verb.endsWith('ть') || isAsked
}
