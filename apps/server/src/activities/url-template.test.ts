import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fillUrl, parseUrlTemplate } from './url-template.ts'

const fill = (template: string, parameters: Readonly<Record<string, string | number | object | null>>): string => {
  const parsed = parseUrlTemplate(template)
  if (parsed === undefined) throw new Error(`${template} is an address`)
  return fillUrl(parsed, {
    parameter: (name) => (Object.hasOwn(parameters, name) ? (parameters[name] as never) : undefined), // JSON in every case
    secret: (reference) => `value of ${reference}`,
  }).href
}

describe('A URL template', () => {
  test('takes parameters in its path and query, and secrets in its query', () => {
    expect(
      fill('https://api.example.com/users/{id}/songs?q={words}&page={page}&key=secret://KEY', {
        id: 7,
        words: 'a b&c',
      }),
    ).toBe('https://api.example.com/users/7/songs?q=a%20b%26c&key=value%20of%20secret%3A%2F%2FKEY')
    expect(fill('http://localhost:81/{a}-{b}.json?list={list}', { a: 'é', b: '?', list: [1, { x: 2 }] })).toBe(
      'http://localhost:81/%C3%A9-%3F.json?list=%5B1%2C%7B%22x%22%3A2%7D%5D',
    )
  })

  test.each([
    '{scheme}://api.example.com',
    'https://{host}/x',
    'https://api.{zone}.com/x',
    'https://api.example.com:{port}/x',
    'https://{user}@api.example.com',
    'https://me:key@api.example.com',
    'https://api.example.com\\@evil.example/',
    'https://api.example.com/secret://KEY',
    'https://api.example.com/{id',
    'https://api.example.com/{{id}}',
    'https://api.example.com/{id}{',
    'https://api.example.com/?q={',
    'https://api.example.com/?=1',
    'https://api.example.com:99999/',
    'https://api.example.com/{__proto__}',
    'https://api.example.com/?{name}=1',
    'ftp://api.example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '//api.example.com/',
    '/path',
    '',
  ])('is not %s', (template) => expect(parseUrlTemplate(template)).toBeUndefined())

  test('keeps what is fixed in it: an end of a path, a pair without a value, a value with an equals sign', () => {
    expect(fill('https://api.example.com/users/', {})).toBe('https://api.example.com/users/')
    expect(fill('https://api.example.com//users', {})).toBe('https://api.example.com//users')
    expect(fill('https://api.example.com', {})).toBe('https://api.example.com/')
    expect(fill('https://api.example.com/?flag&q=a=b', {})).toBe('https://api.example.com/?flag=&q=a=b')
  })

  test('leaves out the pairs of its query that were not given, and nothing else', () => {
    const template = 'https://api.example.com/?a={a}&b=x{b}&c=1'
    expect(fill(template, { a: 'y', b: 0 })).toBe('https://api.example.com/?a=y&b=x0&c=1')
    expect(fill(template, { a: null })).toBe('https://api.example.com/?c=1')
    expect(fill(template, { a: '', b: null })).toBe('https://api.example.com/?a=&c=1')
  })

  test.each(['.', '..', '', '%2e%2E', '%2e'])('lets no parameter climb out of its path: "%s"', (id) => {
    const isEncoded = id.startsWith('%')
    const asked = (): string => fill('https://api.example.com/users/{id}/songs', { id })
    if (isEncoded) expect(asked()).toBe(`https://api.example.com/users/${encodeURIComponent(id)}/songs`)
    else expect(asked).toThrow('"id"')
  })

  test('does not climb by two parameters side by side either', () => {
    expect(() => fill('https://api.example.com/a/{x}{y}/b', { x: '.', y: '.' })).toThrow('"x" and "y"')
    expect(() => fill('https://api.example.com/a/.{x}', { x: '.' })).toThrow('"x"')
  })

  test('names the parameter that its path misses', () => {
    expect(() => fill('https://api.example.com/users/{id}', {})).toThrow('The address needs the parameter "id".')
    expect(() => fill('https://api.example.com/users/{id}', { id: null })).toThrow('"id"')
  })

  test('keeps host, path length and names of the query, whatever the parameters hold', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'binary' }), fc.string({ unit: 'binary' }), (id, words) => {
        fc.pre(id !== '.' && id !== '..')
        const url = new URL(fill('https://api.example.com/users/{id}/songs?q={words}&fixed=1', { id, words }))
        expect(url.origin).toBe('https://api.example.com')
        expect(url.pathname.split('/')).toHaveLength(4)
        expect(decodeURIComponent(url.pathname.split('/')[2] ?? '')).toBe(id)
        expect([...url.searchParams]).toEqual([
          ['q', words],
          ['fixed', '1'],
        ])
        expect(url.hash).toBe('')
      }),
    )
  })
})
