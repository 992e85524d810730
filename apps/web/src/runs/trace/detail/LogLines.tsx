import type { SpanDetail } from '@ensemble/core/trace'
import { ticking } from '../../../platform/ui/format.ts'
import css from './detail-parts.module.css'

interface LogLinesProps {
  readonly lines: SpanDetail['log']
  /** When the Run began, in milliseconds since the epoch. */
  readonly since: number
}

/** The lines that an Activity logged, each with its time in the Run. */
export const LogLines = ({ lines, since }: LogLinesProps) => (
  <ol className={css.log}>
    {lines.map((line, at) => (
      // Lines of a log have no identity but their place.
      <li key={at} data-level={line.level}>
        <time>{ticking(Date.parse(line.at) - since)}</time> {line.text}
      </li>
    ))}
  </ol>
)
