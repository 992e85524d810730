import { readKey, readLength, readMetre, readTempo } from './brief-numbers.ts'
import { GENRE_NAMES, GENRES, type GenreName } from './genres.ts'
import { INSTRUMENT_NAMES, INSTRUMENT_STEMS, type InstrumentName } from './instrument-words.ts'
import { AMBIENCE_KINDS, AMBIENCE_STEMS, MOODS, NEGATIONS, NEGATION_BRIDGES, NUMBER_WORDS } from './lexicon.ts'
import { ONLY_WORDS, PART_STEMS, SOLO_WORDS, STYLE_WORDS, SUBJECT_WORDS, THEME_STEMS } from './lexicon.ts'
import { isCompound, metreText } from './metre.ts'
import { PART_NAMES } from './parts.ts'
import { isMinorLike, pitchName } from './pitch.ts'
import { playersOf } from './players.ts'
import { matchesStem } from './stems.ts'
import type { Style } from './style.ts'

/** Words of briefs that say nothing about the music. */
const SILENT_WORDS = new Set(
  (
    'a an the and or of in on at to from by as my our your his her its with without for very some any so too please write ' +
    'make me i want need would like play compose create song songs music piece tune melody track hit sound sounds theme ' +
    'style kind about old new little big long short bpm tempo seconds second minutes minute key major minor sharp flat ' +
    'half lasting version mood feeling beat beats per but not is it that this be up evening day morning hear heard hearing outside film movie ' +
    'и или в во на с со к ко у от до из за по под над при о об про для без не ни очень такой такая мне мой моя моё наш ' +
    'песня песню песни песен музыка музыку музыки мелодия мелодию пьеса трек напиши сочини сделай хочу пожалуйста стиле ' +
    'жанре темп секунд секунды минут минуты минуту минута мажор мажоре минор миноре диез бемоль уд мин ударов это но а ' +
    'ре ми фа соль ля си радио felt electric тв полминуты полторы размер размере звук звуки звуками шум шума шумом фильм фильма кино ' +
    'слышен слышна слышно слышны слышу слышать окном'
  ).split(' '),
)
const STEMS: readonly string[] = [
  ...GENRE_NAMES.flatMap((name) => GENRES[name].stems),
  ...INSTRUMENT_NAMES.flatMap((name) => INSTRUMENT_STEMS[name]),
  ...MOODS.flatMap(({ stems }) => stems),
  ...AMBIENCE_KINDS.flatMap((kind) => AMBIENCE_STEMS[kind]),
  ...Object.values(THEME_STEMS).flat(),
  ...PART_NAMES.flatMap((part) => PART_STEMS[part] ?? []),
  ...[NEGATIONS, NEGATION_BRIDGES, Object.keys(NUMBER_WORDS), ONLY_WORDS, STYLE_WORDS, SUBJECT_WORDS]
    .flat()
    .map((word) => `=${word}`),
  ...SOLO_WORDS,
  'instrumental',
  'инструментал',
  'lyric',
  'vocal',
  'слов',
  'вокал',
  'word',
  'birthday',
  'рождени',
  'день',
  'major',
  'minor',
  'dorian',
  'phrygian',
  'lydian',
  'mixolydian',
  'мажор',
  'минор',
  'hip',
  'hop',
  'nova',
  'нова',
]
const MOST_NAMED = 4

