import { cp, mkdtemp, rm } from 'node:fs/promises'
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
  // At the depth of the real one, next to the steps of Postgres.
  await build.write({ dir: join(folder, 'dist'), format: 'esm' })
  await cp(join(SERVER, 'migrations'), join(folder, 'migrations'), { recursive: true })
  await build.close()
  return { file: join(folder, 'dist', 'index.js'), remove: () => rm(folder, { recursive: true, force: true }) }
}
