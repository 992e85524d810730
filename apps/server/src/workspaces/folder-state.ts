import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { MANIFEST_FILE } from '../workspace/names.ts'

export type FolderState = 'ready' | 'gone' | 'notWorkspace'

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Whether a folder of the list is a workspace still. */
export const stateOf = async (folder: string): Promise<FolderState> => {
  if (!(await isThere(folder))) return 'gone'
  return (await isThere(join(folder, MANIFEST_FILE))) ? 'ready' : 'notWorkspace'
}
