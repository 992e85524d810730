import { canvas } from './canvas.ts'
import { inspector } from './inspector.ts'
import { result } from './result.ts'
import { run } from './run.ts'
import { shell } from './shell.ts'

/** Every text of the page, in English. A translation has the same keys. */
export const en = { ...shell, ...canvas, ...inspector, ...run, ...result }
