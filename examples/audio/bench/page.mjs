import { readFile, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'

const PAGE = join(import.meta.dirname, '../../../docs/benchmarks-song.md')

/** The machine and the day of a measurement. */
export const measuredOn = () =>
  `${new Date().toISOString().slice(0, 10)} · ${process.platform}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`

/** Replaces a section of the page of benchmarks; the other sections stay. */
export const writeSection = async (title, body) => {
  const page = await readFile(PAGE, 'utf8')
  const sections = page.split(/^(?=## )/mu)
  const section = `## ${title}\n\n${body.trim()}\n`
  const at = sections.findIndex((text) => text.startsWith(`## ${title}\n`))
  const others = sections.map((text) => `${text.trim()}\n`)
  await writeFile(PAGE, (at < 0 ? [...others, section] : others.with(at, section)).join('\n'))
  console.log(section)
}
