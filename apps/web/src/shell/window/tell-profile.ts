import type { WorkspaceFacts } from '../../platform/api/facts.ts'
import { say } from '../../platform/i18n/banners.ts'
import { notify } from '../../platform/session/notify.ts'
import { sessionStore } from '../../platform/session/session.ts'

const KEY = 'profile'

function tell(before: string, { model, profile }: WorkspaceFacts): void {
  notify.tell(
    say('profile.title', { profile }),
    say('profile.text', { model }),
    { label: say('profile.keep', { before }), onClick: () => sessionStore.setState({ profile: before }) },
    { key: KEY },
  )
}

/**
 * Says that new Runs use another profile because another model became the default, and offers the profile of before.
 * Call once.
 */
export function tellProfile(): void {
  sessionStore.subscribe(({ facts, profile }, { facts: before }) => {
    // A profile that was chosen in this window stays.
    if (facts === null || before === null || profile !== null || facts.root !== before.root) return
    if (facts.model !== before.model && facts.profile !== before.profile) tell(before.profile, facts)
  })
}
