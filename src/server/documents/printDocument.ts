import { memoizeByKey } from '../../base/memoizeByKey.ts'
import { rightsFor } from '../../model/access/gate.ts'
import { formatMessage } from '../../model/formatMessage.ts'
import type { Model, Rights } from '../../model/model.ts'
import { composePapers, hasThisPaper } from '../../model/paper/composePaper.ts'
import type { Caller } from '../access/caller.ts'
import { ApiError } from '../error.ts'
import type { PrintDocument } from '../features/automations/steps/stepOutcome.ts'
import { storeViewer } from '../features/notices/readAsStore.ts'
import { inWorker } from '../threads/inWorker.ts'
import { documentTask } from './documentTask.ts'
import { readPapers } from './readPapers.ts'

/** Bytes that a printed document may have: each letter holds a copy of its own. */
const mostPrinted = 500_000

/** Milliseconds after which a document is not waited for any more. */
const PATIENCE = 60_000

const sights = new WeakMap<Model, { readonly reader: Pick<Caller, 'permission' | 'rights'>; readonly others: Rights }>()

/** The records are read as their owner, and hold on paper what everybody who works in the store may see of them. */
const sightOf = (model: Model) =>
  memoizeByKey(sights, model, () => {
    const store = Object.fromEntries(model.features.map(name => [name, true]))
    const employee = { admin: false, owner: false, logged: true, flags: {}, store }
    const permission = { ...employee, owner: true }
    return { reader: { permission, rights: rightsFor(model, permission) }, others: rightsFor(model, employee) }
  })

/**
 * Draws a document of a record as it stands, without fields that only some people see. It counts to the
 * store's quota of documents. Where there is none it gives why.
 */
export const printDocument: PrintDocument = async ({ name, id }, { service, model, store }) => {
  const refused = (code: string, params: ApiError['params'] = {}, again = false) =>
    ({ done: false, why: formatMessage(model, code, params), again }) as const
  const document = Object.hasOwn(model.documents, name) ? model.documents[name] : undefined
  const register = document && model.registers[document.register]
  if (!document || !register) return refused('document.unknown', { document: name })
  const caller = { ...storeViewer(model, store), ...sightOf(model).reader }
  const reader = { service, caller, sight: sightOf(model).others, signal: AbortSignal.timeout(PATIENCE) }
  try {
    service.quotas?.spend('documents', { userId: 0, storeId: store.id, zone: store.zone }, 1, 'store')
    const { context, rows } = await readPapers([id], { model, document, register, asked: {} }, reader)
    if (!rows.some(row => hasThisPaper(context, row))) return refused('document.not-of-record', { title: document.title })
    const sheets = await composePapers(context, rows)
    const { title, label, papers } = document
    const drawn = { title, paper: papers[0] ?? ('A4' as const), sheets, ...(label ? { label } : {}) }
    const bytes = await inWorker(documentTask, drawn, { lojaId: store.id, signal: reader.signal })
    if (bytes.byteLength > mostPrinted) return refused('automation.document-large', { title })
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
    return { attachment: { name: `${name}-${id}.pdf`.replace(/[^\w.-]/g, '_'), type: 'application/pdf', content } }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return refused(error.code, error.params, error.statusCode === 429 || error.statusCode >= 500)
  }
}
