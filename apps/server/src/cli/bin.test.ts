import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

test('where not even the program can be read, a sentence says why', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ensemble-bin-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await cp(join(import.meta.dirname, '../../bin'), join(folder, 'bin'), { recursive: true })
  await mkdir(join(folder, 'dist'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  const fail = "throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' })"
  await writeFile(join(folder, 'dist/cli.js'), fail)
  await expect(promisify(execFile)(process.execPath, [join(folder, 'bin/ensemble.mjs')])).rejects.toMatchObject({
    code: 1,
    stderr: 'ensemble: Too many files are open: raise the limit (ulimit -n) and try again.\n',
  })
})
