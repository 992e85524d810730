import type { RunError } from '@ensemble/core/journal'
import { t } from '../../platform/i18n/run.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { waysOf } from './failure-ways.ts'

/** The remedies of a failed Run as buttons. */
export const FailureWays = ({ error }: { readonly error: RunError }) =>
  waysOf(error).map(({ label, hint, go }) => (
    <Button key={label} size="small" title={hint === undefined ? undefined : t(hint)} onClick={go}>
      {t(label)}
    </Button>
  ))
