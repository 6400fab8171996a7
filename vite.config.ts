import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { firstPage } from './scripts/firstPage.ts'
import { icons } from './scripts/icons.ts'
import { serviceWorker } from './scripts/serviceWorker.ts'
import { LongestFirst } from './scripts/testRun/longestFirst.ts'
import { RunRecorder } from './scripts/testRun/runRecorder.ts'

/** Lists, and what forms and reports share with them; without what a list fetches later. */
const lists = new RegExp(
  [
    String.raw`src[\\/]browser[\\/](grid|data|ui[\\/]keyboard)[\\/](?!expressions[\\/]modelWithFields|proveWork|live[\\/]|download|referenceOptions|clipboard[\\/]tellUnpasted|edit[\\/]PendingBar)`,
    String.raw`src[\\/]browser[\\/]offline[\\/](deliverWrite|writeRequest|outboxEntry|saveRecords)\.`,
    String.raw`src[\\/]browser[\\/]list[\\/](?!.*(ListPage|ListForbidden|ListCards|CardFacts|ListEmpty|ListPaper|BulkBar|useFittingParts|ListNote|ListMoreMenu|ListToolbar|ExportMenu|ViewsMenu|ViewTabs|groupEntries|groupFields|groups[\\/]|looks[\\/]|lookEntries|LookSwitch|marks[\\/]|save[\\/]saveMany|ListTotals|SearchNote|FilterPanel|FilterChips|readableFilter|findScannedRecord|RowDetail|[rR]owKeys|SaveViewDialog|ExportProgressDialog))`,
    String.raw`src[\\/]browser[\\/]actions[\\/](?!actionDialogs\.|perform[\\/]|actionFailure\.|replyParams\.|ask[\\/]|rows[\\/]|show[\\/]|mass[\\/](?!massEditAction)|matrix[\\/]|link[\\/]|images[\\/]|delegated[\\/]|fed[\\/]|code[\\/]|findReferences)`,
    String.raw`src[\\/]kinds[\\/](\w+[\\/](value|cell|digits|checks)|text[\\/](?!ColourPicker|FileTextInput|LateTextInput|SecretInput|CodeText|JsonTree|filter)|(values|cells|useFieldInStoreZone|useTyping|typedText|asValue|inputServices)\.tsx?)`,
    String.raw`src[\\/]base[\\/](number|dates|zones)\.ts`,
    String.raw`src[\\/]model[\\/](register|formatMessage|expression[\\/](simpleEvaluator|celDecimal|convert|user))\.ts`,
    String.raw`src[\\/]controls[\\/](Pager|fields[\\/](TextInput|Select))\.tsx`,
    '@tanstack',
    // Signs that a single later page shows come with it.
    String.raw`lucide-react.*icons[\\/](?!(arrow-(down|up)-right|at-sign|bell(-off|-ring)?|calendar-days|camera|chart-column|check-check|circle|clipboard-copy|clock(-3)?|compass|ellipsis|eye-off|file-(text|up)|fingerprint(-pattern)?|history|image-plus|inbox|key-round|keyboard|layout-(grid|list)|list-filter|lock(-keyhole)?|message-square|mail(-check|-exclamation-point|-x)?|monitor-x|newspaper|pencil-line|printer|qr-code|refresh-cw|rotate-ccw|save|search-x|settings-2|shield-alert|smartphone|square-pen|store|table-2|undo-2|upload)\.)`,
  ].join('|'),
)

/** Milliseconds that tests wait for what comes in the end: a busy machine is no fault of the code. */
const patience = 60_000

