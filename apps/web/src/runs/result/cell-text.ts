import type { Json } from '@ensemble/core'
import { preview } from '../../platform/ui/json-preview.ts'

/** A value as a cell of a table shows it: a list of texts has a line for each, such as the lines of a song. */
export function cellText(value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string'))
    return value.join('\n')
  return preview(value)
}
