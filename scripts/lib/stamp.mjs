import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './repo.mjs'

const SKIPPED = new Set(['node_modules', 'dist', '.ensemble', '.git'])

/**
 * @param {string} path absolute
 * @param {(file: string) => void} visit
 */
function eachFile(path, visit) {
  if (!existsSync(path)) return
  if (statSync(path).isFile()) return visit(path)
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (SKIPPED.has(entry.name)) continue
    if (entry.isDirectory()) eachFile(join(path, entry.name), visit)
    else if (entry.isFile() && !/\.test(-d)?\.tsx?$/.test(entry.name)) visit(join(path, entry.name))
  }
}

/**
 * A stamp of sources by names, sizes and times, which a second start reads in a few milliseconds.
 * @param {readonly string[]} paths files and folders, relative to the root
 */
export function fingerprint(paths) {
  const hash = createHash('sha256').update(process.version)
  for (const path of paths)
    eachFile(join(root, path), (file) => {
      const { size, mtimeMs } = statSync(file)
      hash.update(`${file}\0${size}\0${mtimeMs}\n`)
    })
  return hash.digest('hex')
}

/**
 * A stamp of contents: for the lockfile and manifests, whose times change with every checkout.
 * @param {readonly string[]} files relative to the root
 */
export function contentHash(files) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

/** @param {string} file @param {string} value */
export const isStamped = (file, value) => existsSync(file) && readFileSync(file, 'utf8') === value

/** @param {string} file @param {string} value */
export function writeStamp(file, value) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, value)
}
