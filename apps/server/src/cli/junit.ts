/** A check, as a test case of JUnit. */
export interface CheckedCase {
  readonly name: string
  readonly ms?: number
  /** Why it failed; the first line is the short form. */
  readonly failure?: string
  /** Why it was not decided. */
  readonly skipped?: string
}

/** XML 1.0 has no place for other control characters, escaped or not. */
const NOT_IN_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
}
const escape = (text: string): string =>
  text.replaceAll(NOT_IN_XML, '\ufffd').replaceAll(/[&<>"\n\r\t]/g, (sign) => ENTITIES[sign] ?? sign)

const insideOf = ({ failure, skipped }: CheckedCase): string => {
  if (failure !== undefined) {
    const [short = ''] = failure.split('\n')
    return `<failure message="${escape(short)}">${escape(failure)}</failure>`
  }
  return skipped === undefined ? '' : `<skipped message="${escape(skipped)}"/>`
}

/** The report of one suite in the format that CI systems call JUnit. */
export const toJUnit = (suite: string, cases: readonly CheckedCase[]): string => {
  const failures = cases.filter(({ failure }) => failure !== undefined).length
  const skipped = cases.filter(({ failure, skipped: why }) => failure === undefined && why !== undefined).length
  const counts = `tests="${cases.length}" failures="${failures}" skipped="${skipped}"`
  const rows = cases.map((each) => {
    const time = each.ms === undefined ? '' : ` time="${(each.ms / 1000).toFixed(3)}"`
    return `    <testcase classname="${escape(suite)}" name="${escape(each.name)}"${time}>${insideOf(each)}</testcase>\n`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${counts}>\n  <testsuite name="${escape(suite)}" ${counts}>\n${rows.join('')}  </testsuite>\n</testsuites>\n`
}
