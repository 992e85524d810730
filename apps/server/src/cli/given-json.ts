import { type ParsedJson, parseJson } from '@ensemble/core/host'
import { BODY_LIMIT } from '../http/read-body.ts'

/** JSON from a person, as strict as the server: duplicate keys and inexact numbers would change silently on the way. */
export const givenJson = (text: string): ParsedJson => parseJson(text, { maxLength: BODY_LIMIT, maxDepth: 512 })
