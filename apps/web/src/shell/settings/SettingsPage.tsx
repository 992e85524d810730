import { goTo } from '../../platform/session/location.ts'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { EgressSection } from './EgressSection.tsx'
import { EndpointsSection } from './EndpointsSection.tsx'
import { HelpSection } from './HelpSection.tsx'
import { LimitsSection } from './LimitsSection.tsx'
import { LintSection } from './LintSection.tsx'
import { ModelsSection } from './ModelsSection.tsx'
import { OtelSection } from './OtelSection.tsx'
import { PageSection, pageTitle } from './PageSection.tsx'
import { ProfilesSection } from './ProfilesSection.tsx'
import { RunsSection } from './RunsSection.tsx'
import { UseSection } from './UseSection.tsx'
import { say } from './say.ts'
import css from './settings.module.css'

const SECTIONS = [
  'models',
  'endpoints',
  'limits',
  'runs',
  'use',
  'egress',
  'otel',
  'profiles',
  'lint',
  'page',
  'help',
] as const

/** Every setting of the workspace outside Ideas and Tools. */
export function SettingsPage() {
  const close = (): void => goTo('bench')
  return (
    <PageFrame title={say('title')} back={say('back')} onClose={close}>
      <div className={css.middle}>
        <nav className={css.nav} aria-label={say('title')}>
          {SECTIONS.map((name) => (
            <button
              key={name}
              type="button"
              onClick={() => document.getElementById(`settings-${name}`)?.scrollIntoView({ block: 'start' })}
            >
              {name === 'page' ? pageTitle : say(`${name}.title`)}
            </button>
          ))}
        </nav>
        <div className={css.page}>
          <p className={css.intro}>{say('intro')}</p>
          <ModelsSection />
          <EndpointsSection />
          <LimitsSection />
          <RunsSection />
          <UseSection />
          <EgressSection />
          <OtelSection />
          <ProfilesSection />
          <LintSection />
          <PageSection />
          <HelpSection />
        </div>
      </div>
    </PageFrame>
  )
}
