import { type Answer, api } from './api.ts'

/** The result for the files of a packed workspace. */
export type TakenArchive = Answer<'POST', '/api/workspace/import'>

/** Takes the Ideas, Tools and cases of a zip, all or none. Throws ApiError, with each file that already exists in `errors`. */
export const importArchive = (archive: Blob): Promise<TakenArchive> =>
  api('POST', '/api/workspace/import', { blob: new Blob([archive], { type: 'application/zip' }) })
