import type { Json } from '@ensemble/core'

const LONGEST = 80

/** A value in one short line: `{ title: "A sad ballad", bars: 16, … }`. */
export function preview(value: Json, longest = LONGEST): string {
  const text = written(value, 2)
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text
}

const written = (value: Json, depth: number): string => {
  if (typeof value === 'string') return JSON.stringify(value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value)
  if (typeof value !== 'object' || value === null) return String(value)
  const entries = Object.entries(value).slice(0, 6)
  const rest = Object.keys(value).length > entries.length ? ', …' : ''
  if (Array.isArray(value)) {
    const items = depth === 0 ? '…' : entries.map(([, item]) => written(item, depth - 1)).join(', ') + rest
    return `[${items}]`
  }
  if (typeof value === 'object' && '$artifact' in value) return String(value.$artifact).replace(/^[0-9a-f]{16}-/, '')
  if (entries.length === 0) return '{}'
  const members = depth === 0 ? '…' : entries.map(([key, item]) => `${key}: ${written(item, depth - 1)}`).join(', ')
  return `{ ${members}${depth === 0 ? '' : rest} }`
}
