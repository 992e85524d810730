export type { Json, JsonObject, JsonSchema, Pointer, Sha256 } from './schema/json.ts'
