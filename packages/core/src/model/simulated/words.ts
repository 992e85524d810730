/** Words that carry no subject. Latin and Cyrillic, as written and lower-case. */
const STOP_WORDS = new Set(
  `a an the and or but nor not no yes of for to in on at by with without from into onto over under about as is are was
  were be been being am do does did done has have had having will would can could should may might must shall this
  that these those it its he she they we you i me my your our their his her them us who whom whose which what when
  where why how if then else than so such very just only also too more most less least some any all each every both
  few many much other another same own one two please let lets there here out up down off again once between through
  something anything everything somebody anybody doing going please during before after above below while because until make makes get gets give gives use uses using need needs want
  wants value values call calls tool tools result results given via per etc eg ie
  и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только ее мне было вот от меня еще
  нет о об из ему теперь когда даже ну вдруг ли если уже или ни быть был него до вас нибудь опять уж вам ведь там
  потом себя ничего ей может они тут где есть надо ней для мы тебя их чем была сам чтоб без будто чего раз тоже себе
  под будет ж тогда кто этот того потому этого какой совсем ним здесь этом один почти мой тем чтобы нее были куда
  зачем всех никогда можно при это эта эти пожалуйста просто лишь мне нам вам тебе нибудь либо нужно надо хочу
  thank thanks спасибо благодарю`.split(/\s+/),
)

const LATIN_ENDINGS =
  'ization|isation|ations|ation|ingly|edly|ness|ings|ions|ion|ing|ers|ies|ed|er|es|ly|al|s|e|y|i'.split('|')
const CYRILLIC_ENDINGS = (
  'ться|ями|ами|иями|его|ого|ему|ому|ыми|ими|ить|ать|еть|ять|уть|ешь|ишь|ает|яет|ует|ают|яют|уют|ите|йте|' +
  'иях|ях|ах|ия|ие|ию|ии|ий|ый|ой|ая|яя|ое|ее|ые|ую|юю|ью|ья|ье|ей|ов|ев|ам|ям|ом|ем|им|ым|их|ых|ют|ут|ат|ят|ет|ит|' +
  'ла|ло|ли|ть|ся|сь|а|я|о|е|ы|и|у|ю|ь|й'
).split('|')
/** Letters that every stem of a longer word keeps. */
export const SHORTEST_STEM = 3
/** Short Latin endings need a longer stem: `waves` isn't `WAV`. */
const LONGER_STEM = 4

/** The words of a text or an identifier, lower-case: `checkHttp_status` → check, http, status. */
export const splitWords = (text: string): readonly string[] =>
  text
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** A light stem: `waves` and `wave`, `волнами` and `волны` meet. Not linguistics: enough to see that words are kin. */
export const stemOf = (word: string): string => {
  const isCyrillic = /\p{Script=Cyrillic}/u.test(word)
  const ending = (isCyrillic ? CYRILLIC_ENDINGS : LATIN_ENDINGS).find(
    (candidate) =>
      word.endsWith(candidate) &&
      word.length - candidate.length >=
        (!isCyrillic && candidate.length < 3 && candidate !== 's' && candidate !== 'ed'
          ? LONGER_STEM
          : SHORTEST_STEM) &&
      !(candidate === 's' && word.endsWith('ss')),
  )
  const stem = ending === undefined ? word : word.slice(0, -ending.length)
  const undoubled =
    !isCyrillic && /([bdfgmnprt])\1$/.test(stem) && stem.length > SHORTEST_STEM ? stem.slice(0, -1) : stem
  return undoubled
}

/** `wi-fi` is one word: its halves alone are too short to say anything. */
const SHORT_PAIR = /(?<!\p{L})(\p{L}{1,2})-(\p{L}{1,2})(?!\p{L})/gu

/** Content words only, in order, without repetition. */
export const contentWords = (text: string): readonly string[] => [
  ...new Set(
    splitWords(text.replaceAll(SHORT_PAIR, '$1$2')).filter(
      (word) => !STOP_WORDS.has(word) && (word.length > 2 || /\p{N}/u.test(word)),
    ),
  ),
]

/** The words between a text's spaces, without punctuation: `google.com`, `T-1042`, `http://a/`. */
export const tokensOf = (text: string): readonly string[] =>
  text.split(/\s+/u).flatMap((piece) => /[\p{L}\p{N}](?:.*[\p{L}\p{N}/])?/u.exec(piece)?.[0] ?? [])

/** The stems of a text's content words. */
export const stemsOf = (text: string): ReadonlySet<string> => new Set(contentWords(text).map(stemOf))

/** A name without case and separators: `soundBank`, `sound_bank` and `Sound bank` are one. */
export const foldName = (name: string): string => splitWords(name).join('')

export const countShared = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  let shared = 0
  for (const word of a) if (b.has(word)) shared++
  return shared
}

/** A text as a sentence: with a full stop, unless it ends in a mark, in quotes or not. */
export const asSentence = (text: string): string => (/[.!?…][”"’)]?$/u.test(text) ? text : `${text}.`)
