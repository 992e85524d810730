import { canvasNotices } from './en/canvas-notices.ts'
import { createTexts } from './index.ts'

export const t = createTexts({ canvasNotices })
