import { gallery } from '../../platform/i18n/en/gallery.ts'
import { createTexts } from '../../platform/i18n/index.ts'

/** The texts of the gallery. */
export const say = createTexts({ gallery })
