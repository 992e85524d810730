import { language } from './language.ts'

/** Texts by key, under the name of their catalogue. */
export type Catalogues = Readonly<Record<string, object>>

let translated: Catalogues = {}

/** The catalogues of the page's language; English ones stand where their texts are shown. */
export const translatedTexts = (): Catalogues => translated

/**
 * Draws the page once its texts are there. Only a page in another language asks for them, all at once; should they not
 * come, it is in English.
 */
export function whenTranslated(draw: () => void): void {
  if (language === 'en') return draw()
  import('./ru/index.ts')
    .then(({ ru }) => (translated = ru))
    .catch((error: unknown) => console.warn('The texts of the page could not be loaded.', error))
    .finally(draw)
}
