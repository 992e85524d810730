import { language } from './language.ts'

/** Texts by key, under the name of their catalogue. */
export type Catalogues = Readonly<Record<string, object>>

/** The core's English, by code and by template: sentences of problems, titles of their fixes. */
interface Sayings {
  readonly problem: (code: string, message: string) => string
  readonly reason: (code: string) => string | undefined
  readonly fix: (title: string) => string
  /** Undefined for a text that is in no bundled example. */
  readonly example: (text: string) => string | undefined
}

let translated: Catalogues = {}
let sayings: Sayings | undefined

/** The catalogues of the page's language; English ones are where their texts are shown. */
export const translatedTexts = (): Catalogues => translated

/** The same for what the core says of files; undefined where the page is in English. */
export const translatedSayings = (): Sayings | undefined => sayings

/** Draws the page once its texts are loaded; only other languages load any. If that fails, it is in English. */
export function whenTranslated(draw: () => void): void {
  if (language === 'en') return draw()
  import('./ru/index.ts')
    .then((russian) => {
      translated = russian.ru
      sayings = russian.sayings
    })
    .catch((error: unknown) => console.warn('The texts of the page could not be loaded.', error))
    .finally(draw)
}
