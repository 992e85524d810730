import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (...path: readonly string[]): string => readFileSync(join(import.meta.dirname, ...path), 'utf8')
const codeOf = (page: string): readonly string[] => page.match(/^```[^\n]+\n[\s\S]*?^```$/gm) ?? []
const picturesOf = (page: string): readonly string[] =>
  [...page.matchAll(/!\[[^\]]*\]\((?:\.\.\/)?(\S+)\)/g)].map(([, target = '']) => target)

test.each(readdirSync(join(import.meta.dirname, 'ru')))(
  'the Russian %s has the code and pictures of the English one',
  (name) => {
    const [english, russian] = [read(name), read('ru', name)]
    expect(codeOf(russian)).toEqual(codeOf(english))
    expect(picturesOf(russian)).toEqual(picturesOf(english))
  },
)
