import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { atomicWrite } from './atomic-write.ts'
import { readIfThere } from './missing-file.ts'

const FOLDER = '.ensemble'
const fileOf = (root: string): string => join(root, FOLDER, 'place')

/** Facts that no copy keeps, whether an archive, another machine or `cp` made it: the folder's number on its disk, and its birth. */
const placeOf = async (root: string): Promise<string> => {
  const { ino, birthtimeNs } = await stat(join(root, FOLDER), { bigint: true })
  return `${ino} ${birthtimeNs}\n`
}

/** Whether `.ensemble` is the folder that `markMadeHere` marked, and no copy of it. */
export const isMadeHere = async (root: string): Promise<boolean> => {
  const marked = await readIfThere(fileOf(root))
  return marked !== undefined && Buffer.from(marked).toString() === (await placeOf(root))
}

/** Marks the folder as one whose runs began here, or that a person trusts like one. */
export const markMadeHere = async (root: string): Promise<void> => {
  if (!(await isMadeHere(root))) await atomicWrite(fileOf(root), await placeOf(root))
}
