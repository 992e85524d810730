import { createRoot } from 'react-dom/client'
import { language } from '../../platform/i18n/language.ts'
import { whenTranslated } from '../../platform/i18n/translated.ts'
import { UsePage } from './UsePage.tsx'
import '../../platform/styles/tokens.css'
import '../../platform/styles/base.css'

const start = (): void => {
  const root = document.getElementById('root')
  if (root === null) throw new Error('the page has no #root')
  createRoot(root).render(<UsePage />)
}

document.documentElement.lang = language
whenTranslated(start)
