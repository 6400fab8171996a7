import type { BenchResult } from './figures.ts'
import type { Bench } from './places/bench.ts'
import type { Setup } from './places/contest.ts'
import type { Seed } from './places/databases.ts'
import { measureAutomations } from './rows/automations.ts'
import { measureLayer } from './rows/browser/layer.ts'
import { measureLooks } from './rows/browser/looks.ts'
import { measureChild, measureForm, measurePaste, measureReload, measureRoute, measureScroll } from './rows/browser/pages.ts'
import { measureEntry } from './rows/entry.ts'
import { measureFiscal } from './rows/fiscal.ts'
import { measureHostile } from './rows/hostile/measureHostile.ts'
import { measureImport } from './rows/import.ts'
import { measureIntake } from './rows/intake.ts'
import { measureInvoice } from './rows/invoice.ts'
import { measureList, measureRole } from './rows/list.ts'
import { measureNotifications } from './rows/notifications.ts'
import { measureOperations, operationsSetup } from './rows/operations.ts'
import { measurePapers } from './rows/papers.ts'
import { measurePublishing } from './rows/publishing.ts'
import { measureReports, reportsSetup } from './rows/reports.ts'
import { measureSave } from './rows/save.ts'
import { measureScript } from './rows/script.ts'
import { measurePartnersDown, measureSettings } from './rows/settings.ts'
import { measureSignUp } from './rows/signUp.ts'
import { measureSize, sizeSetup } from './rows/size.ts'
import { measureSped } from './rows/sped.ts'
import { measureStart } from './rows/start.ts'
import { measureTraces } from './rows/traces.ts'
import { salesSeed } from './seeds/salesSeed.ts'

/** Something that is measured: one line of the report, and more beside it. */
export interface BenchRow {
  readonly name: string
  readonly title: string
  /** Rows that are made for it, and take long. */
  readonly seed?: Seed | undefined
  /** Why it does not compare two versions. */
  readonly alone?: string
  measure(bench: Bench): AsyncIterable<BenchResult>
}

const withSeed = <T extends Setup>(setup: T, measure: (bench: Bench, setup: T) => AsyncIterable<BenchResult>) => ({
  seed: setup.seed,
  measure: (bench: Bench) => measure(bench, setup),
})

/** All rows, in the order of the report: those of one setup stand together and share its servers. */
export function benchRows(sizes: { readonly large: number; readonly lines: number }): readonly BenchRow[] {
  const sales = salesSeed(sizes.lines)
  const inProcess = 'it runs code of this version without a server'
  return [
    { name: 'list', title: 'list of products', measure: measureList },
    { name: 'save', title: 'save of a product', measure: measureSave },
    { name: 'automations', title: 'save while automations run', measure: measureAutomations },
    { name: 'role', title: 'list for an employee', measure: measureRole },
    { name: 'settings', title: 'state of a store and of its integrations', measure: measureSettings },
    { name: 'notifications', title: 'notifications of partners', measure: measureNotifications },
    { name: 'sign-up', title: 'sign-up', measure: measureSignUp },
    { name: 'partners', title: 'list while no partner answers', measure: measurePartnersDown },
    { name: 'hostile', title: 'list while hostile files come', measure: measureHostile },
    { name: 'traces', title: 'cost of traces', measure: measureTraces },
    { name: 'import', title: 'import of products', measure: measureImport },
    { name: 'intake', title: 'intake of sales', measure: measureIntake },
    { name: 'size', title: 'list of a large store', ...withSeed(sizeSetup(sizes.large), measureSize) },
    { name: 'reports', title: 'reports', ...withSeed(reportsSetup(sales), measureReports) },
    { name: 'operations', title: 'stock, cancellations and accounts', ...withSeed(operationsSetup(sales), measureOperations) },
    { name: 'fiscal', title: 'NFC-e', measure: measureFiscal },
    { name: 'papers', title: 'DANFE', alone: inProcess, measure: measurePapers },
    { name: 'invoice', title: 'calculation of an NF-e', alone: inProcess, measure: measureInvoice },
    { name: 'sped', title: 'SPED', measure: measureSped },
    { name: 'publishing', title: 'menu published', measure: measurePublishing },
    { name: 'script', title: 'JavaScript of the first list', measure: measureScript },
    { name: 'route', title: 'list opened in the browser', measure: measureRoute },
    { name: 'reload', title: 'list reloaded in the browser', measure: measureReload },
    { name: 'form', title: 'typing into a form', measure: measureForm },
    { name: 'child', title: 'form with a child list', measure: measureChild },
    { name: 'scroll', title: 'scroll of 10,000 rows', measure: measureScroll },
    { name: 'paste', title: 'paste of 1,000 cells', measure: measurePaste },
    { name: 'looks', title: 'calendar and board opened in the browser', measure: measureLooks },
    {
      name: 'layer',
      title: 'list and form with a layer of own fields',
      alone: 'it holds two configurations of one version against each other',
      measure: measureLayer,
    },
    { name: 'entry', title: 'entry of a note', measure: measureEntry },
    { name: 'start', title: 'start of the server', measure: measureStart },
  ]
}
