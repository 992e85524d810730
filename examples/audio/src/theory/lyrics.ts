import { createRandom } from '../random.ts'
import type { Section } from './form.ts'
import { GENRES } from './genres.ts'
import { lineBars } from './metre.ts'
import type { Style } from './style.ts'
import { isSung } from './tune.ts'
import { ENGLISH, RUSSIAN } from './verses.ts'
import { weave, type WordMood } from './weave.ts'

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
  const mood = moodOf(style)
  const woven = style.reading.subjects.slice(0, 2).flatMap((subject) => weave(subject, mood))
  const themed = verses.themes[style.reading.theme]
  const verseStart = random.integer(0, 1) * 2
  // The brief's subject comes first, then its theme.
  const couplets = [...woven, ...rotated(themed, verseStart)]
  const chorus = rotated(verses.choruses[mood], random.integer(0, 1) * 2)
  let versesSung = 0
  return sections.filter(isSung).map(({ name, material, bars }) => {
    const pairs = Math.max(1, Math.round(bars / lineBars(style) / 2))
    // Instrumental music has sections without words.
    if (style.reading.isInstrumental) return { name, lines: [''] }
    const isChorus = material === 'b' && versesSung > 0
    const from = isChorus ? 0 : versesSung
    const source = isChorus ? chorus : couplets
    if (GENRES[style.genre].form === 'blues') {
      // A blues says its first line twice, and answers it.
      const [said, answer] = [
        couplets[(versesSung * 2) % couplets.length],
        couplets[(versesSung * 2 + 1) % couplets.length],
      ]
      versesSung += 1
      return { name, lines: [...(said ?? []), ...(said ?? []), ...(answer ?? [])] }
    }
    if (!isChorus) versesSung += pairs
    const lines = Array.from({ length: pairs }, (_, index) => source[(from + index) % source.length] ?? ['', '']).flat()
    return { name, lines }
  })
}

const rotated = <T>(items: readonly T[], from: number): readonly T[] => [...items.slice(from), ...items.slice(0, from)]

const moodOf = (style: Style): WordMood => {
  const { valence, energy, tension, moods } = style.reading
  if (style.genre === 'lullaby') return 'calm'
  if (tension > 0.4 || (energy > 0.5 && valence < 0.2)) return 'bold'
  if (moods.length === 0) return 'neutral'
  if (energy < -0.4 && valence >= -0.2) return 'calm'
  return valence < 0.05 ? 'sad' : 'bright'
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
  const { theme, subject, subjects, language } = style.reading
  const random = createRandom('title', seed, theme, subject ?? '')
  // Whom it is for, and subjects without a verse of ours, name the song: dragons, homework, an old house.
  const [named] = subjects
  if (named?.link === 'for') return titleOf(language === 'ru' ? named.phrase : `for ${named.phrase}`, language)
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
