/** Spans as OTLP/HTTP carries them in JSON (opentelemetry-proto 1.x): ids in hexadecimal, times in nanoseconds as text. */

export type OtlpValue =
  | { readonly stringValue: string }
  | { readonly intValue: string }
  | { readonly doubleValue: number }
  | { readonly boolValue: boolean }
  | { readonly arrayValue: { readonly values: readonly OtlpValue[] } }

export interface OtlpAttribute {
  readonly key: string
  readonly value: OtlpValue
}

export interface OtlpEvent {
  readonly timeUnixNano: string
  readonly name: string
  readonly attributes: readonly OtlpAttribute[]
}

/** A span of OTLP in JSON: ids in hex, times in nanoseconds since the epoch as text. */
export interface OtlpSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  /** 1 internal, 3 client. */
  readonly kind: 1 | 3
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly OtlpAttribute[]
  readonly events: readonly OtlpEvent[]
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[]
  /** 2 is an error; the rest is left unset, as instrumentations should. */
  readonly status: { readonly code?: 2; readonly message?: string }
}

/** An `ExportTraceServiceRequest` of OTLP in JSON. */
export interface OtlpExport {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly OtlpAttribute[] }
    readonly scopeSpans: readonly {
      readonly scope: { readonly name: string; readonly version: string }
      readonly schemaUrl: string
      readonly spans: readonly OtlpSpan[]
    }[]
  }[]
}

/** Milliseconds since the epoch as the format counts time. */
export const nano = (ms: number): string => `${ms}000000`

type Plain = string | number | boolean | readonly string[]

const toValue = (value: Plain): OtlpValue => {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'number') return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
  return { arrayValue: { values: value.map((each) => ({ stringValue: each })) } }
}

/** Attributes by name; those that are undefined are left out. */
export type Attributes = { readonly [name: string]: Plain | undefined }

export const toAttributes = (attributes: Attributes): readonly OtlpAttribute[] =>
  Object.entries(attributes).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value: toValue(value) }]))