const notUnderstood = (brief: string, style: Style): readonly string[] => {
  const said = style.reading.subjects.map(({ phrase }) => phrase.toLowerCase()).join(' ')
  const words = brief.slice(0, 4000).match(/\p{L}[\p{L}'’-]*/gu) ?? []
  const odd = words.filter((raw) => {
    const word = raw.toLowerCase()
    if (word.length < 2 || SILENT_WORDS.has(word) || said.includes(word) || style.reading.subject?.includes(word))
      return false
    return !word.split('-').some((piece) => STEMS.some((stem) => matchesStem(piece, stem) || matchesStem(word, stem)))
  })
  return [...new Set(odd)]
}

const WORDS = {
  en: {
    and: 'and',
    unknown: 'not understood',
    bpm: (beats: number) => `${beats} bpm`,
    metre: (asked: string, own: string) => `in ${asked}, though it would be ${own}`,
    moods: (one: string, other: string) => `both ${one} and ${other}`,
    both: (name: string) => `${name} both wanted and not`,
    long: 'three minutes are the longest',
    short: 'eight seconds are the shortest',
    tempo: (beats: number) => `${beats} bpm is as near as it plays`,
    nothing: 'nothing in the brief says more',
  },
  ru: {
    and: 'и',
    unknown: 'не понято',
    bpm: (beats: number) => `${beats} уд/мин`,
    metre: (asked: string, own: string) => `на ${asked}, хотя обычно ${own}`,
    moods: (one: string, other: string) => `настроения спорят: ${one} и ${other}`,
    both: (name: string) => `${name}: и нужно, и не нужно`,
    long: 'дольше трёх минут не бывает',
    short: 'короче восьми секунд не бывает',
    tempo: (beats: number) => `ближайший темп — ${beats} уд/мин`,
    nothing: 'больше в запросе ничего нет',
  },
} as const

/** The demands of a brief that cannot all be met, and how each was settled. */
const contradictions = (brief: string, style: Style): readonly string[] => {
  const { reading, metre, tempo } = style
  const words = WORDS[reading.language]
  const asked = readMetre(brief)
  const own = GENRES[style.genre].metres
  const isOdd = asked !== undefined && reading.genres.length > 0 && !own.includes(metreText(metre))
  const { moods } = reading
  const [bright, dark] = [
    moods.find((mood) => mood === 'joyful'),
    moods.find((mood) => mood === 'sad' || mood === 'dark'),
  ]
  const both = reading.wanted.filter((name) => reading.unwanted.includes(name))
  const length = readLength(brief)
  const beats = readTempo(brief)
  const played = isCompound(metre) ? tempo / 1.5 : tempo
  return [
    ...(isOdd ? [words.metre(metreText(asked), own[0])] : []),
    ...(bright && dark ? [words.moods(moodName(bright, reading.language), moodName(dark, reading.language))] : []),
    ...both.map((name) => words.both(instrumentName(name, reading.language))),
    ...(length !== undefined && length > 180 ? [words.long] : length !== undefined && length < 8 ? [words.short] : []),
    ...(beats !== undefined && Math.abs(beats - played) > 1 ? [words.tempo(Math.round(played))] : []),
  ]
}

const RUSSIAN_MOODS: Readonly<Record<string, string>> = { joyful: 'весёлое', sad: 'грустное', dark: 'мрачное' }
const moodName = (mood: string, language: 'en' | 'ru'): string =>
  language === 'ru' ? (RUSSIAN_MOODS[mood] ?? mood) : mood

const instrumentName = (name: InstrumentName, language: 'en' | 'ru'): string =>
  language === 'ru' ? RUSSIAN_INSTRUMENTS[name] : (ENGLISH_INSTRUMENTS[name] ?? name.replaceAll('-', ' '))
const ENGLISH_INSTRUMENTS: Partial<Readonly<Record<InstrumentName, string>>> = {
  'round-bass': 'bass',
  'felt-piano': 'piano',
  'drum-kit': 'drums',
  'triangle-bass': 'bass',
  'drive-guitar': 'electric guitar',
}

/** The reading of a brief in one line: `E blues, 93 bpm, guitar and bass; not understood: zxcv`. */
export const describeUnderstood = (brief: string, style: Style, tempo: number): string => {
  const { language, subjects } = style.reading
  const words = WORDS[language]
  const beats = Math.round(isCompound(style.metre) ? tempo / 1.5 : tempo)
  const unknown = notUnderstood(brief, style)
  const named = unknown.slice(0, MOST_NAMED).join(', ') + (unknown.length > MOST_NAMED ? ' …' : '')
  const says = [
    `${kindOf(style)}, ${words.bpm(beats)}, ${listed(playing(style), words.and)}`,
    ...contradictions(brief, style),
    ...(unknown.length > 0 ? [`${words.unknown}: ${named}`] : []),
    ...(unknown.length > 0 && isNonsense(brief, style) && subjects.length === 0 ? [words.nothing] : []),
  ]
  return says.join('; ')
}

/** A brief of which nothing is known. */
const isNonsense = (brief: string, { reading }: Style): boolean =>
  reading.genres.length + reading.moods.length + reading.wanted.length === 0 &&
  reading.theme === 'life' &&
  readKey(brief) === undefined &&
  readMetre(brief) === undefined &&
  readTempo(brief) === undefined

const listed = (names: readonly string[], and: string): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${and} ${names.at(-1)}`

const playing = (style: Style): readonly string[] => {
  const { lead, chords, pad = 'none', bass, drums } = playersOf(style)
  const names = [lead, chords, pad, bass, drums].filter((name): name is InstrumentName => name !== 'none')
  return [...new Set(names.map((name) => instrumentName(name, style.reading.language)))]
}

const kindOf = (style: Style): string => {
  const { key, reading, genre } = style
  const tonic = pitchName(key.tonic, key)
  const isPlain = key.mode === 'major' || key.mode === 'minor'
  if (reading.language === 'ru') {
    const mode = isPlain ? (key.mode === 'minor' ? 'минор' : 'мажор') : RUSSIAN_MODES[key.mode]
    const name = RUSSIAN_GENRES[genre]
    return `${name.charAt(0).toUpperCase()}${name.slice(1)}, ${russianTonic(tonic)} ${mode}`
  }
  const mode = isPlain ? (isMinorLike(key.mode) ? ' minor' : '') : ` ${key.mode}`
  return `${tonic}${mode} ${genre}`
}
const RUSSIAN_MODES: Readonly<Record<string, string>> = {
  dorian: 'дорийский',
  mixolydian: 'миксолидийский',
  lydian: 'лидийский',
  phrygian: 'фригийский',
}
const NOTES: Readonly<Record<string, string>> = { C: 'до', D: 'ре', E: 'ми', F: 'фа', G: 'соль', A: 'ля', B: 'си' }
const russianTonic = (tonic: string): string =>
  (NOTES[tonic.charAt(0)] ?? tonic) + (tonic.endsWith('#') ? '-диез' : tonic.endsWith('b') ? '-бемоль' : '')

const RUSSIAN_INSTRUMENTS: Readonly<Record<InstrumentName, string>> = {
  'electric-piano': 'электропиано',
  'felt-piano': 'фортепиано',
  'warm-pad': 'синтезатор',
  strings: 'струнные',
  'round-bass': 'бас',
  harp: 'арфа',
  guitar: 'гитара',
  flute: 'флейта',
  'music-box': 'музыкальная шкатулка',
  'drum-kit': 'ударные',
  violin: 'скрипка',
  cello: 'виолончель',
  accordion: 'аккордеон',
  organ: 'орган',
  choir: 'хор',
  trumpet: 'труба',
  clarinet: 'кларнет',
  oboe: 'гобой',
  saxophone: 'саксофон',
  harpsichord: 'клавесин',
  banjo: 'банджо',
  sitar: 'ситар',
  marimba: 'маримба',
  'drive-guitar': 'электрогитара',
  'saw-lead': 'синтезатор',
  'square-lead': 'чип-синтезатор',
  'synth-bass': 'синт-бас',
  'triangle-bass': 'бас',
}

const RUSSIAN_GENRES: Readonly<Record<GenreName, string>> = {
  ballad: 'баллада',
  lullaby: 'колыбельная',
  waltz: 'вальс',
  march: 'марш',
  jazz: 'джаз',
  bossa: 'босса-нова',
  folk: 'народная песня',
  pop: 'поп',
  dance: 'танцевальная музыка',
  ambient: 'эмбиент',
  jingle: 'джингл',
  jig: 'джига',
  'slip jig': 'слип-джига',
  reel: 'рил',
  hornpipe: 'хорнпайп',
  polka: 'полька',
  mazurka: 'мазурка',
  polonaise: 'полонез',
  tango: 'танго',
  habanera: 'хабанера',
  samba: 'самба',
  salsa: 'сальса',
  flamenco: 'фламенко',
  tarantella: 'тарантелла',
  sarabande: 'сарабанда',
  minuet: 'менуэт',
  gavotte: 'гавот',
  nocturne: 'ноктюрн',
  hymn: 'гимн',
  anthem: 'торжественная песня',
  carol: 'рождественская песня',
  shanty: 'матросская песня',
  blues: 'блюз',
  ragtime: 'регтайм',
  swing: 'свинг',
  klezmer: 'клезмер',
  reggae: 'регги',
  ska: 'ска',
  techno: 'техно',
  trance: 'транс',
  house: 'хаус',
  'drum and bass': 'драм-н-бейс',
  trap: 'трэп',
  'hip-hop': 'хип-хоп',
  'lo-fi': 'лоу-фай',
  chiptune: 'чиптюн',
  rock: 'рок',
  punk: 'панк',
  metal: 'метал',
  country: 'кантри',
  bluegrass: 'блюграсс',
  funk: 'фанк',
  gospel: 'госпел',
  raga: 'рага',
  soundtrack: 'саундтрек',
}
