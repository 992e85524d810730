import { banners } from './en/banners.ts'
import { createTexts } from './index.ts'

export const say = createTexts({ banners })
