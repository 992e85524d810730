import type { Metric, VariantComparison } from '@ensemble/core/trace'
import type { ShownCell, ShownExperiment } from './show-experiment.ts'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const LABELS: { readonly [metric in Metric]: string } = { score: 'Score', cost: 'Cost', ms: 'Time', tokens: 'Tokens' }

/** A figure with its unit. */
export const figureText = (metric: Metric, figure: number): string => {
  switch (metric) {
    case 'score':
      return String(Math.round(figure * 1000) / 1000)
    case 'cost':
      return `$${Number(figure.toPrecision(3))}`
    case 'ms':
      return `${Math.round(figure)} ms`
    case 'tokens':
      return String(Math.round(figure))
  }
}

const letterOf = (variant: number): string => String.fromCharCode(65 + variant)

/** A comparison as a sentence: which variant is better, or what is missing to tell. */
export const verdictText = ({ better, moreRepeats }: VariantComparison): string => {
  if (better !== null) return `${letterOf(better)} is better`
  if (moreRepeats === null) return 'not decided'
  return `not decided; about ${moreRepeats} more ${moreRepeats === 1 ? 'repeat' : 'repeats'} would decide`
}

const signed = (metric: Metric, figure: number): string => `${figure > 0 ? '+' : ''}${figureText(metric, figure)}`

/** The difference of a variant and its interval. */
export const differenceText = ({ metric, difference, interval }: VariantComparison): string => {
  if (difference === null) return ''
  const range = interval === null ? '' : ` (95 %: ${signed(metric, interval.low)} to ${signed(metric, interval.high)})`
  return `${signed(metric, difference)}${range}`
}

const row = (cells: readonly string[], tag = 'td'): string =>
  `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<table><thead>${row(head.map(escaped), 'th')}</thead><tbody>${rows.map((cells) => row(cells)).join('\n')}</tbody></table>`

const orNone = (figure: number | null, text: (figure: number) => string): string =>
  figure === null ? '' : text(figure)

const cellText = ({ status, output, score, ms, refused }: ShownCell): string => {
  if (refused !== undefined) return escaped(`Could not start: ${refused}`)
  const facts = [
    ...(score === undefined ? [] : [`score ${figureText('score', score)}`]),
    ...(ms === undefined ? [] : [figureText('ms', ms)]),
  ].join(' · ')
  const said = output === undefined ? (status ?? 'not started') : JSON.stringify(output, null, 2)
  return `<p>${escaped(facts)}</p><pre>${escaped(said)}</pre>`
}

const STYLE = `:root{color-scheme:light dark}body{font:14px/1.5 system-ui,sans-serif;margin:32px auto;max-width:1100px;padding:0 16px}
table{border-collapse:collapse;margin:12px 0 28px;width:100%}th,td{border:1px solid #8886;padding:6px 10px;text-align:left;vertical-align:top}
pre{white-space:pre-wrap;overflow-wrap:anywhere;max-height:240px;overflow:auto;margin:0;font-size:12px}p{margin:0 0 4px}`

/** An experiment as one HTML page without a script: its figures, comparisons and every output. */
export const experimentPage = (experiment: ShownExperiment): string => {
  const { title, idea, variants, inputs, repeats, startedAt, cells, summary, comparisons } = experiment
  const named = variants.map(({ name }, at) => `${letterOf(at)} ${name}`)
  const heading = title === '' ? `Experiment on ${idea}` : title
  const figures = summary.map((line, at) => [
    escaped(named[at] ?? ''),
    `${line.completed} / ${line.runs}`,
    orNone(line.score, (score) => figureText('score', score)),
    orNone(line.medianMs, (ms) => figureText('ms', ms)),
    String(line.tokens),
    line.cost === null ? 'no price' : figureText('cost', line.cost),
  ])
  const compared = comparisons.map((one) => [
    escaped(named[one.variant] ?? ''),
    LABELS[one.metric],
    escaped(differenceText(one)),
    String(one.pairs),
    orNone(one.p, (p) => p.toPrecision(2)),
    escaped(verdictText(one)),
  ])
  const places = inputs.flatMap((_, input) => Array.from({ length: repeats }, (_none, repeat) => ({ input, repeat })))
  const outputs = places.map(({ input, repeat }) => [
    `<p>${repeats > 1 ? `repeat ${repeat + 1}` : ''}</p><pre>${escaped(JSON.stringify(inputs[input], null, 2))}</pre>`,
    ...variants.map((_variant, variant) => {
      const cell = cells.find((one) => one.variant === variant && one.input === input && one.repeat === repeat)
      return cell === undefined ? '' : cellText(cell)
    }),
  ])
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>${escaped(heading)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escaped(heading)}</h1>
<p>${escaped(`${idea}, ${inputs.length} inputs × ${variants.length} variants × ${repeats} repeats, started ${startedAt}`)}</p>
<h2>Variants</h2>
${table(['Variant', 'Completed', 'Mean score', 'Median time', 'Tokens', 'Cost'], figures)}
<h2>Compared with ${escaped(named[0] ?? '')}</h2>
${table(['Variant', 'Figure', 'Difference', 'Pairs', 'p (sign test)', 'Verdict'], compared)}
<p>A pair is two runs with the same input and repeat. The interval is a 95 % percentile bootstrap of the mean difference. A figure is decided if the interval
excludes 0 and the exact sign test is below 0.05. It speaks about these inputs; other inputs may differ.</p>
<h2>Runs</h2>
${table(['Input', ...named], outputs)}
</body>
</html>
`
}
