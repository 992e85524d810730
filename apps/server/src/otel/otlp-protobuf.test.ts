import { expect, test } from 'vitest'
import type { OtlpExport } from '@ensemble/core/trace'
import { toProtobuf } from './otlp-protobuf.ts'

const DOCUMENT: OtlpExport = {
  resourceSpans: [
    {
      resource: { attributes: [{ key: 'service.name', value: { stringValue: 'магазин' } }] },
      scopeSpans: [
        {
          scope: { name: 'ensemble', version: '0.1.0' },
          schemaUrl: 'https://opentelemetry.io/schemas/1.45.0',
          spans: [
            {
              traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
              spanId: '00f067aa0ba902b7',
              parentSpanId: '00f067aa0ba902b8',
              name: 'chat small',
              kind: 3,
              startTimeUnixNano: '1763935200123000000',
              endTimeUnixNano: '1763935201123000000',
              attributes: [
                { key: 'int', value: { intValue: '300' } },
                { key: 'negative', value: { intValue: '-2' } },
                { key: 'double', value: { doubleValue: 0.25 } },
                { key: 'no', value: { boolValue: false } },
                { key: 'list', value: { arrayValue: { values: [{ stringValue: 'stop' }, { stringValue: '' }] } } },
              ],
              events: [
                {
                  timeUnixNano: '1763935200223000000',
                  name: 'first',
                  attributes: [{ key: 'yes', value: { boolValue: true } }],
                },
              ],
              links: [{ traceId: '4bf92f3577b34da6a3ce929d0e0e4737', spanId: '00f067aa0ba902b9' }],
              status: { code: 2, message: 'no' },
            },
          ],
        },
      ],
    },
  ],
}

/** The bytes that OpenTelemetry's own generated code (`@opentelemetry/otlp-transformer` 0.203.0) writes for DOCUMENT. */
const OFFICIAL = [
  '0acb020a220a200a0c736572766963652e6e616d6512100a0ed0bcd0b0d0b3d0b0d0b7d0b8d0bd12a4020a110a08656e73656d626c651205302e312e',
  '3012e5010a104bf92f3577b34da6a3ce929d0e0e4736120800f067aa0ba902b7220800f067aa0ba902b82a0a6368617420736d616c6c300339c09423',
  '02b8c17a1841c05ebe3db8c17a184a0a0a03696e74120318ac024a170a086e65676174697665120b18feffffffffffffffff014a130a06646f75626c',
  '65120921000000000000d03f4a080a026e6f120210004a160a046c697374120e2a0c0a060a0473746f700a020a005a1b09c0751908b8c17a18120566',
  '697273741a090a03796573120210016a1c0a104bf92f3577b34da6a3ce929d0e0e4737120800f067aa0ba902b97a0612026e6f18021a276874747073',
  '3a2f2f6f70656e74656c656d657472792e696f2f736368656d61732f312e34352e30',
].join('')

test('spans in protobuf are the bytes that OpenTelemetry’s own encoder writes', () => {
  expect(Buffer.from(toProtobuf(DOCUMENT)).toString('hex')).toBe(OFFICIAL)
})