export default defineConfig({
  plugins: [react(), firstPage(), icons(), serviceWorker()],
  root: 'src/browser',
  // rjsf brings a reader of Markdown for descriptions that are written in it, a third of the form's code. Ours are plain texts.
  resolve: {
    alias: [
      { find: /^markdown-to-jsx\/react$/, replacement: join(import.meta.dirname, 'src/browser/form/schema/Markdown.tsx') },
      // A list of all attributes of HTML, to drop others on their way to an element: types let no others through.
      { find: /^@emotion\/is-prop-valid$/, replacement: join(import.meta.dirname, 'src/controls/theme/passAttribute.ts') },
      // Emotion copies a component's statics in its `withTheme`, which nothing here calls.
      { find: /^hoist-non-react-statics$/, replacement: join(import.meta.dirname, 'src/controls/theme/keepStatics.ts') },
    ],
  },
  publicDir: 'public',
  // The page imports from these, beside its root. What else lies here (the data folder with keys and passwords) is nobody's to fetch.
  server: { fs: { allow: ['src', 'schemas', 'node_modules', 'package.json'].map(name => join(import.meta.dirname, name)) } },
  // Packages that a later page needs are known from the start: found one by one, each would reload the page under whoever works on it.
  optimizeDeps: { entries: ['index.html', '../{browser,kinds,controls,plugins}/**/!(*.test|*.stories).tsx'] },
  // One small style sheet: a page's own would not be asked for again after a failed load, and then stand unstyled.
  build: {
    outDir: '../../dist',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    // The budget of the first list is counted from it: tests/flows/pages/script-budget.test.ts.
    manifest: true,
    // Code of every page is one file, code of every list another: fewer requests, and they pack better than many small ones.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'], priority: 2 },
            { name: 'list', test: lists },
            // The judge of new passwords: large, seldom needed, and not kept for work without a network.
            { name: 'passwords', test: /node_modules\/@zxcvbn-ts\// },
          ],
        },
      },
    },
  },
  test: {
    root: '.',
    reporters: ['default', ...(process.env.GITHUB_ACTIONS ? ['github-actions' as const] : []), new RunRecorder()],
    sequence: { sequencer: LongestFirst },
    projects: [
      // Beside the code: pure functions and components.
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          // They change nothing that outlasts them: reading all code anew for each file took a third of their time.
          isolate: false,
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'tests/{kinds,evidence}/**/*.test.ts'],
          testTimeout: patience,
          expect: { poll: { timeout: patience } },
        },
      },
      // Against a real PostgreSQL: kinds, tables, every call of the API.
      {
        extends: true,
        test: {
          name: 'api',
          environment: 'node',
          // They make more calls in a minute than people: quotas are a test of their own.
          env: { QUOTAS: 'off' },
          // Each file has a database of its own, and nothing else outlasts it.
          isolate: false,
          // All of it is TypeScript that Node runs as it is.
          experimental: { viteModuleRunner: false, nodeLoader: false },
          include: ['tests/api/**/*.test.ts'],
          globalSetup: ['tests/api/fixtures/globalDatabase.ts'],
          setupFiles: ['tests/evidence/keepEvidence.ts', 'tests/fixtures/keepEnvironment.ts'],
          // As many as the step `api` weighs: see scripts/testRun/steps.ts.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          testTimeout: 2 * patience,
          hookTimeout: 2 * patience,
          expect: { poll: { timeout: patience } },
        },
      },
      // A real Chromium against the real server.
      {
        extends: true,
        test: {
          name: 'flows',
          environment: 'node',
          // Each file has a server of its own, and each person a context: the browser and the code are there for all of them.
          isolate: false,
          // Tests and servers are TypeScript that Node runs as it is; pages are built.
          experimental: { viteModuleRunner: false, nodeLoader: false },
          include: ['tests/flows/**/*.test.ts'],
          globalSetup: ['tests/flows/fixtures/globalDemo.ts'],
          setupFiles: ['tests/evidence/keepEvidence.ts', 'tests/fixtures/keepEnvironment.ts'],
          // Walks over every screen take a minute, and several steps share the machine.
          testTimeout: 300_000,
          hookTimeout: 120_000,
          // As many as the step `flows` weighs: each has a browser, which all of its files share.
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
          expect: { poll: { timeout: patience, interval: 100 } },
        },
      },
      // axe over every generated story, light and dark: needs the built Storybook.
      {
        extends: true,
        test: {
          name: 'stories',
          environment: 'node',
          include: ['tests/stories/**/*.test.ts'],
          // As many as there are tabs.
          maxConcurrency: 2,
          testTimeout: 600_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
