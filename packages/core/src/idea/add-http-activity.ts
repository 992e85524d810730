import type { TextEdit } from '../schema/json-document.ts'
import type { JsonObject } from '../schema/json.ts'
import { setAtPath } from '../schema/set-at-path.ts'

/**
 * Edits of ensemble.json's text that declare an HTTP Activity, replacing one of the same name; every other byte stays.
 * None if the text isn't a JSON object.
 */
export const addHttpActivity = (text: string, name: string, definition: JsonObject): readonly TextEdit[] =>
  setAtPath(text, ['activities', 'http', name], definition)
