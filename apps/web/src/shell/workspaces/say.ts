import { workspaces } from '../../platform/i18n/en/workspaces.ts'
import { createTexts } from '../../platform/i18n/index.ts'

export const say = createTexts({ workspaces })
