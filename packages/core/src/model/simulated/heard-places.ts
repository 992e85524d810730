import { splitWords, stemOf } from './words.ts'

/** Places that sound. `windy` is a mood, and `with winds` asks for players: only `howling winds` name a place. */
const ENGLISH = new Set(
  `sea ocean surf wave waves tide shore beach rain drizzle downpour wind breeze gale storm thunder thunderstorm
  crowd cafe café market street city people audience night crickets`.split(/\s+/),
)
const RUSSIAN = new Set(
  `море океан прибой волны волн берег берега дождь ливень ливня ветер ветра бриз буря бурь шторм вьюга вьюг метель гроза гром
  толпа кафе рынок рынка улица город люди людей ночь сверчок сверчки`
    .split(/\s+/)
    .map(stemOf),
)

/** `with wind`, `слышен ветер`: what comes next is heard. */
const HEARD = /^(?:with|hear|hears|heard|hearing|plus|с|со|слыш(?:ен|на|но|ны|у|ать|атся|ится))$/u
/** `about wind`, `in the rain`: what comes next is a subject, or is somewhere else. */
const SUBJECT = /^(?:about|for|in|like|on|under|without|no|not|о|об|про|для|в|во|на|по|под|без|не|ни)$/u
const AND = /^(?:and|и)$/u
/** `a gust of wind` is heard; `a love of the sea` is a subject. */
const SOUNDS = /^(?:bits?|lots?|touch|hint|gusts?|howl|howling|whisper|hum|roar|rustle|rustling|murmur|patter)$/u
/** A noun after the place makes it an adjective (`wind quartet`), unless it is one of these. */
const GOES_ON =
  /^(?:[,.;:!?\n]|and|or|but|in|on|at|for|from|over|under|behind|about|around|through|off|to|as|please|too|outside|softly|without|with|\p{L}+ing)$/u

/** The words for places that the music should let us hear: the wind of `a ballad about a mill, with wind`. */
export const heardPlaces = (text: string): ReadonlySet<string> => {
  const tokens = text.toLowerCase().match(/[\p{L}\p{N}]+|[,.;:!?\n]/gu) ?? []
  const heard = new Set<string>()
  let state: 'music' | 'heard' | 'subject' = 'music'
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1] ?? ''
    if (/^[.;:!?\n]$/u.test(token)) state = 'music'
    else if (HEARD.test(token)) state = 'heard'
    else if (SUBJECT.test(token) || (token === 'of' && !SOUNDS.test(before))) state = 'subject'
    else if (AND.test(token) && (state === 'music' || before === ',')) state = 'heard'
    else if (state === 'heard' && isPlace(before, token, tokens[index + 1] ?? '.'))
      for (const word of splitWords(token)) heard.add(word)
  }
  return heard
}

const isPlace = (before: string, word: string, next: string): boolean =>
  /\p{Script=Cyrillic}/u.test(word)
    ? RUSSIAN.has(stemOf(word.replaceAll('ё', 'е')))
    : GOES_ON.test(next) && (ENGLISH.has(word) || (word === 'winds' && !HEARD.test(before) && !AND.test(before)))
