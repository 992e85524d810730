import { commands } from './en/commands.ts'
import { en } from './en/index.ts'
import { createTexts } from './index.ts'

/** The page's texts with those of all Commands, which load after the first view. */
export const t = createTexts({ ...en, commands })
export type CommandLabel = Parameters<typeof t>[0]
