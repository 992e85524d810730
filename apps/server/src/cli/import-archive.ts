import { shellWord } from '../workspace/shell-word.ts'
import { someOf } from '../workspace/unpack.ts'
import type { Client } from './client.ts'
import { many } from './plural.ts'
import { printableLine } from './printable.ts'
import { print } from './own-output.ts'

/** The first bytes of a zip; an empty one begins differently. */
export const isArchive = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5)

/** The Ideas, Tools and cases of a zip become the workspace's, all or none. Resolves to the exit code. */
export const importArchive = async (client: Client, bytes: Uint8Array, json: boolean): Promise<number> => {
  const taken = await client.upload('/api/workspace/import', bytes, 'application/zip')
  if (json) {
    print(JSON.stringify(taken))
    return 0
  }
  for (const { file, why } of taken.left) console.error(printableLine(`not imported  ${file}  ${why}`))
  for (const file of taken.files) print(file)
  if (taken.unchanged.length > 0)
    console.error(`${many(taken.unchanged.length, 'file')} already exist with the same content`)
  return 0
}

/** Unpacks a whole workspace with its code into its own folder; runs nothing. Resolves to the exit code. */
export const unpackArchive = async (bytes: Uint8Array, to: string, json: boolean): Promise<number> => {
  const { unpackFolder } = await import('../workspace/unpack-folder.ts')
  const { folder, files, left } = await unpackFolder(bytes, to)
  if (json) {
    print(JSON.stringify({ folder, files, left }))
    return 0
  }
  if (left.length > 0) console.error(printableLine(`not imported  ${someOf(left)}`))
  const code = files.filter((file) => file.startsWith('activities/') || file === 'mcp.json')
  if (code.length > 0)
    console.error(
      printableLine(`Review this code before you serve the workspace, because it runs then: ${someOf(code)}`),
    )
  print(`${folder}: ${many(files.length, 'file')}`)
  print(`ensemble serve --workspace ${shellWord(folder)}`)
  return 0
}
