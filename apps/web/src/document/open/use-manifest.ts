import { isObject, type Json, type JsonObject } from '@ensemble/core'
import { useMemo } from 'react'
import { MANIFEST_FILE } from '../texts/files.ts'
import { parseObject } from '../texts/idea-view.ts'
import { changeAt, useRecord } from './use-file.ts'

/** ensemble.json as an object: an empty one while its text isn't JSON. */
export function useManifest(): JsonObject {
  const text = useRecord(MANIFEST_FILE)?.valid ?? '{}'
  return useMemo(() => parseObject(text), [text])
}

/** Changes one value of ensemble.json; every other byte stays. Undefined takes it out. */
export const setManifest = (path: readonly string[], value: Json | undefined): void =>
  changeAt(MANIFEST_FILE, [...path], value)

export const objectAt = (object: JsonObject, name: string): JsonObject => {
  const value = object[name]
  return isObject(value) ? value : {}
}
export const textAt = (object: JsonObject, name: string): string => {
  const value = object[name]
  return typeof value === 'string' ? value : ''
}
export const numberAt = (object: JsonObject, name: string): number | undefined => {
  const value = object[name]
  return typeof value === 'number' ? value : undefined
}
export const listAt = (object: JsonObject, name: string): readonly string[] => {
  const value = object[name]
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []
}
