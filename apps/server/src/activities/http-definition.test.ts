import { describe, expect, test } from 'vitest'
import { parseHttpDefinition } from './http-definition.ts'

const read = (definition: unknown) =>
  parseHttpDefinition(definition, (sentence) => {
    throw new Error(sentence)
  })
const url = 'https://api.example.com/users'

describe('The definition of an HTTP activity', () => {
  test('needs an address alone: it then asks with GET, for the whole answer, half a minute long, and no person', () => {
    expect(read({ url })).toMatchObject({
      method: 'GET',
      headers: [],
      result: '',
      timeoutMs: 30_000,
      needsApproval: false,
      source: { url },
      url: { origin: 'https://api.example.com' },
    })
    expect(read({ url })).not.toHaveProperty('body')
  })

  test('describes everything else in its own words', () => {
    const definition = {
      url,
      method: 'PUT',
      timeoutMs: 5,
      approval: 'required',
      result: { a: '/a', all: '' },
      body: null,
    }
    expect(read({ ...definition, description: 'for people' })).toMatchObject({
      method: 'PUT',
      timeoutMs: 5,
      needsApproval: true,
      result: { a: '/a', all: '' },
      body: { type: 'value', value: null },
    })
  })

  test.each<[string, unknown, string]>([
    ['no object', 'https://api.example.com', 'to be an object'],
    ['a list', [url], 'to be an object'],
    ['an unknown member', { url, methods: 'GET' }, 'to have no member "methods"'],
    ['no address', {}, 'to have a "url"'],
    ["an address that isn't a text", { url: 5 }, 'to have a "url"'],
    ['an unknown method', { url, method: 'get' }, 'to have a method out of GET, HEAD'],
    ['no time', { url, timeoutMs: 0 }, 'to have a "timeoutMs" above 0'],
    ['a time in words', { url, timeoutMs: '5000' }, 'to have a "timeoutMs" above 0'],
    [
      'an approval in other words, which would never ask',
      { url, approval: 'Required' },
      'to have an "approval" of "required"',
    ],
    ["an approval that isn't a known word", { url, approval: true }, 'to have an "approval" of "required"'],
    ['headers that are a list', { url, headers: ['a'] }, 'to have "headers" that are an object of texts'],
    ["a header that isn't a text", { url, headers: { a: 5 } }, 'as header "a"'],
    ["a header with a brace that isn't a place", { url, headers: { a: '{' } }, 'as header "a"'],
    ['a header whose name is two words', { url, headers: { 'a b': 'x' } }, 'to set no header "a b"'],
    ['a header that the sending decides', { url, headers: { Host: 'x' } }, 'to set no header "Host"'],
    ['a header of the proxy', { url, headers: { 'Proxy-Authorization': 'x' } }, 'to set no header'],
    ['a key in plain text', { url, headers: { Authorization: 'Bearer abc' } }, 'never the key itself'],
    ['a key that a model gives', { url, headers: { 'X-Api-Key': '{key}' } }, 'never the key itself'],
    ["a body with a brace that isn't a place", { url, body: { a: ['{'] } }, 'to have a body whose texts'],
    ["a result that isn't a pointer", { url, result: 'data' }, 'to have a "result" that is a JSON pointer'],
    ["a result that isn't a text", { url, result: 5 }, 'to have a "result" that is a JSON pointer'],
    ["a part of a result that isn't a pointer", { url, result: { a: 'data' } }, 'as "result.a"'],
    ["a part of a result that isn't a text", { url, result: { a: 5 } }, 'as "result.a"'],
  ])('is refused with %s', (_, definition, sentence) => {
    expect(() => read(definition)).toThrow(sentence)
  })

  test('gives a key by reference', () => {
    const [header] = read({ url, headers: { Authorization: 'Bearer secret://KEY' } }).headers
    expect(header).toEqual([
      'Authorization',
      [
        { type: 'text', text: 'Bearer ' },
        { type: 'secret', reference: 'secret://KEY' },
      ],
    ])
  })
})
