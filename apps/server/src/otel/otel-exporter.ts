import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { EnsembleError } from '@ensemble/core'
import { redactJson } from '@ensemble/core/host'
import { type OtlpExport, toOtlp } from '@ensemble/core/trace'
import type { WorkspaceJournal } from '../engine/workspace-journal.ts'
import type { Log } from '../http/log.ts'
import { readAtMost } from '../egress/read-at-most.ts'
import { followEnded, type Following } from './follow-ended.ts'
import type { OtelSettings } from './otel-settings.ts'
import { toProtobuf } from './otlp-protobuf.ts'

/** Statuses of a collector that may take the same spans later. */
const LATER: readonly number[] = [408, 429]
/** The length of a collector's complaint. */
const MOST_SAID = 2000

export interface OtelExporter {
  /** The spans of a Run, with content where it is asked for, else as the settings say. */
  readonly spansOf: (run: string, content?: boolean) => Promise<OtlpExport>
  /** Posts them to the collector. Throws EnsembleError `otel.off`, `otel.unreachable` or `otel.refused`. */
  readonly send: (run: string, content?: boolean) => Promise<{ readonly url: string; readonly spans: number }>
  /** From now on each Run is sent when it ends. */
  readonly follow: () => Following
}

export interface OtelExporterOptions {
  readonly journal: WorkspaceJournal
  readonly version: string
  readonly settings: () => OtelSettings | undefined
  /** Reaches the collector and nothing else. */
  readonly egress: typeof globalThis.fetch
  readonly redact: (text: string) => string
  readonly log: Log
}

/** The service and the resource, where a collector is named. */
const pick = (settings: OtelSettings | undefined): Partial<Pick<OtelSettings, 'service' | 'resource'>> =>
  settings === undefined ? {} : { service: settings.service, resource: settings.resource }

const pack = promisify(gzip)

/** The body of a request to the collector. */
const bodyOf = async (
  document: OtlpExport,
  { protobuf, gzip: packed }: OtelSettings,
): Promise<Uint8Array<ArrayBuffer>> => {
  const bytes = protobuf ? toProtobuf(document) : Buffer.from(JSON.stringify(document))
  return new Uint8Array(packed ? await pack(bytes) : bytes)
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
    return toOtlp(events, { service: 'ensemble', ...pick(settings()), version, content })
  }

  const send = async (run: string, content?: boolean): Promise<{ readonly url: string; readonly spans: number }> => {
    const to = settings()
    if (to === undefined)
      throw new EnsembleError(
        'otel.off',
        'No collector is named: set OTEL_EXPORTER_OTLP_ENDPOINT, or "otel": { "endpoint": … } in ensemble.json.',
      )
    const document = await spansOf(run, content)
    const body = await bodyOf(redactJson(document, redact) as OtlpExport, to) // the same shape, with texts redacted
    const response = await egress(to.url, {
      method: 'POST',
      headers: {
        ...to.headers,
        'content-type': to.protobuf ? 'application/x-protobuf' : 'application/json',
        ...(to.gzip && { 'content-encoding': 'gzip' }),
      },
      body,
      signal: AbortSignal.timeout(to.timeoutMs),
    }).catch((error: unknown) => {
      if (error instanceof EnsembleError) throw error
      throw new EnsembleError('otel.unreachable', `The collector at ${to.url} does not answer.`, { retryable: true })
    })
    const said = await readAtMost(response, MOST_SAID).catch(() => undefined)
    if (!response.ok) {
      const complaint = said === undefined ? '' : redact(new TextDecoder().decode(said)).replaceAll(/\s+/g, ' ').trim()
      throw new EnsembleError(
        'otel.refused',
        `The collector at ${to.url} answered with status ${response.status}${complaint === '' ? '.' : `: ${complaint.slice(0, 300)}`}`,
        { retryable: LATER.includes(response.status) || response.status >= 500 },
      )
    }
    return { url: to.url, spans: countSpans(document) }
  }

  return {
    spansOf,
    send,
    follow: () => followEnded({ journal, settings, log, send }),
  }
}
