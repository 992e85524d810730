import { createRandom } from '../random.ts'
import type { Section } from './form.ts'
import { lineBars } from './metre.ts'
import type { Style } from './style.ts'
import { ENGLISH, RUSSIAN } from './verses.ts'

/** The words of one section of a song. */
export interface LyricSection {
  readonly name: string
  /** Lines as they stand under notes: hyphens between syllables. */
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
    sea: ['Where the Tide Goes Home', 'Harbor Lights', 'Salt and Distance'],
    rain: ['A Borrowed Coat', 'What the Rain Keeps', 'Window Weather'],
    night: ['Silver Lamp', 'The Words We Did Not Say', 'Crickets Keep Time'],
    winter: ['First Snow', 'A Candle in the Pane', 'The Year Asleep'],
    road: ['Beyond the Hill', 'The Long Way Home', 'A Thousand Doors'],
    city: ['Neon and Rain', 'The Corner Café', 'Midnight Bus'],
    forest: ['Out of Sight', 'What the Leaves Know', 'Morning Meadow'],
    love: ['Line by Line', 'Next to Mine', 'Along the Way'],
    child: ['Little Boat of Dreams', 'The Moon in the Pine', 'Little One, Now Rest'],
    life: ['Ordinary Light', 'Paper Moon', 'The Smallest Things'],
  },
  ru: {
    sea: ['За краем земли', 'Далёкие огни', 'Шум морской'],
    rain: ['Дождь в окне', 'Слова теплей', 'Ручей по улице'],
    night: ['Над крышами луна', 'Слова в тишине', 'О нас двоих'],
    winter: ['Первый снег', 'Белый свет', 'Свеча в окне'],
    road: ['Дорога вдаль', 'Дальний берег', 'Дым за лесом'],
    city: ['Огни по мостовой', 'Голубой вечер', 'Синий свет в реке'],
    forest: ['Среди берёз', 'Медленный поток', 'Птица одна'],
    love: ['Каждый час', 'Среди чужих огней', 'Ты живёшь во мне'],
    child: ['Лодочка снов', 'Усни, мой маленький', 'Луна в окне'],
    life: ['Снова утро', 'День за днём', 'Тот же свет'],
  },
} as const

export const composeTitle = (style: Style, seed: string | number): string => {
  const random = createRandom('title', seed, style.reading.theme)
  return random.pick(TITLE_WORDS[style.reading.language][style.reading.theme])
}
