import { units } from '../i18n/en/units.ts'
import { createTexts } from '../i18n/index.ts'
import { language } from '../i18n/language.ts'

const unit = createTexts({ units })

const POINT = language === 'ru' ? ',' : '.'
/** With so many digits after the point, as the page's language writes it. */
const fixed = (value: number, digits: number): string => value.toFixed(digits).replace('.', POINT)

/** `340 ms`, `1.4 s`, `1:07 min`, `1:02:07 h`: as short as it can be read, and never taken for a time of day. */
export const duration = (ms: number): string => {
  if (ms < 1) return `0 ${unit('ms')}`
  if (ms < 1000) return `${Math.round(ms)} ${unit('ms')}`
  if (ms < 59_950) return `${fixed(ms / 1000, 1)} ${unit('s')}`
  return `${clock(ms)} ${unit(Math.round(ms / 1000) < 3600 ? 'min' : 'h')}`
}

/** From a minute on: `3:20`, `1:02:07`. */
const clock = (ms: number): string => {
  const seconds = Math.round(ms / 1000)
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (value: number): string => String(value).padStart(2, '0')
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}

/** A running time that does not change its unit while it ticks: `0.3 s`. */
export const ticking = (ms: number): string =>
  ms < 59_950 ? `${fixed(Math.max(0, ms) / 1000, 1)} ${unit('s')}` : duration(ms)

/** A time on an axis whose ticks are `step` milliseconds apart: as exact as that, `1.25 s`, `3:20`. */
export const instant = (ms: number, step: number): string => {
  if (step >= 1000) return ms < 60_000 ? `${Math.round(ms / 1000)} ${unit('s')}` : clock(ms)
  const digits = step >= 100 ? 1 : step >= 10 ? 2 : 3
  const [minutes, seconds] = [Math.floor(ms / 60_000), (ms % 60_000) / 1000]
  return minutes === 0
    ? `${fixed(seconds, digits)} ${unit('s')}`
    : `${minutes}:${fixed(seconds, digits).padStart(3 + digits, '0')}`
}

const wholes = new Intl.NumberFormat(language)
/** `310`, `5,000`: to the last one, as the page's language groups it. */
export const whole = (value: number): string => wholes.format(value)

/** `310`, `1.9k`, `12k`. */
export const count = (value: number): string => {
  if (value < 1000) return String(value)
  if (value < 9_950) return fixed(value / 1000, 1) + unit('thousands')
  return value < 999_500 ? Math.round(value / 1000) + unit('thousands') : fixed(value / 1_000_000, 1) + unit('millions')
}

/** A Run's cost in dollars: `$0.0123`, `$0` for none. */
export const charge = (cost: number): string => (cost === 0 ? '$0' : `$${fixed(cost, 4)}`)

/** `512 B`, `4.2 KB`, `3.4 MB`. */
export const bytes = (value: number): string => {
  if (value < 1000) return `${value} ${unit('B')}`
  if (value < 1_000_000) return `${fixed(value / 1000, 1)} ${unit('KB')}`
  return `${fixed(value / 1_000_000, 1)} ${unit('MB')}`
}
