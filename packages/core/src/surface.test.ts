import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { EVENT_SCHEMAS, EVENT_TYPES } from './journal.ts'

const words = (text: string): readonly string[] => text.trim().split(/\s+/u)

/** The exports of each entry: a name is added or removed here on purpose. */
const ENTRIES = [
  {
    entry: '@ensemble/core',
    load: () => import('./index.ts'),
    names: words(`
      Activity Agent EnsembleError ModelError NO_PROFILE NeedsApproval Tool createActivityRegistry createExecutor createIdeaSource createMemoryJournal createRegistry createSimulatedModel isObject needsApproval sha256Bytes systemClock
    `),
  },
  { entry: '@ensemble/core/schema', load: () => import('./schema.ts'), names: words('hashJson') },
  { entry: '@ensemble/core/tool', load: () => import('./tool.ts'), names: words('lintTools normaliseTool') },
  {
    entry: '@ensemble/core/idea',
    load: () => import('./idea.ts'),
    names: words('deriveGraph inputDefaultOf inputSchemaOf loadIdea parseIdea parseWorkspace withInput'),
  },
  {
    entry: '@ensemble/core/model',
    load: () => import('./model.ts'),
    names: words(
      'CALL_ERROR_CODES COMPOSER_VERSION PRICES compose composeIdea costOf effectiveTools encodeRequest fallback judgeCalls mergeConfig',
    ),
  },
  {
    entry: '@ensemble/core/journal',
    load: () => import('./journal.ts'),
    names: words('EVENT_SCHEMAS EVENT_TYPES NO_USAGE foldRun hasEnded isEnd'),
  },
  { entry: '@ensemble/core/run', load: () => import('./run.ts'), names: [] },
  {
    entry: '@ensemble/core/host',
    load: () => import('./host.ts'),
    names: words(`
      APIS LIMITS PROVIDER_APIS isProviderApi BODY_BYTES ENDPOINT_PRESETS GENESIS REDACTED TRIAL_MODEL activityOfTool applyImports bindableNames bodyRefs canonicalJson checkConfig costAt
      createCallJudge createGraphDeriver createTrialModel didYouMean whyUnreachable escapePointer examineApis examineEndpoint explainExamination findProfileIssue
      findSyntaxError getByPointer graphJudge hasOwn hashOf heldTool hydrateEvent inlineTools isBodyRef isHeavy isLarge isRedacted latentTrialOf
      limitsOf mcpServerOf namedModel nearestName onAbort parseAddress parseIdeaInTurns parseJson parseJsonInTurns parsePiecesInTurns
      parseSharedTool parseTraceparent profileSlips readForeignIdea redactJson sealEvents sha256Text suggestAddress trialOf verdictOf weigh withActivity
      withAuthoredActivity withFork writtenOutput
    `),
  },
  {
    entry: '@ensemble/core/ai-sdk',
    load: () => import('./model/ai-sdk/ai-sdk-model.ts'),
    names: words('createSdkModel'),
  },
  { entry: '@ensemble/core/openai', load: () => import('./model/openai.ts'), names: words('createOpenAiModel') },
  {
    entry: '@ensemble/core/node',
    load: () => import('../node/index.ts'),
    names: words('createFetch createOpenAiModel'),
  },
  { entry: '@ensemble/core/validate', load: () => import('./schema/validate.ts'), names: words('createValidator') },
  {
    entry: '@ensemble/core/trace',
    load: () => import('./trace.ts'),
    names: words(`
      bothWays
      CHANGE_NAMES DriftTally JUMP_TARGETS METRICS NO_USAGE OPERATORS SEMCONV_VERSION TRIAL addUsage agreementOf agreementOfCell appearedBy
      appendEvent changeOf changeSentence changedFields compareTraces compareVariants countUpTo coverageOf createBriefReader
      createBriefWriter createTraceLog criticalCalls cursorAt
      editedSpan failedCalls graphToMermaid hasWaits ideaName ideaNode importUses inputTitle isBodyRef isChanged isExact isFileChange isSettled isTrial judgeOutcome judgeReplay
      jumpFrom kappaOf loopOf loopStart messageNumber moduleCalls ordinalOf originsIn originsOf outcomeOf pairedStatistics parentOf parseCase parseExpectations parsePlace percentile placeText recordedLoops repeatedShare
      readMeasure runTime runToMarkdown runToMermaid seqAtTime similarityOf simulatedIn spanDetail spanKind spanTime splitSaid stateInstances summariseVariants textAt timeOfSpans toOtlp tokensOf toolTotals traceBack traceOnward wallOf whatIf wholeState
    `),
  },
  {
    entry: '@ensemble/core/testing',
    load: () => import('../testing/index.ts'),
    names: words(
      'completedEvent createScriptedModel createTestWorld createdEvent journalContract listenOnLoopback loggedEvent resumeIn simulate simulateRange',
    ),
  },
  {
    entry: '@ensemble/core/editor',
    load: () => import('./editor.ts'),
    names: words(`
      DEFAULT_LIMITS DEFAULT_SEVERITIES ENSEMBLE_SCHEMA FIX_TITLES IDEA_SCHEMA KEYWORDS LOST_SENTENCES NUMBER_KEYWORDS PROBLEM_CODES PUBLISHED_SCHEMAS READINESS_CHECKS
      TOOL_FORMATS TOOL_SCHEMA addAlternative addDefinition addHttpActivity addProperty addToolToIdea applyTextEdits breadcrumbsAt
      changeCombination checkRecordedCalls checkRecordedCallsInTurns completeAt composeIdea contextTools createIdeaSource definitionAt
      definitionPointer extractDefinition schemaBounds readTyped removeDefinition renameDefinition setDiscriminator
      diagnoseIdea diagnoseIdeaInTurns diagnoseSyntax diagnoseTool editBetween exampleOf exportTool exportTools fieldIssues fixAll flatRows hoverAt ideaTools importTools inferSchema
      insertItem insertMember memberOf moveChild parseDocument removeChild renameKey replaceValue
      isResultField isTooDeep isWholeFix judgeCalls loadIdea movePropertyInto movePropertyTo nameFrom normaliseTool priceProblems rangeAt readProperties
      readiness readinessInTurns removeAlternative removeProperty renameAt renameProperty renameTargetAt renamedParameters
      resultFieldOf retypeProperty retypeSchema
      sampleCalls schemaProblems schemaProblemsInTurns setAtPath setEnum setKeywords setProperty setRequired showTool strictView
      toTypeScript toolNameFrom typeLabel withModuleTool
      worldOf
    `),
  },
  { entry: '@ensemble/core/snippets', load: () => import('./snippets.ts'), names: words('importText') },
  {
    entry: '@ensemble/core/import',
    load: () => import('./import.ts'),
    names: words('REPORT_SENTENCES importConversation importEdits importFiles'),
  },
  {
    entry: '@ensemble/core/export',
    load: () => import('./export.ts'),
    names: words('EXPORT_SENTENCES EXPORT_TARGETS exportIdea ideasOpenApi'),
  },
]

describe('What others build on', () => {
  it.each(ENTRIES)('$entry exports these names and no others', async ({ load, names }) => {
    expect(new Set(Object.keys(await load()))).toEqual(new Set(names))
  })

  it('The main entry has about sixty names, types included', () => {
    const text = readFileSync(join(import.meta.dirname, 'index.ts'), 'utf8')
    const names = [...text.matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(([, list = '']) =>
      words(list.replaceAll(',', ' ')),
    )
    expect(names.length).toBeLessThanOrEqual(66)
  })

  it('A Journal holds events of these types, each with its own schema', () => {
    expect(EVENT_TYPES).toEqual(
      words(`
        run.created request.started request.retried request.failed request.completed answer.rejected call.proposed call.rejected
        approval.requested approval.decided call.started call.logged artifact.created call.completed call.failed
        module.entered module.left state.written limit.reached run.waiting run.resumed run.completed run.failed
        run.cancelled
      `),
    )
    expect([...EVENT_SCHEMAS.keys()].toSorted()).toEqual(EVENT_TYPES.toSorted())
  })
})
