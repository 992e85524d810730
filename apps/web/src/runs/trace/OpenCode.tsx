import { useActivities } from '../../document/open/use-activities.ts'
import { useRecord } from '../../document/open/use-file.ts'
import { MANIFEST_FILE } from '../../document/texts/files.ts'
import { t } from '../../platform/i18n/run.ts'
import { goTo } from '../../platform/session/location.ts'
import { Button } from '../../platform/ui/Button.tsx'

/** Leads to the sandboxed code or the request of an Activity; nothing for one whose code the page cannot show. */
export function OpenCode({ activity }: { readonly activity: string }) {
  // A Run exported as a page has no workspace behind it.
  const hasWorkspace = useRecord(MANIFEST_FILE) !== undefined
  const listed = useActivities(hasWorkspace ? activity : null)
  const kind = listed.find(({ name }) => name === activity)?.kind
  if (kind !== 'sandbox' && kind !== 'http') return null
  return (
    <p>
      <Button size="small" onClick={() => goTo('activities', { name: activity })}>
        {t(`checks.open.${kind}`)}
      </Button>
    </p>
  )
}
