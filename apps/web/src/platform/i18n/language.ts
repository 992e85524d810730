/** The languages of the page. */
export const LANGUAGES = ['en', 'ru'] as const
export type Language = (typeof LANGUAGES)[number]

const KEY = 'ensemble:language'

const isLanguage = (name: string | null): name is Language => LANGUAGES.some((language) => language === name)

/** The choice in this browser; null if the browser's own language decides. */
export function chosenLanguage(): Language | null {
  try {
    const stored = localStorage.getItem(KEY)
    return isLanguage(stored) ? stored : null
  } catch {
    return null
  }
}

/** Chooses for this browser, from the next load on: modules read their texts once. */
export function chooseLanguage(language: Language | null): void {
  if (language === null) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, language)
}

/** The first of the browser's languages that the page has; English where it has none of them. */
export const languageOf = (wanted: readonly string[]): Language =>
  wanted.map((name) => name.toLowerCase().split('-')[0] ?? '').find(isLanguage) ?? 'en'

/** The language of the page for as long as it is open; of dates and numbers, too. */
export const language: Language =
  chosenLanguage() ?? languageOf(typeof navigator === 'undefined' ? [] : navigator.languages)
