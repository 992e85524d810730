import type { units as english } from '../en/units.ts'
import type { Translation } from '../translation.ts'

/** Russian units. */
export const units: Translation<typeof english> = {
  ms: 'мс',
  s: 'с',
  min: 'мин',
  h: 'ч',
  B: 'Б',
  KB: 'КБ',
  MB: 'МБ',
  thousands: '\u202fтыс.',
  millions: '\u202fмлн',
}
