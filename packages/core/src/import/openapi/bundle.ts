import { define, isObject, type Json, type JsonObject } from '../../schema/json.ts'
import { referenceTo, toPointer } from '../../schema/pointer.ts'
import type { Reading } from '../importer.ts'
import type { Source } from '../read-source.ts'

/** Where a bundled document holds the files that it refers to. */
const FILES = 'x-files'
const OUTSIDE = /["']?\$ref["']?\s*:\s*["']?[^#"'\s]/
const EXTENSION = /^x-code-?samples$/i
const MOST_FILES = 5000

/** A document whose references all lead inside it: the files that it names come along. Reports those that are missing. */
export const bundle = (
  source: Source,
  document: JsonObject,
  find: Reading['find'],
  missing: (reference: string) => void,
): JsonObject => {
  if (!OUTSIDE.test(source.text)) return document
  const files: { [name: string]: Json } = {}
  const names = new Map<Source, string>([[source, '']])

  /** The pointer to a file's value in the bundle. */
  const placeOf = (file: Source): string => {
    const known = names.get(file)
    if (known !== undefined) return known
    const plain = file.file.replace(/\.\w+$/, '').replaceAll(/[^\w-]+/g, '_')
    let name = plain
    for (let count = 2; Object.hasOwn(files, name); count++) name = `${plain}_${count}`
    const place = toPointer([FILES, name])
    names.set(file, place)
    define(files, name, {})
    define(files, name, rewrite(file.value ?? {}, file))
    return place
  }
  const target = (reference: string, from: Source): string | undefined => {
    const [path = '', fragment = ''] = reference.split('#', 2)
    if (/^\w+:/.test(path) || path.startsWith('/')) return undefined
    const file = path === '' ? from : find(decoded(path), from)
    if (file?.value === undefined || names.size > MOST_FILES) return undefined
    const place = referenceTo(placeOf(file))
    return fragment === '' ? place : `${place}${fragment}`
  }
  const rewrite = (value: Json, from: Source): Json => {
    if (Array.isArray(value)) return value.map((each: Json) => rewrite(each, from))
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => {
        // Samples of code and the like, which other tools read.
        if (EXTENSION.test(key)) {
          for (const [, reference = ''] of JSON.stringify(each).matchAll(/"\$ref":"([^"#]+)/g)) find(reference, from)
          return [key, each]
        }
        if (key !== '$ref' || typeof each !== 'string') return [key, rewrite(each, from)]
        const place = target(each, from)
        if (place === undefined) missing(each)
        return [key, place ?? each]
      }),
    )
  }
  const whole = rewrite(document, source)
  return isObject(whole) ? { ...whole, [FILES]: files } : document
}

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
