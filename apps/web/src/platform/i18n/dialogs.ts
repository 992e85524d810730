import { commands } from './en/commands.ts'
import { en } from './en/index.ts'
import { dialogs } from './en/dialogs.ts'
import { createTexts } from './index.ts'

/** The page's texts with those of dialogs and Commands, which load with what shows them. */
export const t = createTexts({ ...en, commands, dialogs })
