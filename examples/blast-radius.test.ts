import { afterAll, describe, test } from 'vitest'
import * as analytics from './analytics/activities/analytics.ts'
import * as review from './code-review/activities/review.ts'
import * as machine from './devops/activities/machine.ts'
import * as network from './devops/activities/network.ts'
import { stopAll } from './devops/activities/fleet/fleet.ts'
import * as invoices from './invoices/activities/invoices.ts'
import * as rules from './moderation/activities/rules.ts'
import * as releases from './releases/activities/releases.ts'
import * as security from './security/activities/security.ts'
import * as support from './support/activities/support.ts'
import { expectTruePreviews, type ExampleRun } from './true-previews.ts'

afterAll(stopAll)

const RUNS: readonly ExampleRun[] = [
  ['blank', [], 'assistant', { question: 'Why is the sea salty?' }],
  [
    'devops',
    [network, machine],
    'operator',
    { request: 'check that google.com is reachable and how full the disk is' },
  ],
  ['devops', [network, machine], 'operator', { request: 'restart nginx' }],
  ['support', [support], 'desk', { id: 'T-1042' }],
  ['analytics', [analytics], 'analyst', { question: 'draw the revenue by month as a line chart' }],
  ['code-review', [review], 'reviewer', { id: 'CR-102' }],
  ['invoices', [invoices], 'clerk', { id: 'INV-2041' }],
  ['moderation', [rules], 'moderator', { strictness: 'lenient' }],
  ['releases', [releases], 'release-manager', { version: '2.4.0' }],
  ['security', [security], 'investigator', { request: 'show the failed logins from 203.0.113.66 and isolate web-02' }],
]

const MOST_OF_A_KIND = 4

describe('the preview of a fork is its real effect', () => {
  test.each(RUNS)('%s: every edit of a Run', (...run) => expectTruePreviews(run, MOST_OF_A_KIND))
})
