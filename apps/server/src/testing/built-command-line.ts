import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import manifest from '../../package.json' with { type: 'json' }

const SERVER = join(import.meta.dirname, '..', '..')
/** Loaded from where the server's own packages lie; what the core needs comes along. */
const OUTSIDE = Object.keys(manifest.dependencies).filter((name) => !name.startsWith('@ensemble/'))

export interface BuiltCommandLine {
  /** The script for `node`. */
  readonly file: string
  readonly remove: () => Promise<void>
}

/** The command line as one process runs it, from these very sources. */
export const buildCommandLine = async (): Promise<BuiltCommandLine> => {
  // Next to the packages it loads.
  const folder = await mkdtemp(join(SERVER, 'node_modules', '.command-line-'))
  const build = await rolldown({
    input: join(SERVER, 'src/cli/index.ts'),
    platform: 'node',
    external: (id) => OUTSIDE.some((name) => id === name || id.startsWith(`${name}/`)),
    resolve: { conditionNames: ['ensemble-source', 'import', 'node', 'default'], mainFields: ['module', 'main'] },
    logLevel: 'silent',
  })
  await build.write({ dir: folder, format: 'esm' })
  await build.close()
  return { file: join(folder, 'index.js'), remove: () => rm(folder, { recursive: true, force: true }) }
}
