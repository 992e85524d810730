export interface LogEvent {
  readonly time: string
  readonly host: string
  readonly action: string
  readonly outcome: string
  readonly severity: Exclude<Severity, 'none'>
  readonly src?: string
  readonly dst?: string
  readonly user?: string
  readonly message: string
}

export const SEVERITIES = ['none', 'low', 'medium', 'high', 'critical'] as const
export type Severity = (typeof SEVERITIES)[number]

const FIELDS = ['host', 'user', 'src', 'dst', 'action', 'outcome', 'severity'] as const
type Field = (typeof FIELDS)[number]

/** One condition of a query: `host:web-02`, `"setuid binary"`, `-backup`. */
interface Term {
  /** Absent: looked for in the message. */
  readonly field?: Field
  readonly text: string
  readonly isExcluded: boolean
}

const TERM = /(-?)(?:([A-Za-z_]+):)?(?:"([^"]*)"|([^\s"]+))/g

/** Reads a query. Throws with a sentence that names the fields where it asks for another one. */
export const parseQuery = (query: string): readonly Term[] => {
  const terms = [...query.matchAll(TERM)].filter(([whole]) => !/^and$/i.test(whole))
  if (terms.length === 0) throw new Error('The query is empty: give a word or field:value.')
  return terms.map(([, minus, name, quoted, word]) => {
    const text = (quoted ?? word ?? '').toLowerCase()
    const isExcluded = minus === '-'
    if (name === undefined) return { text, isExcluded }
    const field = FIELDS.find((known) => known === name.toLowerCase())
    if (field === undefined) throw new Error(`There is no field ${name}; there are ${FIELDS.join(', ')}.`)
    return { field, text, isExcluded }
  })
}

const fits = (event: LogEvent, { field, text, isExcluded }: Term): boolean =>
  (field === undefined ? event.message.toLowerCase().includes(text) : event[field]?.toLowerCase() === text) !==
  isExcluded

/** The events that meet every term. */
export const matching = (events: readonly LogEvent[], terms: readonly Term[]): readonly LogEvent[] =>
  events.filter((event) => terms.every((term) => fits(event, term)))

export const gravest = (events: readonly LogEvent[]): Severity =>
  SEVERITIES.findLast((severity) => events.some((event) => event.severity === severity)) ?? 'none'

/** The counts of each value in the events, the most frequent first, at most five. */
export const countBy = (
  events: readonly LogEvent[],
  field: Field,
): readonly { readonly value: string; readonly count: number }[] => {
  const counts = new Map<string, number>()
  for (const event of events) {
    const value = event[field]
    if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, 5)
}
