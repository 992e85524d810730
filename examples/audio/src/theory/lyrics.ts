import { createRandom } from '../random.ts'
import type { Section } from './form.ts'
import { lineBars } from './metre.ts'
import type { Style } from './style.ts'
import { ENGLISH, RUSSIAN } from './verses.ts'

/** The words of one section of a song. */
export interface LyricSection {
  readonly name: string
  /** Lines for singing: hyphens between syllables. */
  readonly lines: readonly string[]
}

/** Words for every sung section; sections of one material keep one set of words when they are a chorus, and new ones when a verse. */
export const composeLyrics = (
  style: Style,
  sections: readonly Section[],
  seed: string | number,
): readonly LyricSection[] => {
  const random = createRandom('lyrics', seed, style.reading.theme)
  const verses = style.reading.language === 'ru' ? RUSSIAN : ENGLISH
  const couplets = verses.themes[style.reading.theme]
  const chorus = verses.choruses[chorusMood(style)]
  const verseStart = random.integer(0, 1) * 2
  const chorusStart = random.integer(0, 1) * 2
  let versesSung = 0
  return sections.flatMap((section) => {
    if (section.material === 'intro' || section.material === 'ending') return []
    const pairs = Math.max(1, Math.round(section.bars / lineBars(style) / 2))
    const from = section.material === 'b' ? chorusStart : verseStart + versesSung
    if (section.material === 'a') versesSung += pairs
    const source = section.material === 'b' ? chorus : couplets
    const lines = Array.from({ length: pairs }, (_, index) => source[(from + index) % source.length] ?? ['', '']).flat()
    return [{ name: section.name, lines }]
  })
}

const chorusMood = (style: Style): 'sad' | 'bright' | 'calm' | 'bold' => {
  const { valence, energy, tension } = style.reading
  if (tension > 0.4 || (energy > 0.5 && valence < 0.2)) return 'bold'
  if (energy < -0.4 && valence >= -0.2) return 'calm'
  return valence < 0.05 ? 'sad' : 'bright'
}

/** The syllables of a line: at hyphens where the writer set them, else by the vowels of each word. Each keeps a trailing `-` inside a word. */
export const syllablesOf = (line: string): readonly string[] =>
  line
    .trim()
    .split(/\s+/u)
    .filter((word) => word !== '' && /[\p{L}\p{N}]/u.test(word))
    .flatMap((word) => {
      const pieces = word.includes('-') ? word.split('-').filter((piece) => piece !== '') : splitByVowels(word)
      return pieces.flatMap((piece, index) => (index < pieces.length - 1 ? [`${piece}-`] : [piece]))
    })
    .reduce<string[]>((joined, syllable) => {
      // A piece without a vowel (Russian в, к, с) is sung with the next one.
      const previous = joined.at(-1)
      if (previous !== undefined && !VOWEL.test(previous))
        joined[joined.length - 1] = `${previous.replace(/-$/u, '')}~${syllable}`
      else joined.push(syllable)
      return joined
    }, [])

const VOWEL = /[aeiouyаеёиоуыэюя0-9]/iu
const splitByVowels = (text: string): readonly string[] => {
  const [, word = text, after = ''] = /^(.*?)([^\p{L}\p{N}]*)$/u.exec(text) ?? []
  const isRussian = /[а-яё]/iu.test(word)
  // A word's last consonants belong to its last vowel; so does a silent e with s or d after it.
  const pattern = isRussian
    ? /[^аеёиоуыэюя]*[аеёиоуыэюя](?:[^аеёиоуыэюя]+$)?/giu
    : /[^aeiouy]*[aeiouy]+(?:[^aeiouy]*e?(?:s|d)?$)?/giu
  const pieces = word.match(pattern) ?? [word]
  return pieces.map((piece, index) => (index === pieces.length - 1 ? piece + after : piece))
}

/** The lines as words, without the hyphens that scan them. */
export const plainLine = (line: string): string => line.replaceAll('-', '')

