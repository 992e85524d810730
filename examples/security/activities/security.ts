import { readFileSync } from 'node:fs'
import { countBy, gravest, matching, parseQuery, type LogEvent, type Severity } from './siem/query.ts'

const dataFile = (name: string): string => readFileSync(new URL(`../data/${name}`, import.meta.url), 'utf8')

/** The bundled log, and what this example itself did since it was loaded. */
let log: LogEvent[] | undefined
const events = (): LogEvent[] =>
  (log ??= dataFile('events.jsonl')
    .trimEnd()
    .split('\n')
    .map((line): LogEvent => JSON.parse(line)))

const HOURS = { '1h': 1, '6h': 6, '24h': 24, '7d': 168 } as const
const HOUR = 3_600_000
const MOST_EVENTS = 20

interface Found {
  readonly severity: Severity
  readonly summary: string
}

interface Search {
  readonly query: string
  readonly time_range: keyof typeof HOURS
}

interface SearchResult extends Found {
  readonly query: string
  readonly from: string
  readonly to: string
  readonly total: number
  readonly hosts: ReturnType<typeof countBy>
  readonly sources: ReturnType<typeof countBy>
  /** The newest first. */
  readonly events: readonly LogEvent[]
}

/** The log is a recording: a range is counted back from its newest event, not from the clock. */
export const query_siem = ({ query, time_range }: Search): SearchResult => {
  const terms = parseQuery(query)
  const all = events()
  const to = all.at(-1)?.time ?? ''
  const from = new Date(Date.parse(to) - HOURS[time_range] * HOUR).toISOString().replace('.000Z', 'Z')
  const found = matching(all, terms).filter(({ time }) => time >= from)
  const hosts = countBy(found, 'host')
  const sources = countBy(found, 'src')
  const severity = gravest(found)
  const where = [...hosts.slice(0, 1), ...sources.slice(0, 1)].map(({ value, count }) => `${value} ${count}`).join(', ')
  const last = found.at(-1)
  return {
    query,
    from,
    to,
    total: found.length,
    hosts,
    sources,
    events: found.slice(-MOST_EVENTS).toReversed(),
    severity,
    summary:
      last === undefined
        ? `No events of the last ${time_range} match ${query}.`
        : `${found.length} events of the last ${time_range} match ${query} (most of them: ${where}); the last one, ${last.time} on ${last.host}: ${last.message}.`,
  }
}

interface Reputation {
  readonly ip: string
  readonly verdict: 'malicious' | 'benign' | 'unknown' | 'internal'
  readonly reports: number
  readonly category: string | null
  readonly lastSeen: string | null
}

const isInternal = (ip: string): boolean => /^(?:10\.|127\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/.test(ip)
const GRAVITY = { malicious: 'high', benign: 'none', unknown: 'low', internal: 'none' } as const

/** Looks the address up in the bundled list; asks no other service. */
export const check_ip_reputation = ({ ip }: { readonly ip: string }): Found & Reputation => {
  const list: readonly Reputation[] = JSON.parse(dataFile('reputation.json'))
  const nothing = { ip, reports: 0, category: null, lastSeen: null }
  const known = list.find((entry) => entry.ip === ip) ?? {
    ...nothing,
    verdict: isInternal(ip) ? ('internal' as const) : ('unknown' as const),
  }
  const { verdict, category, reports } = known
  const why = category === null ? '' : `: ${category}, ${reports} reports`
  return { ...known, severity: GRAVITY[verdict], summary: `${ip} is ${verdict}${why}.` }
}

/** Takes a host of the example off its network: from then on the SIEM knows it as isolated. */
export const isolate_host = ({
  host,
}: {
  readonly host: string
}): Found & { readonly host: string; readonly isolated: boolean; readonly since: string } => {
  const all = events()
  const hosts = [...new Set(all.map((event) => event.host))].toSorted()
  if (!hosts.includes(host)) throw new Error(`There is no ${host}; there are ${hosts.join(', ')}.`)
  const earlier = all.find((event) => event.host === host && event.action === 'isolation')
  const since = earlier?.time ?? all.at(-1)?.time ?? ''
  if (earlier === undefined) {
    const message = 'the host was taken off the network'
    all.push({ time: since, host, action: 'isolation', outcome: 'success', severity: 'high', message })
  }
  const how = earlier === undefined ? 'is isolated now' : 'was isolated already'
  return { host, isolated: true, since, severity: 'high', summary: `${host} ${how}; its connections are cut.` }
}
