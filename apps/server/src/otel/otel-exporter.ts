import { EnsembleError, hasEnded } from '@ensemble/core'
import { parseTraceparent, redactJson } from '@ensemble/core/host'
import { type OtlpExport, toOtlp } from '@ensemble/core/trace'
import type { SqliteJournal } from '../engine/sqlite-journal-types.ts'
import type { Log } from '../http/log.ts'
import { readAtMost } from '../egress/read-at-most.ts'
import type { OtelSettings } from './otel-settings.ts'

const DEADLINE_MS = 10_000
/** Statuses of a collector that may take the same spans later. */
const LATER: readonly number[] = [408, 429]
/** Runs that wait for a collector to come back; of more, the oldest are left to `ensemble export`. */
const MOST_WAITING = 1000
const FIRST_RETRY_MS = 5000
const LONGEST_RETRY_MS = 300_000
/** The length of a collector's complaint. */
const MOST_SAID = 2000

export interface OtelExporter {
  /** The spans of a Run, with content where it is asked for, else as the settings say. */
  readonly spansOf: (run: string, content?: boolean) => Promise<OtlpExport>
  /** Posts them to the collector. Throws EnsembleError `otel.off`, `otel.unreachable` or `otel.refused`. */
  readonly send: (run: string, content?: boolean) => Promise<{ readonly url: string; readonly spans: number }>
  /** From now on each Run is sent when it ends. Returns how to stop; `idle` waits for what is under way. */
  readonly follow: () => { readonly stop: () => void; readonly idle: () => Promise<void> }
}

export interface OtelExporterOptions {
  readonly journal: SqliteJournal
  readonly version: string
  readonly settings: () => OtelSettings | undefined
  /** Reaches the collector and nothing else. */
  readonly egress: typeof globalThis.fetch
  readonly redact: (text: string) => string
  readonly log: Log
}

const countSpans = ({ resourceSpans }: OtlpExport): number =>
  resourceSpans.flatMap(({ scopeSpans }) => scopeSpans).reduce((sum, { spans }) => sum + spans.length, 0)

/** Spans of Runs for a collector, made from their Journals: the same for a Run that is replayed, imported or long past. */
export const createOtelExporter = ({
  journal,
  version,
  settings,
  egress,
  redact,
  log,
}: OtelExporterOptions): OtelExporter => {
  const spansOf = async (run: string, content = settings()?.content ?? false): Promise<OtlpExport> => {
    const events = await journal.read(run, { hydrate: content })
    return toOtlp(events, { service: settings()?.service ?? 'ensemble', version, content })
  }

  const send = async (run: string, content?: boolean): Promise<{ readonly url: string; readonly spans: number }> => {
    const to = settings()
    if (to === undefined)
      throw new EnsembleError(
        'otel.off',
        'No collector is named: set OTEL_EXPORTER_OTLP_ENDPOINT, or "otel": { "endpoint": … } in ensemble.json.',
      )
    const document = await spansOf(run, content)
    const response = await egress(to.url, {
      method: 'POST',
      headers: { ...to.headers, 'content-type': 'application/json' },
      body: JSON.stringify(redactJson(document, redact)),
      signal: AbortSignal.timeout(DEADLINE_MS),
    }).catch((error: unknown) => {
      if (error instanceof EnsembleError) throw error
      throw new EnsembleError('otel.unreachable', `The collector at ${to.url} does not answer.`, { retryable: true })
    })
    const said = await readAtMost(response, MOST_SAID).catch(() => undefined)
    if (!response.ok) {
      const text = said === undefined ? '' : redact(new TextDecoder().decode(said)).replaceAll(/\s+/g, ' ').trim()
      throw new EnsembleError(
        'otel.refused',
        `The collector at ${to.url} answered with status ${response.status}${text === '' ? '.' : `: ${text.slice(0, 300)}`}`,
        { retryable: LATER.includes(response.status) || response.status >= 500 },
      )
    }
    return { url: to.url, spans: countSpans(document) }
  }

  return {
    spansOf,
    send,
    follow: () => {
      const sent = new Set<string>()
      /** Ended while the collector was away. */
      const waiting = new Set<string>()
      const underWay = new Set<Promise<void>>()
      let retryMs = FIRST_RETRY_MS
      let refused = ''
      let timer: ReturnType<typeof setTimeout> | undefined

      const isSampled = async (id: string): Promise<boolean> => {
        const [first] = await journal.read(id, { limit: 1 })
        const incoming = first?.type === 'run.created' ? first.data.traceparent : undefined
        // A caller that does not sample its trace wants no spans of it.
        return incoming === undefined || parseTraceparent(incoming)?.isSampled !== false
      }
      const wait = (id: string, error: unknown): void => {
        const reason = error instanceof Error ? error.message : String(error)
        if (!(error instanceof EnsembleError) || error.options.retryable !== true) {
          // Said once for all runs that the same is wrong with.
          if (reason !== refused)
            log.warn(
              `Spans are not exported: ${reason} Export one later with \`ensemble export RUN --to otlp --send\`.`,
            )
          refused = reason
          return
        }
        // Said once until it is over: a collector that is away would otherwise fill the log.
        if (waiting.size === 0) log.warn(`Spans wait: ${reason} They are sent when it takes them again.`)
        waiting.add(id)
        const [oldest] = waiting
        if (waiting.size > MOST_WAITING && oldest !== undefined) waiting.delete(oldest)
        timer ??= setTimeout(() => {
          timer = undefined
          retryMs = Math.min(LONGEST_RETRY_MS, retryMs * 2)
          start(sendWaiting())
        }, retryMs).unref()
      }
      const sendWaiting = async (): Promise<void> => {
        for (const id of waiting) {
          try {
            await send(id)
          } catch (error) {
            // A run that was removed meanwhile holds nothing up.
            if (!(error instanceof EnsembleError) || error.options.retryable !== true) waiting.delete(id)
            else return wait(id, error)
          }
          waiting.delete(id)
          if (waiting.size === 0) log.warn('The collector takes spans again; those that waited were sent.')
        }
        retryMs = FIRST_RETRY_MS
      }
      const sendEnded = async (id: string): Promise<void> => {
        try {
          if (!(await isSampled(id))) return
          await send(id)
        } catch (error) {
          return wait(id, error)
        }
        refused = ''
        await sendWaiting()
      }
      const start = (sending: Promise<void>): void => {
        const tracked = sending.finally(() => underWay.delete(tracked))
        underWay.add(tracked)
      }
      const leave = journal.onRun((run) => {
        if (!hasEnded(run) || sent.has(run.id) || settings() === undefined) return
        sent.add(run.id)
        start(sendEnded(run.id))
      })
      return {
        stop: () => {
          leave()
          clearTimeout(timer)
        },
        idle: async () => {
          await Promise.all(underWay)
        },
      }
    },
  }
}
