import type { Environment } from '../settings/settings.ts'

/** The collector and its headers; OpenTelemetry's variables override `otel` of ensemble.json. */
export interface OtelSettings {
  /** The address that spans are posted to, its path included. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly service: string
  /** Further attributes of the resource, such as `deployment.environment.name`. */
  readonly resource: Readonly<Record<string, string>>
  /** Whether spans are sent in protobuf rather than in JSON. */
  readonly protobuf: boolean
  /** Whether requests are packed on their way. */
  readonly gzip: boolean
  /** Milliseconds that an answer may take. */
  readonly timeoutMs: number
  /** Whether prompts, answers, parameters and results go along. */
  readonly content: boolean
}

/** `otel` of ensemble.json. */
export interface OtelManifest {
  /** The collector's address; spans go to `/v1/traces` below it. */
  readonly endpoint?: string
  /** `secret://NAME`, sent as a bearer token. */
  readonly key?: string
  readonly content?: boolean
}

const traces = (endpoint: string): string => `${endpoint.replace(/\/+$/, '')}/v1/traces`

/** `a=1,b=2`, percent-encoded as W3C Baggage is; anything else is left out. */
const parsePairs = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split(',').flatMap((pair): [string, string][] => {
      const [, name, value] = /^\s*([!#$%&'*+.^_`|~\w-]+)\s*=\s*([^\r\n]*?)\s*$/.exec(pair) ?? []
      if (name === undefined || value === undefined) return []
      try {
        return [[name, decodeURIComponent(value)]]
      } catch {
        return []
      }
    }),
  )

/** Names of headers are alike in either case: the later one holds. */
const parseHeaders = (text: string): Record<string, string> =>
  Object.fromEntries(Object.entries(parsePairs(text)).map(([name, value]) => [name.toLowerCase(), value]))

const TIMEOUT_MS = 10_000

const parseTimeout = (text: string | undefined): number =>
  text !== undefined && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : TIMEOUT_MS

/** Whether `OTEL_TRACES_EXPORTER` names exporters, and OTLP isn't one of them. */
const isForOthers = (exporters: string | undefined): boolean =>
  exporters !== undefined && exporters.trim() !== '' && !exporters.split(',').some((name) => name.trim() === 'otlp')

/** The current settings; undefined without a collector. */
export const otelSettings = (
  environment: Environment,
  manifest: OtelManifest,
  secret: (reference: string) => string | undefined,
): OtelSettings | undefined => {
  const own = environment['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']
  const shared = environment['OTEL_EXPORTER_OTLP_ENDPOINT']
  const url = own || (shared ? traces(shared) : manifest.endpoint && traces(manifest.endpoint))
  if (!url || !URL.canParse(url) || environment['OTEL_SDK_DISABLED'] === 'true') return undefined
  if (isForOthers(environment['OTEL_TRACES_EXPORTER'])) return undefined
  const key = manifest.key === undefined ? undefined : secret(manifest.key)
  const resource = parsePairs(environment['OTEL_RESOURCE_ATTRIBUTES'] ?? '')
  const ofTraces = (name: string): string | undefined =>
    environment[`OTEL_EXPORTER_OTLP_TRACES_${name}`] || environment[`OTEL_EXPORTER_OTLP_${name}`]
  const content = environment['OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT']
  return {
    url,
    headers: {
      ...(!own && !shared && key !== undefined && { authorization: `Bearer ${key}` }),
      ...parseHeaders(environment['OTEL_EXPORTER_OTLP_HEADERS'] ?? ''),
      ...parseHeaders(environment['OTEL_EXPORTER_OTLP_TRACES_HEADERS'] ?? ''),
    },
    service: environment['OTEL_SERVICE_NAME'] || resource['service.name'] || 'ensemble',
    resource,
    protobuf: ofTraces('PROTOCOL') === 'http/protobuf',
    gzip: ofTraces('COMPRESSION') === 'gzip',
    timeoutMs: parseTimeout(ofTraces('TIMEOUT')),
    content: content ? content === 'true' : manifest.content === true,
  }
}
