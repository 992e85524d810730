import type { Span } from '@ensemble/core/trace'
import { t } from '../../platform/i18n/run.ts'
import { ideaTitle } from '../../document/open/idea-title.ts'

/** A span's name for people: the Idea's title, `request 2`, `designSound → Sound-Designer`. */
export function spanTitle(span: Span): string {
  if (span.kind === 'run') return ideaTitle(span.idea)
  if (span.kind === 'request') return t('spans.request', { turn: Number(span.id.split('/').at(-1)) + 1 })
  if (span.title === '') return t('spans.unknownCall')
  return span.module === undefined ? span.title : `${span.title} → ${ideaTitle(span.module)}`
}
