/** Checks one string against a `format`. Every check runs in linear time. */
type FormatCheck = (text: string) => boolean

const LONGEST = 4096
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const TIME = /^(\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[zZ]|([+-])(\d{2}):(\d{2}))$/
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

const isDate: FormatCheck = (text) => {
  const [, year, month, day] = (DATE.exec(text) ?? []).map(Number)
  if (year === undefined || month === undefined || day === undefined || month < 1 || month > 12 || day < 1) return false
  return day <= (month === 2 && isLeap(year) ? 29 : (DAYS[month - 1] ?? 0))
}

/** A leap second is valid only as the last second of a UTC day. */
const isTime: FormatCheck = (text) => {
  const match = TIME.exec(text)
  if (!match) return false
  const [hour, minute, second] = match.slice(1, 4).map(Number)
  if (hour === undefined || minute === undefined || second === undefined) return false
  const sign = match[4] === '-' ? -1 : 1
  const offsetHour = Number(match[5] ?? 0)
  const offsetMinute = Number(match[6] ?? 0)
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return false
  const utcMinutes = hour * 60 + minute - sign * (offsetHour * 60 + offsetMinute)
  return second < 60 || (utcMinutes + 2880) % 1440 === 1439
}

const isDateTime: FormatCheck = (text) =>
  /^[tT ]$/.test(text[10] ?? '') && isDate(text.slice(0, 10)) && isTime(text.slice(11))

const DURATION = /^P(?:\d+W|(?=[\dT])(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i
const BYTE = /^(?:0|[1-9]\d{0,2})$/
const URI_CHARACTERS = /^(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[0-9a-fA-F]{2})*$/
const IRI_EXCLUDED = /[\s<>"{}|\\^`\u0000-\u001f]/
const SCHEME = /^[a-z][a-z0-9+.-]*:/i
const POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/
const RELATIVE_POINTER = /^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/

const isHostname: FormatCheck = (text) => text.length <= 253 && text.split('.').every((label) => LABEL.test(label))
const isIpv4: FormatCheck = (text) => {
  const bytes = text.split('.')
  return bytes.length === 4 && bytes.every((byte) => BYTE.test(byte) && Number(byte) <= 255)
}
const isIpv6: FormatCheck = (text) => {
  if (!/^[0-9a-fA-F:.]{2,45}$/.test(text)) return false
  const halves = text.split('::')
  if (halves.length > 2) return false
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  const tail = groups.at(-1) ?? ''
  const hasIpv4 = tail.includes('.')
  if (hasIpv4 && (!isIpv4(tail) || text.endsWith(':'))) return false
  const hex = hasIpv4 ? groups.slice(0, -1) : groups
  const width = hex.length + (hasIpv4 ? 2 : 0)
  return hex.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group)) && (halves.length === 2 ? width < 8 : width === 8)
}
const isEmail: FormatCheck = (text) => {
  const at = text.lastIndexOf('@')
  const domain = text.slice(at + 1)
  const isAddress = domain.startsWith('[') && domain.endsWith(']') && isIpAddress(domain.slice(1, -1))
  return at > 0 && at <= 64 && LOCAL_PART.test(text.slice(0, at)) && (isHostname(domain) || isAddress)
}
const isIpAddress: FormatCheck = (text) =>
  text.startsWith('IPv6:') ? isIpv6(text.slice('IPv6:'.length)) : isIpv4(text)
const hasParts = (text: string): boolean => {
  const fragment = text.indexOf('#')
  const authority = /^(?:[a-z][a-z0-9+.-]*:)?\/\/([^/?#]*)/i.exec(text)?.[1] ?? ''
  const brackets = /[[\]]/.test(text.replace(/^[^/?#]*\/\/[^/?#]*/, ''))
  return (fragment < 0 || !text.includes('#', fragment + 1)) && !brackets && isAuthority(authority)
}
const isAuthority: FormatCheck = (text) => {
  const host = text.slice(text.lastIndexOf('@') + 1)
  if (host.startsWith('['))
    return /^\[[0-9a-fA-F:.]+\](?::\d*)?$/.test(host) && isIpv6(host.slice(1, host.indexOf(']')))
  return /^[^[\]:]*(?::\d*)?$/.test(host)
}
const isUri: FormatCheck = (text) => SCHEME.test(text) && URI_CHARACTERS.test(text) && hasParts(text)
const isUriReference: FormatCheck = (text) => URI_CHARACTERS.test(text) && hasParts(text)
const isIri: FormatCheck = (text) => SCHEME.test(text) && !IRI_EXCLUDED.test(text) && hasParts(text)
const isRegex: FormatCheck = (text) => {
  try {
    new RegExp(text, 'u')
    return true
  } catch {
    return false
  }
}

/** The formats that are asserted; any other is an annotation. */
export const FORMATS: ReadonlyMap<string, FormatCheck> = new Map<string, FormatCheck>([
  ['date', isDate],
  ['time', isTime],
  ['date-time', isDateTime],
  ['duration', (text) => DURATION.test(text)],
  ['uuid', (text) => UUID.test(text)],
  ['email', isEmail],
  ['hostname', isHostname],
  ['ipv4', isIpv4],
  ['ipv6', isIpv6],
  ['uri', isUri],
  ['uri-reference', isUriReference],
  ['iri', isIri],
  ['json-pointer', (text) => POINTER.test(text)],
  ['relative-json-pointer', (text) => RELATIVE_POINTER.test(text)],
  ['regex', isRegex],
])

/** A check that refuses hostile lengths outright: no format names a value that long. */
export const boundedFormat =
  (check: FormatCheck): FormatCheck =>
  (text) =>
    text.length <= LONGEST && check(text)
