import { type ParsedJson, parseJson } from '@ensemble/core/host'
import { BODY_LIMIT } from '../http/read-body.ts'

/**
 * JSON that a person gives, read as strictly as the server reads it: what is written twice, or is no number that JSON
 * has, would be dropped or become another on the way there.
 */
export const givenJson = (text: string): ParsedJson => parseJson(text, { maxLength: BODY_LIMIT, maxDepth: 512 })
