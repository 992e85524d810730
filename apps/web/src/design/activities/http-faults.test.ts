import { describe, expect, it } from 'vitest'
import {
  faultOfHeader,
  faultOfHeaderName,
  faultOfUrl,
  firstValue,
  isHostAllowed,
  jsonOf,
  resultOf,
  secretsIn,
} from './http-faults.ts'

describe('what is typed about a request', () => {
  it.each(['https://api.example.com/{city}?q={q}', 'http://127.0.0.1:8080'])('may be the address %s', (url) =>
    expect(faultOfUrl(url)).toBeNull(),
  )
  it.each(['', 'api.example.com', 'ftp://x', 'https://{host}/x', 'https://', 'http://a b/'])(
    'may not be the address "%s": its host is fixed',
    (url) => expect(faultOfUrl(url)).not.toBeNull(),
  )

  it('may be any header but those that the request itself decides', () => {
    for (const name of ['accept', 'X-Api-Key', 'a!b']) expect(faultOfHeaderName(name)).toBeNull()
    for (const name of ['', 'a b', 'ä', 'Host', 'content-length', 'Proxy-Authorization'])
      expect(faultOfHeaderName(name)).not.toBeNull()
  })

  it('names a key instead of holding it', () => {
    expect(faultOfHeader('Authorization', 'Bearer sk-1')).not.toBeNull()
    expect(faultOfHeader('Authorization', 'Bearer secret://KEY')).toBeNull()
    expect(faultOfHeader('accept', 'text/plain')).toBeNull()
    expect(firstValue('get-weather', 'Authorization')).toBe('Bearer secret://GET_WEATHER_KEY')
    expect(firstValue('get-weather', 'x-api-key')).toBe('secret://GET_WEATHER_KEY')
    expect(firstValue('get-weather', 'accept')).toBe('')
    const definition = { url: 'https://a.example/secret://A', headers: { b: 'secret://B', c: 'secret://A secret://1' } }
    expect(secretsIn(definition)).toEqual(['A', 'B'])
  })

  it('may take its result from one place of the answer, or from several under names', () => {
    for (const pointer of ['', '/a', '/a~1b/0']) expect(resultOf(pointer)).toBe(pointer)
    expect(resultOf('{"t":"/temp","c":""}')).toEqual({ t: '/temp', c: '' })
    for (const text of ['a', '/a~2', '{"t":7}', '{"t":"temp"}', '[]', '{']) expect(resultOf(text), text).toBeUndefined()
    expect(jsonOf('null')).toBeNull()
    expect(jsonOf('{')).toBeUndefined()
  })
})

it('A host may be reached by its name, at any port or at one', () => {
  expect(isHostAllowed('https://API.example.com/x', ['api.Example.com'])).toBe(true)
  expect(isHostAllowed('http://127.0.0.1:8080/', ['127.0.0.1'])).toBe(true)
  expect(isHostAllowed('http://127.0.0.1:8080/', ['127.0.0.1:8080'])).toBe(true)
  expect(isHostAllowed('http://127.0.0.1:8080/', ['127.0.0.1:9090', 'example.com'])).toBe(false)
  expect(isHostAllowed('https://sub.example.com', ['example.com'])).toBe(false)
  expect(isHostAllowed('nonsense', ['nonsense'])).toBe(false)
})
