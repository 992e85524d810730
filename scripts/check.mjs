// `npm run check`: types, lint, format, dead code and the direction of imports.
import { runChecks } from './lib/checks.mjs'

const { passed, failed } = await runChecks()
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
