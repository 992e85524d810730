import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '../i18n/run.ts'
import { IconButton } from './IconButton.tsx'
import css from './CopyButton.module.css'

/** Puts text on the clipboard and says so for a moment. */
export function CopyButton({ text, label }: { readonly text: string; readonly label?: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 1500)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <IconButton
      label={copied ? t('trace.copied') : (label ?? t('trace.copy'))}
      Icon={copied ? Check : Copy}
      size={14}
      className={css.button}
      onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
    />
  )
}
