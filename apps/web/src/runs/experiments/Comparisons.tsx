import type { Metric, VariantComparison } from '@ensemble/core/trace'
import type { ShownExperiment } from '../../platform/api/experiment-client.ts'
import { language } from '../../platform/i18n/language.ts'
import { charge, count, duration } from '../../platform/ui/format.ts'
import { scoreText } from '../../platform/ui/score-text.ts'
import css from './experiments.module.css'
import { say } from './say.ts'
import { letterOf } from './variant-draft.ts'

/** Each variant compared with the first in pairs, as far as that is decided. */
export function Comparisons({ experiment: { comparisons } }: { readonly experiment: ShownExperiment }) {
  if (comparisons.length === 0) return null
  const columns = ['variant', 'figure', 'difference', 'pairs', 'p', 'verdict'] as const
  return (
    <div className={css.scroll}>
      <table className={css.summary} aria-label={say('comparisons')}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" title={say(`comparedHint.${column}`, { first: letterOf(0) })}>
                {say(`compared.${column}`, { first: letterOf(0) })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {comparisons.map((comparison) => (
            <tr key={`${comparison.variant} ${comparison.metric}`}>
              <th scope="row">
                <span className={css.letter}>{letterOf(comparison.variant)}</span>
              </th>
              <td>{say(`metric.${comparison.metric}`)}</td>
              <td>{differenceText(comparison)}</td>
              <td>{comparison.pairs}</td>
              <td>{comparison.p === null ? '' : P.format(comparison.p)}</td>
              <td>{verdictText(comparison)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const P = new Intl.NumberFormat(language, { maximumSignificantDigits: 2 })

const FIGURES: { readonly [metric in Metric]: (figure: number) => string } = {
  score: scoreText,
  cost: charge,
  ms: duration,
  tokens: (figure) => count(Math.round(figure)),
}

const signed = (metric: Metric, figure: number): string =>
  `${figure < 0 ? '−' : figure > 0 ? '+' : ''}${FIGURES[metric](Math.abs(figure))}`

const differenceText = ({ metric, difference, interval }: VariantComparison): string => {
  if (difference === null) return ''
  const shown = signed(metric, difference)
  if (interval === null) return shown
  return `${shown} (${signed(metric, interval.low)} … ${signed(metric, interval.high)})`
}

const verdictText = ({ better, moreRepeats }: VariantComparison): string => {
  if (better !== null) return say('better', { letter: letterOf(better) })
  return moreRepeats === null ? say('undecided') : say('moreRepeats', { count: moreRepeats })
}
