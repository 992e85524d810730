import { pins } from '../i18n/en/pins.ts'
import { createTexts } from '../i18n/index.ts'

/** The pins' own texts. */
export const say = createTexts({ pins })
