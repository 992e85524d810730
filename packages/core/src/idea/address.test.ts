import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatAddress, parseAddress } from './address.ts'

describe('an address', () => {
  it('is idea://name, a URL, anonymous, or a path', () => {
    expect(parseAddress('idea://sound-designer')).toEqual({ type: 'idea', name: 'sound-designer' })
    expect(parseAddress('https://example.org/idea.json')).toEqual({ type: 'url', url: 'https://example.org/idea.json' })
    expect(parseAddress('anonymous')).toEqual({ type: 'anonymous' })
    expect(parseAddress('shared/critic.json')).toEqual({ type: 'file', path: 'shared/critic.json' })
  })

  it('counts a path from the referring file, and the workspace’s Ideas are the same under both names', () => {
    expect(parseAddress('./composer.json', 'idea://producer')).toEqual({ type: 'idea', name: 'composer' })
    expect(parseAddress('../shared/critic.json', 'idea://producer')).toEqual({
      type: 'file',
      path: 'shared/critic.json',
    })
    expect(parseAddress('ideas/composer.json')).toEqual({ type: 'idea', name: 'composer' })
    expect(parseAddress('b.json', 'https://example.org/x/a.json')).toEqual({
      type: 'url',
      url: 'https://example.org/x/b.json',
    })
  })

  it('counts a path from the folder of the referring file', () => {
    expect(parseAddress('b.json', 'shared/deep/a.json')).toEqual({ type: 'file', path: 'shared/deep/b.json' })
    expect(parseAddress('../b.json', 'shared/deep/a.json')).toEqual({ type: 'file', path: 'shared/b.json' })
    expect(parseAddress('.//x/./b.json', 'shared/a.json')).toEqual({ type: 'file', path: 'shared/x/b.json' })
    expect(parseAddress('b.json', 'anonymous')).toEqual({ type: 'file', path: 'b.json' })
  })

  it('of a file that has no name of an Idea is that file', () => {
    expect(parseAddress('ideas/1st.json')).toEqual({ type: 'file', path: 'ideas/1st.json' })
    expect(parseAddress('ideas/deep/a.json')).toEqual({ type: 'file', path: 'ideas/deep/a.json' })
  })

  it('never leaves the workspace', () => {
    for (const path of ['../../etc/passwd', '/etc/passwd', 'a/../../../x', 'a\\..\\b', 'a\0.json']) {
      expect(parseAddress(path, 'idea://producer')).toEqual({
        type: 'invalid',
        code: 'module.outside',
        message: `${path} leads out of the workspace; a module's path must stay inside it.`,
      })
    }
    fc.assert(
      fc.property(fc.array(fc.constantFrom('..', '.', 'a', '')), (segments) => {
        const address = parseAddress(segments.join('/'), 'idea://producer')
        if (address.type === 'file') expect(address.path.split('/')).not.toContain('..')
      }),
    )
  })

  it('of another scheme or a broken name leads nowhere', () => {
    for (const text of ['file:///etc/passwd', 'idea://', 'idea://1st', 'http://', 'javascript:1']) {
      expect(parseAddress(text)).toMatchObject({ type: 'invalid', code: 'module.unresolved' })
    }
  })

  it('reads back as it was written', () => {
    for (const text of ['idea://a', 'https://example.org/i.json', 'anonymous', 'x/y.json']) {
      const address = parseAddress(text)
      if (address.type !== 'invalid') expect(formatAddress(address)).toBe(text)
    }
  })
})
