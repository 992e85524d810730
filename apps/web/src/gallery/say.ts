import { gallery } from '../i18n/en/gallery.ts'
import { createTexts } from '../i18n/index.ts'

/** The texts of the gallery. */
export const say = createTexts({ gallery })
