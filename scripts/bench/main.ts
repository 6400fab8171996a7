import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startStubServer } from '../../src/server/integrations/stubServer.ts'
import { openBenchEnvironment, scratchFolder } from './environment.ts'
import type { BenchResult } from './figures.ts'
import { figureTable, reportOf, writeReport } from './report.ts'
import { measureEntry } from './rows/entry.ts'
import { measureFiscal } from './rows/fiscal.ts'
import { measureImport } from './rows/import.ts'
import { measureIntake } from './rows/intake.ts'
import { measureInvoice } from './rows/invoice.ts'
import { measureList, measureRole } from './rows/list.ts'
import { measureNotifications } from './rows/notifications.ts'
import { measureOperations } from './rows/operations.ts'
import { measurePages, pageRows } from './rows/pages.ts'
import { measurePapers } from './rows/papers.ts'
import { measurePublishing } from './rows/publishing.ts'
import { measureReports } from './rows/reports.ts'
import { measureSave } from './rows/save.ts'
import { measureScript } from './rows/script.ts'
import { measurePartnersDown, measureSettings } from './rows/settings.ts'
import { measureSignUp } from './rows/signUp.ts'
import { measureSize } from './rows/size.ts'
import { measureSped } from './rows/sped.ts'
import { measureStart } from './rows/start.ts'
import { measureTraces } from './rows/traces.ts'
import { fillProducts } from './seed.ts'
import { measureSpread } from './spread/measureSpread.ts'

/**
 * `npm run bench`: the speed of the platform as ratios in one run. `--write` puts the report into docs/performance.md and README; `--only list,save` measures
 * some rows (list, save, role, size, import, intake, operations, fiscal, papers, invoice, sped, entry, publishing, settings, notifications, sign-up, partners, traces, reports, script, start; in a browser route, reload, form, child, scroll, paste); `--large 100000` makes the large store smaller, `--lines 100000` the sales that reports read, for a quick look.
 * `--distributed` measures nothing of that, but calls over several machines against one: docs/scale.md; `--stores 50` fewer than 2,000.
 */
const { values } = parseArgs({
  options: {
    write: { type: 'boolean' },
    only: { type: 'string' },
    large: { type: 'string', default: '1000000' },
    lines: { type: 'string', default: '1000000' },
    distributed: { type: 'boolean' },
    stores: { type: 'string', default: '2000' },
  },
})
const rows = [
  'list',
  'save',
  'role',
  'size',
  'import',
  'intake',
  'operations',
  'fiscal',
  'papers',
  'invoice',
  'sped',
  'entry',
  'publishing',
  'settings',
  'notifications',
  'sign-up',
  'partners',
  'traces',
  'reports',
  'script',
  'start',
  ...pageRows,
] as const
const wanted = new Set(values.only?.split(',') ?? rows)

// The demo's stores: the employee works in the first.
const store = { id: 1, products: 20_000 }
const small = { id: 2, products: 10_000 }
const large = { id: 3, products: Number(values.large) }

const say = (text: string): void => console.error(text)

async function measureServer(): Promise<Map<string, BenchResult[]>> {
  const measured = new Map<string, BenchResult[]>()
  // A provider that keeps whoever asks it waiting: what its notifications bring about is handled beside, and is another measure.
  const silent = await startStubServer(() => ({ status: 200 }))
  silent.behaviour = 'slow'
  const stores = wanted.has('size') ? [store, small, large] : [store]
  say(`filling ${stores.map(({ products }) => products.toLocaleString('en-US')).join(' + ')} products`)
  const place = await openBenchEnvironment(client => fillProducts(client, stores), { PAGARME_URL: silent.address })
  try {
    const admin = await place.token('admin@demo.com.br')
    const employee = await place.token('funcionario@demo.com.br')
    const step = async (name: string, measure: () => Promise<BenchResult[]>): Promise<void> => {
      if (!wanted.has(name)) return
      say(name)
      measured.set(name, await measure())
    }
    await step('list', () => measureList(place, admin, store.id))
    await step('role', async () => [await measureRole(place, employee, admin, store.id)])
    await step('size', () => measureSize(place, admin, large, small))
    await step('save', async () => [await measureSave(place, admin, store.id)])
    await step('import', () => measureImport(place, admin, store.id))
    await step('intake', () => measureIntake(place, admin, store.id))
    await step('settings', () => measureSettings(place, store.id))
    await step('notifications', () => measureNotifications(place, store.id))
    await step('sign-up', async () => [await measureSignUp(place)])
    await step('partners', async () => [await measurePartnersDown(place, store.id)])
    await step('traces', () => measureTraces(place, admin, store.id))
    await step('operations', () => measureOperations(place, store.id, Number(values.lines), say))
  } finally {
    await place.close()
    await silent.close()
  }
  return measured
}

async function measureFirstLoad(): Promise<BenchResult[]> {
  say('script')
  const folder = await scratchFolder()
  try {
    return [await measureScript(join(folder, 'data'))]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Rows of one server beside the hand-written one, in the order of the report. */
const beside = [
  'list',
  'save',
  'role',
  'size',
  'import',
  'intake',
  'settings',
  'notifications',
  'sign-up',
  'partners',
  'traces',
  'operations',
]
const server =
  !values.distributed && beside.some(name => wanted.has(name)) ? await measureServer() : new Map<string, BenchResult[]>()
const lines = values.distributed
  ? await measureSpread(Number(values.stores), say)
  : [
      ...beside.flatMap(name => server.get(name) ?? []),
      ...(wanted.has('fiscal') ? await measureFiscal(say) : []),
      ...(wanted.has('papers') ? await measurePapers() : []),
      ...(wanted.has('invoice') ? measureInvoice() : []),
      ...(wanted.has('sped') ? await measureSped(say) : []),
      ...(wanted.has('entry') ? await measureEntry(say) : []),
      ...(wanted.has('publishing') ? await measurePublishing() : []),
      ...(wanted.has('reports') ? await measureReports(Number(values.lines), say) : []),
      ...(wanted.has('script') ? await measureFirstLoad() : []),
      ...(pageRows.some(name => wanted.has(name)) ? await measurePages(wanted, say) : []),
      ...(wanted.has('start') ? await measureStart() : []),
    ]
console.log(values.distributed ? figureTable(lines) : reportOf(lines))
if (values.write && !values.distributed) writeReport(lines)