const TITLE_WORDS = {
  en: {
    sea: [
      'What the Gulls Said',
      'Low Water',
      'A Name in the Sand',
      'The Far Side of the Bay',
      'Where the Tide Goes Home',
      'Harbor Lights',
      'Salt and Distance',
    ],
    rain: [
      'Grey Umbrella',
      'Drops on the Sill',
      'The Street Is a River',
      'After the Cloudburst',
      'A Borrowed Coat',
      'What the Rain Keeps',
      'Window Weather',
    ],
    night: [
      'The Hour of Owls',
      'A Lamp Still Burning',
      'Stars over the Yard',
      'Half Past Midnight',
      'Silver Lamp',
      'The Words We Did Not Say',
      'Crickets Keep Time',
    ],
    winter: [
      'Frost on the Gate',
      'White Roads',
      'The Long Blue Evening',
      'Breath and Snow',
      'First Snow',
      'A Candle in the Pane',
      'The Year Asleep',
    ],
    road: [
      'A Coat and a Map',
      'Milestones',
      'The Last Train Out',
      'Somewhere the Kettle Sings',
      'Beyond the Hill',
      'The Long Way Home',
      'A Thousand Doors',
    ],
    city: [
      'Rooftops',
      'The Light Stays On',
      'Third Floor, Left',
      'Corner of Fifth',
      'Neon and Rain',
      'The Corner Café',
      'Midnight Bus',
    ],
    forest: [
      'The Bird That Stayed',
      'Down by the River',
      'A Hand of Grass',
      'Green Hour',
      'Out of Sight',
      'What the Leaves Know',
      'Morning Meadow',
    ],
    love: [
      'Your Coat on My Chair',
      'Left of the Heart',
      'What I Meant to Say',
      'Two Cups',
      'Line by Line',
      'Next to Mine',
      'Along the Way',
    ],
    child: [
      'The Bear in the Den',
      'Pillow Hill',
      'Counting Sheep Twice',
      'Sleepy Hand',
      'Little Boat of Dreams',
      'The Moon in the Pine',
      'Little One, Now Rest',
    ],
    life: [
      'The Long Way Round',
      'A Button and a Tune',
      'Every Day It Grows',
      'The Heavy Door',
      'What the Day Lets Fall',
      'Monday, Early',
      'Ordinary Light',
      'Paper Moon',
      'The Smallest Things',
    ],
  },
  ru: {
    sea: ['Имя на песке', 'Белый парус', 'Прилив', 'Чайка у окна', 'За краем земли', 'Далёкие огни', 'Шум морской'],
    rain: [
      'Капли на стекле',
      'Старый зонт',
      'После грозы',
      'Дом в воде',
      'Дождь в окне',
      'Слова теплей',
      'Ручей по улице',
    ],
    night: [
      'Поздний свет',
      'Звёзды пишут',
      'Город затих',
      'Полночь',
      'Над крышами луна',
      'Слова в тишине',
      'О нас двоих',
    ],
    winter: ['Тень дрожит', 'Иней', 'Долгий вечер', 'Дом родной', 'Первый снег', 'Белый свет', 'Свеча в окне'],
    road: [
      'Дым за лесом',
      'Последний поезд',
      'Вёрсты',
      'Спутник-ветер',
      'Дорога вдаль',
      'Дальний берег',
      'Дым за лесом',
    ],
    city: [
      'Трамвай за поворот',
      'Окна напротив',
      'Угловое кафе',
      'Крыши',
      'Огни по мостовой',
      'Голубой вечер',
      'Синий свет в реке',
    ],
    forest: ['Чабрец', 'Светлая река', 'За крыльцом', 'Зелёный час', 'Среди берёз', 'Медленный поток', 'Птица одна'],
    love: [
      'Два стакана',
      'Ни слова зря',
      'Каждый жест',
      'Чужие огни',
      'Каждый час',
      'Среди чужих огней',
      'Ты живёшь во мне',
    ],
    child: [
      'Тихая дудочка',
      'Сонная гора',
      'Медвежонок спит',
      'Качает волна',
      'Лодочка снов',
      'Усни, мой маленький',
      'Луна в окне',
    ],
    life: [
      'Старый дом',
      'По мелочам',
      'Песня и слеза',
      'Понедельник',
      'Долгий путь',
      'Снова утро',
      'День за днём',
      'Тот же свет',
    ],
  },
} as const

export const composeTitle = (style: Style, seed: string | number): string => {
  const { theme, subject, language } = style.reading
  const random = createRandom('title', seed, theme, subject ?? '')
  // Subjects without a verse of ours still name the song: dragons, homework, an old house.
  if (theme === 'life' && subject !== undefined) return titleOf(subject, language)
  return random.pick(TITLE_WORDS[language][theme])
}

const SMALL_WORDS = new Set(['a', 'an', 'the', 'and', 'or', 'of', 'in', 'on', 'at', 'to', 'from', 'my'])
/** English titles have capitals on every word that weighs something, Russian ones on the first. */
const titleOf = (subject: string, language: 'en' | 'ru'): string =>
  subject
    .split(' ')
    .map((word, index) =>
      index === 0 || (language === 'en' && !SMALL_WORDS.has(word))
        ? word.charAt(0).toUpperCase() + word.slice(1)
        : word,
    )
    .join(' ')
