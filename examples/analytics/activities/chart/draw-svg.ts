export interface Point {
  readonly label: string
  readonly value: number
}

const WIDTH = 720
const HEIGHT = 400
const LEFT = 72
const TOP = 48
const PLOT_WIDTH = WIDTH - LEFT - 24
const PLOT_HEIGHT = HEIGHT - TOP - 88
const FONT = 'font-family="system-ui, sans-serif" font-size="12" fill="#475569"'

const ENTITIES: { readonly [sign: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
const fixed = (value: number): string => String(Number(value.toFixed(1)))
const shortened = (text: string): string => (text.length > 18 ? `${text.slice(0, 17)}…` : text)

/** A step of 1, 2 or 5 times a power of ten that gives about five of them up to `most`. */
const stepFor = (most: number): number => {
  const rough = most / 5 || 1
  const power = 10 ** Math.floor(Math.log10(rough))
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10)
}

/** A chart as SVG text: bars or a line over the points, with an axis that begins at zero. Texts are escaped. */
export const drawSvg = (kind: 'bar' | 'line', title: string, points: readonly Point[]): string => {
  const values = points.map(({ value }) => value)
  const step = stepFor(Math.max(0, ...values) - Math.min(0, ...values))
  const top = Math.ceil(Math.max(0, ...values) / step) * step || step
  const bottom = Math.floor(Math.min(0, ...values) / step) * step
  const y = (value: number): number => TOP + ((top - value) / (top - bottom)) * PLOT_HEIGHT
  const slot = PLOT_WIDTH / Math.max(1, points.length)
  const x = (index: number): number => LEFT + (index + 0.5) * slot

  const count = Math.round((top - bottom) / step)
  const grid = Array.from({ length: count + 1 }, (_, index) => {
    const value = bottom + index * step
    const at = fixed(y(value))
    return `<path d="M${LEFT} ${at}H${WIDTH - 24}" stroke="#e2e8f0"/><text x="${LEFT - 8}" y="${at}" dy="4" text-anchor="end" ${FONT}>${Number(value.toPrecision(12)).toLocaleString('en')}</text>`
  })
  const labels = points.map(({ label }, index) => {
    const at = `${fixed(x(index))} ${TOP + PLOT_HEIGHT + 16}`
    return `<text transform="translate(${at}) rotate(-35)" text-anchor="end" ${FONT}>${escaped(shortened(label))}</text>`
  })
  const marks =
    kind === 'bar'
      ? points.map(({ label, value }, index) => {
          const [from, to] = [y(Math.max(0, value)), y(Math.min(0, value))]
          return `<rect x="${fixed(x(index) - slot * 0.35)}" y="${fixed(from)}" width="${fixed(slot * 0.7)}" height="${fixed(to - from)}" fill="#4f46e5"><title>${escaped(label)}: ${value}</title></rect>`
        })
      : [
          `<polyline points="${points.map(({ value }, index) => `${fixed(x(index))},${fixed(y(value))}`).join(' ')}" fill="none" stroke="#4f46e5" stroke-width="2"/>`,
          ...points.map(
            ({ label, value }, index) =>
              `<circle cx="${fixed(x(index))}" cy="${fixed(y(value))}" r="3" fill="#4f46e5"><title>${escaped(label)}: ${value}</title></circle>`,
          ),
        ]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${escaped(title)}">`,
    '<rect width="100%" height="100%" fill="#ffffff"/>',
    `<text x="${LEFT}" y="28" font-family="system-ui, sans-serif" font-size="16" font-weight="600" fill="#0f172a">${escaped(title)}</text>`,
    ...grid,
    ...marks,
    ...labels,
    '</svg>',
  ].join('\n')
}
