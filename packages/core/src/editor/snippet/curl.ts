import type { Imported } from '../../tool/conversion.ts'
import { importRequests, type WrittenRequest } from './http-request.ts'
import { shellWords } from './shell-words.ts'

const CURL = /^\s*(?:\$\s+)?curl\s/u

export const isCurl = (text: string): boolean => CURL.test(text)

/** Options with a value that says nothing about the Tool. */
const WITH_VALUE = new Set(
  '-o --output -A --user-agent -b --cookie -c --cookie-jar -e --referer -m --max-time --connect-timeout -x --proxy --retry -w --write-out --cacert --cert --key -T --upload-file --resolve'.split(
    ' ',
  ),
)
const DATA = new Set(['-d', '--data', '--data-raw', '--data-ascii', '--data-binary', '--data-urlencode', '--json'])

/** A curl command as a Tool with its HTTP Activity. */
export const importCurl = (text: string): Imported => {
  const request = readCurl(shellWords(text.replace(/^\s*\$\s+/u, '')))
  return importRequests([request])
}

const readCurl = ([, ...words]: readonly string[]): WrittenRequest => {
  let method: string | undefined
  let url = ''
  let isQuery = false
  const headers: [string, string][] = []
  const data: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const [word, joined] = optionOf(words[at] ?? '')
    const value = (): string => joined ?? words[(at += 1)] ?? ''
    if (word === '-X' || word === '--request') method = value()
    else if (word === '-H' || word === '--header') {
      const [name = '', ...rest] = value().split(':')
      headers.push([name.trim(), rest.join(':').trim()])
    } else if (DATA.has(word) || word === '-F' || word === '--form') data.push(value())
    else if (word === '-u' || word === '--user') {
      // The report names the header; the password itself is dropped.
      value()
      headers.push(['Authorization', 'Basic'])
    } else if (word === '-G' || word === '--get') isQuery = true
    else if (word === '-I' || word === '--head') method = 'HEAD'
    else if (word === '--url') url = value()
    else if (WITH_VALUE.has(word)) value()
    else if (!word.startsWith('-') && url === '') url = word
  }
  const address = /^https?:\/\//u.test(url) ? url : `https://${url}`
  const body = data.join('&')
  if (isQuery && body !== '')
    return { method: method ?? 'GET', url: `${address}${address.includes('?') ? '&' : '?'}${body}`, headers }
  return { method: method ?? (body === '' ? 'GET' : 'POST'), url: address, headers, ...(body !== '' && { body }) }
}

/** `--request=POST` and `-XPOST` carry their value with them. */
const optionOf = (word: string): readonly [option: string, value?: string] => {
  const long = /^(--[a-z-]+)=(.*)$/su.exec(word)
  if (long !== null) return [long[1] ?? '', long[2] ?? '']
  const short = /^(-[XHd])(.+)$/su.exec(word)
  return short === null ? [word] : [short[1] ?? '', short[2] ?? '']
}
