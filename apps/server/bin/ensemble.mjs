#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const built = new URL('../dist/cli.js', import.meta.url)
if (existsSync(fileURLToPath(built))) {
  // Where the program itself cannot be read, none of it is there to say so.
  await import(built.href).catch((error) => {
    if (error.code !== 'EMFILE' && error.code !== 'ENFILE') throw error
    console.error('ensemble: Too many files are open: raise the limit (ulimit -n) and try again.')
    process.exitCode = 1
  })
} else {
  console.error('Ensemble is not built yet: run `npm start` in the repository once.')
  process.exitCode = 1
}
