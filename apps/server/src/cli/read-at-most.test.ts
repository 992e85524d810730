import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readAtMost } from './read-at-most.ts'

const temporaryFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'ensemble-read-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

it('A file is read whole up to the limit, and one byte more is refused with its name', async () => {
  const file = join(await temporaryFolder(), 'run.json')
  await writeFile(file, '12345')
  expect(Buffer.from(await readAtMost(file, 5)).toString()).toBe('12345')
  await expect(readAtMost(file, 4)).rejects.toThrow(`${file} is larger than the limit of 4 bytes.`)
})

it.runIf(existsSync('/dev/zero'))('A device without end is read no further than the limit', async () => {
  await expect(readAtMost('/dev/zero', 1 << 20)).rejects.toMatchObject({ code: 'json.tooLarge' })
})

it('A path that isn’t a file names the flag that gave it', async () => {
  const folder = await temporaryFolder()
  await expect(readAtMost(folder, 5, '--input')).rejects.toThrow(`The file ${folder} of --input cannot be read.`)
})
