import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DemoInvoices, demoInvoices, issuedInvoices, receivedDocuments, storedNotes } from '../../domain/fiscal/public.ts'
import type { OpenPlugin, PluginContext } from '../../server/plugin.ts'
import { outgoingInvoices } from './invoices/decideInvoice.ts'
import { invoiceDocuments } from './invoices/invoiceDocuments.ts'
import { consumerNotes } from './issuing/decide.ts'
import { readStoredNote } from './issuing/readStoredNote.ts'
import { fetchOfStores } from './jobs/fetchOfStores.ts'
import { fiscalFigures } from './jobs/fiscalFigures.ts'
import { warnOfExpiry } from './jobs/warnOfExpiry.ts'
import { warnOfWaitingNotes } from './jobs/warnOfWaitingNotes.ts'
import { askServiceStatus } from './operations/askServiceStatus.ts'
import { changeInvoice } from './operations/changeInvoice.ts'
import { consumerNoteCalls } from './operations/consumerNotes.ts'
import { downloadInvoiceXml } from './operations/downloadInvoiceXml.ts'
import { downloadNfceXml } from './operations/downloadNfceXml.ts'
import { downloadReceivedXml } from './operations/downloadReceivedXml.ts'
import { fetchReceived, lastNsu } from './operations/fetchReceived.ts'
import { issueInvoice } from './operations/issueInvoice.ts'
import { manifestNote } from './operations/manifestNote.ts'
import { substituteNfce } from './operations/substituteNfce.ts'
import { uploadCertificate } from './operations/uploadCertificate.ts'
import { uploadXml } from './operations/uploadXml.ts'
import { voidInvoiceNumbers } from './operations/voidInvoiceNumbers.ts'
import { receivedDocument } from './receiving/storeReceived.ts'
import { manifestationDocument } from './receiving/transmitManifestation.ts'
import type { Simulator } from './simulator/server.ts'
import { resumeWorker } from './transmission/resume.ts'
import { type Authority, openAuthority } from './transport/authority.ts'

/** Fiscal documents: certificate and transmission. SEFAZ_URL and SEFAZ_ROOT name a simulated authority; DEMO=1 has one of its own. */
export const openSefaz: OpenPlugin = async context => {
  const { authority, close } = findAuthority(context)
  const invoices = [issueInvoice(authority), ...changeInvoice(authority), voidInvoiceNumbers(authority), downloadInvoiceXml]
  const consumers = [...consumerNoteCalls(authority), substituteNfce(authority), downloadNfceXml]
  const received = [uploadXml(authority), downloadReceivedXml, lastNsu, fetchReceived(authority), ...manifestNote(authority)]
  const operations = [uploadCertificate, askServiceStatus(authority), ...consumers, ...invoices, ...received]
  const offers = [
    storedNotes.by({ read: readStoredNote }),
    issuedInvoices.by(invoiceDocuments),
    receivedDocuments.by({ read: receivedDocument }),
    demoInvoices.by(demoDocuments(context)),
  ]
  return {
    name: 'sefaz',
    operations,
    offers,
    workers: [resumeWorker(authority, { consumer: consumerNotes, invoice: outgoingInvoices, received: manifestationDocument })],
    figures: fiscalFigures,
    jobs: [warnOfExpiry, warnOfWaitingNotes, fetchOfStores(authority)],
    close,
  }
}

/** Loaded where there is a demo. */
const demoDocuments = ({ dataDir, demo }: PluginContext): DemoInvoices => ({
  async document(q, lojaId) {
    const { documentDemoInvoices } = await import('./demo/documentDemoInvoices.ts')
    const { documentDemoNotes } = await import('./demo/documentDemoNotes.ts')
    await documentDemoInvoices(q, lojaId, dataDir)
    await documentDemoNotes(q, lojaId, dataDir)
  },
  async complete(service, lojaId, wish) {
    if (!demo) return
    const { completeDemoInvoices } = await import('./demo/documentDemoInvoices.ts')
    await completeDemoInvoices(service, lojaId, wish, dataDir)
  },
})

interface FoundAuthority {
  readonly authority: Authority
  close(): Promise<void>
}

function findAuthority(context: PluginContext): FoundAuthority {
  const { SEFAZ_URL: address, SEFAZ_ROOT: root } = context.env
  const nothingOpen = async (): Promise<void> => undefined
  if (address && root) return { authority: openAuthority({ address, root: readFileSync(root, 'utf8') }), close: nothingOpen }
  return context.demo ? simulateAuthority(context) : { authority: openAuthority(), close: nothingOpen }
}

/** A simulated authority that starts with the first call: until then its keys and schemas cost nothing. */
function simulateAuthority({ dataDir, log }: PluginContext): FoundAuthority {
  let started: Promise<Simulator> | undefined
  const start = async (): Promise<Simulator> => {
    const { startSimulator } = await import('./simulator/server.ts')
    const simulator = await startSimulator({ folder: join(dataDir, 'sefaz') })
    log.info(
      { variable: 'SEFAZ_URL', controls: simulator.control },
      'a simulated tax authority answers: no address is configured',
    )
    return simulator
  }
  return {
    authority: {
      async call(...asked) {
        started ??= start()
        const { address, authority } = await started
        return openAuthority({ address, root: authority.root }).call(...asked)
      },
    },
    close: async () => (await started)?.close(),
  }
}
