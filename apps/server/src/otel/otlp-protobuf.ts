import type { OtlpAttribute, OtlpEvent, OtlpExport, OtlpSpan, OtlpValue } from '@ensemble/core/trace'

// Numbers are those of the fields in opentelemetry-proto 1.x: collector/trace/v1, trace/v1, resource/v1 and common/v1.

type Bytes = Uint8Array
/** How a field's value is written: a varint, eight bytes, or bytes with their length. */
const [VARINT, FIXED64, DELIMITED] = [0, 1, 2]

const varint = (value: bigint): Bytes => {
  const bytes: number[] = []
  // A negative number takes ten bytes, as 64 bits of two's complement.
  let rest = BigInt.asUintN(64, value)
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128)
    rest >>= 7n
  }
  return Uint8Array.of(...bytes, Number(rest))
}

const tag = (field: number, wire: number): Bytes => varint(BigInt(field * 8 + wire))
const bytes = (field: number, value: Bytes): readonly Bytes[] => [
  tag(field, DELIMITED),
  varint(BigInt(value.length)),
  value,
]
const text = (field: number, value: string): readonly Bytes[] => bytes(field, Buffer.from(value))
const hex = (field: number, value: string): readonly Bytes[] => bytes(field, Buffer.from(value, 'hex'))
const integer = (field: number, value: bigint): readonly Bytes[] => [tag(field, VARINT), varint(value)]

const eight = (field: number, write: (view: DataView) => void): readonly Bytes[] => {
  const view = new DataView(new ArrayBuffer(8))
  write(view)
  return [tag(field, FIXED64), new Uint8Array(view.buffer)]
}
const time = (field: number, nanos: string): readonly Bytes[] =>
  eight(field, (view) => view.setBigUint64(0, BigInt(nanos), true))

const message = (field: number, ...parts: readonly (readonly Bytes[])[]): readonly Bytes[] =>
  bytes(field, Buffer.concat(parts.flat()))

const valueParts = (value: OtlpValue): readonly Bytes[] => {
  if ('stringValue' in value) return text(1, value.stringValue)
  if ('boolValue' in value) return integer(2, value.boolValue ? 1n : 0n)
  if ('intValue' in value) return integer(3, BigInt(value.intValue))
  if ('doubleValue' in value) return eight(4, (view) => view.setFloat64(0, value.doubleValue, true))
  return message(5, ...value.arrayValue.values.map((each) => message(1, valueParts(each))))
}

const attributes = (field: number, list: readonly OtlpAttribute[]): readonly Bytes[] =>
  list.flatMap(({ key, value }) => message(field, text(1, key), message(2, valueParts(value))))

const event = ({ timeUnixNano, name, attributes: own }: OtlpEvent): readonly Bytes[] =>
  message(11, time(1, timeUnixNano), text(2, name), attributes(3, own))

const span = (of: OtlpSpan): readonly Bytes[] =>
  message(
    2,
    hex(1, of.traceId),
    hex(2, of.spanId),
    of.parentSpanId === undefined ? [] : hex(4, of.parentSpanId),
    text(5, of.name),
    integer(6, BigInt(of.kind)),
    time(7, of.startTimeUnixNano),
    time(8, of.endTimeUnixNano),
    attributes(9, of.attributes),
    of.events.flatMap(event),
    of.links.flatMap(({ traceId, spanId }) => message(13, hex(1, traceId), hex(2, spanId))),
    message(
      15,
      of.status.message === undefined ? [] : text(2, of.status.message),
      of.status.code === undefined ? [] : integer(3, BigInt(of.status.code)),
    ),
  )

/** An `ExportTraceServiceRequest` in protobuf, field for field the JSON of `document`. */
export const toProtobuf = ({ resourceSpans }: OtlpExport): Bytes =>
  Buffer.concat(
    resourceSpans.flatMap(({ resource, scopeSpans }) =>
      message(
        1,
        message(1, attributes(1, resource.attributes)),
        ...scopeSpans.map(({ scope, schemaUrl, spans }) =>
          message(2, message(1, text(1, scope.name), text(2, scope.version)), ...spans.map(span), text(3, schemaUrl)),
        ),
      ),
    ),
  )
