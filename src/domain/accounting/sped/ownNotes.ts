import type { Decimal } from 'decimal.js'
import type { Queries, RowOf } from '../../../server/domain.ts'
import {
  childrenOf,
  type DocumentElement,
  decimalAt,
  decimalOf,
  elementAt,
  readStoredXml,
  textAt,
} from '../../fiscal/core/public.ts'
import type { FiscalDocument } from '../../fiscal/public.ts'
import { type AnalyticItem, nothing, plus, totalOf, writeAnalytics } from './analytics.ts'
import { spedDay } from './days.ts'
import { participantOf } from './participants.ts'
import type { References } from './references.ts'
import type { SpedLines } from './spedFile.ts'
import type { TaxBalance } from './taxBalance.ts'

/** The context in which documents are written. */
export interface DocumentWriting {
  readonly q: Queries
  readonly lojaId: number
  readonly zone: string
  readonly ambiente: number
  /** Days, both included. */
  readonly de: string
  readonly ate: string
  readonly lines: SpedLines
  readonly references: References
  readonly balance: TaxBalance
  /** Called between pages: what waits may be written. */
  flush(): Promise<void>
}

/** Documents that are read at once. */
const PAGE = 500

/** Writes notes that the store issued: C100 and its sums; of cancelled ones only who they are, which the record knows as well. */
export async function writeOwnNotes(writing: DocumentWriting, documents: readonly FiscalDocument[]): Promise<void> {
  // While a page is written the database reads the next.
  const pageAt = (at: number): Promise<Page> => readPage(writing, documents.slice(at, at + PAGE))
  let next = pageAt(0)
  for (let at = 0; at < documents.length; at += PAGE) {
    const page = await next
    next = pageAt(at + PAGE)
    try {
      for (const { document, text } of page) writeOwnNote(document, text, writing)
      await writing.flush()
    } catch (error) {
      await next.catch(() => undefined)
      throw error
    }
  }
  await next
}

type Page = readonly { readonly document: FiscalDocument; readonly text: string | undefined }[]

async function readPage({ q, lojaId }: DocumentWriting, documents: readonly FiscalDocument[]): Promise<Page> {
  const texts = await readTexts(
    q,
    lojaId,
    documents.filter(({ situacao }) => situacao === 'AUTORIZADA'),
  )
  return documents.map(document => ({ document, text: texts.get(document.xml ?? 0) }))
}

/** Stored XML of documents, by its number. */
export async function readTexts(q: Queries, lojaId: number, documents: readonly FiscalDocument[]): Promise<Map<number, string>> {
  const numbers = documents.flatMap(({ xml }) => (xml === null ? [] : [xml]))
  if (numbers.length === 0) return new Map()
  const { rows } = await q.query<{ id: number } & RowOf<'NFe_transmissaos', 'documento'>>(
    'SELECT id::float8 AS id, documento FROM "NFe_transmissaos" WHERE "lojaId" = $1 AND id = ANY ($2::bigint[])',
    [lojaId, numbers],
  )
  return new Map(rows.flatMap(({ id, documento }) => (documento === null ? [] : [[id, documento] as const])))
}

function writeOwnNote(document: FiscalDocument, text: string | undefined, writing: DocumentWriting): void {
  const { chave, modelo, serie, numero } = document
  const who = {
    IND_EMIT: '0',
    COD_MOD: modelo,
    SER: `${serie ?? 0}`.padStart(3, '0'),
    NUM_DOC: numero ?? '',
    CHV_NFE: chave ?? '',
  }
  if (document.situacao === 'CANCELADA') {
    writing.lines.add('C100', { IND_OPER: '1', ...who, COD_SIT: '02' })
    return
  }
  const root = text === undefined ? undefined : readStoredXml(text)
  const info = root && elementAt(root, root.name === 'NFe' ? 'infNFe' : 'NFe/infNFe')
  if (!info) return
  const ide = elementAt(info, 'ide')
  const issued = textAt(ide, 'dhEmi')?.slice(0, 10) ?? ''
  const items = childrenOf(info, 'det').map(ownItem)
  const total = totalsIn(info)
  const whole = modelo === '55'
  const comesIn = textAt(ide, 'tpNF') === '0'
  // A buyer abroad or at the counter is in no other state.
  const uf = textAt(info, 'dest/enderDest/UF') ?? textAt(info, 'emit/enderEmit/UF') ?? ''
  writing.lines.add('C100', {
    IND_OPER: comesIn ? '0' : '1',
    ...who,
    COD_PART: whole ? writing.references.participant(participantOf(elementAt(info, 'dest'), 'enderDest')) : undefined,
    COD_SIT: items.length > 0 && items.every(({ cfop }) => isToldAlready(cfop)) ? '08' : documentSituation(info),
    DT_DOC: spedDay(issued),
    DT_E_S: spedDay(textAt(ide, 'dhSaiEnt')?.slice(0, 10) ?? issued),
    ...valuesOf(info, items),
    VL_ABAT_NT: nothing,
    VL_MERC: total('vProd'),
    ...(whole
      ? {
          VL_BC_ICMS_ST: totalOf(items, 'baseSt'),
          VL_ICMS_ST: totalOf(items, 'icmsSt'),
          VL_IPI: total('vIPI'),
          VL_PIS: total('vPIS'),
          VL_COFINS: total('vCOFINS'),
        }
      : {}),
  })
  if (whole) writeDifference(info, uf, comesIn, writing)
  writeAnalytics(writing.lines, writing.balance, items, uf)
}

/** The difference of rates and the fund that a sale to a consumer in another state owes to that state; of what comes back the parts change places. */
function writeDifference(info: DocumentElement, uf: string, comesIn: boolean, { lines, balance }: DocumentWriting): void {
  const total = (name: string): Decimal => decimalAt(info, `total/ICMSTot/${name}`) ?? nothing
  const [tax, sender, fund] = [total('vICMSUFDest'), total('vICMSUFRemet'), total('vFCPUFDest')]
  if (tax.isZero() && fund.isZero()) return
  lines.add('C101', {
    VL_FCP_UF_DEST: fund,
    VL_ICMS_UF_DEST: comesIn ? sender : tax,
    VL_ICMS_UF_REM: comesIn ? tax : sender,
  })
  balance.addDifference(uf, tax, fund, comesIn)
}

/** CFOP of an invoice for what a consumer's note told already: its tax is owed by that one (exception 4 of C100). */
const isToldAlready = (cfop: string): boolean => cfop === '5929' || cfop === '6929'

/** Returns the situation of a document that stands: one that completes another says so. */
export const documentSituation = (info: DocumentElement): '00' | '06' => (textAt(info, 'ide/finNFe') === '2' ? '06' : '00')

/** The values of a document, its items' and how it is paid and carried: what C100 tells of every note alike. */
export function valuesOf(info: DocumentElement, items: readonly AnalyticItem[]) {
  const total = totalsIn(info)
  return {
    VL_DOC: total('vNF'),
    IND_PGTO: paymentOf(info),
    VL_DESC: total('vDesc'),
    IND_FRT: textAt(info, 'transp/modFrete') ?? '9',
    VL_FRT: total('vFrete'),
    VL_SEG: total('vSeg'),
    VL_OUT_DA: total('vOutro'),
    VL_BC_ICMS: totalOf(items, 'base'),
    VL_ICMS: totalOf(items, 'icms'),
  }
}

/** Totals that are copied and not reckoned with: as the document writes them, where that is how all write them. */
function totalsIn(info: DocumentElement): (name: string) => string | Decimal {
  const totals = elementAt(info, 'total/ICMSTot')
  return name => {
    const text = textAt(totals, name)
    return text !== undefined && cents.test(text) ? text : (decimalOf(text) ?? nothing)
  }
}

const cents = /^\d{1,13}\.\d\d$/

/** How a document is paid: at once, later, or otherwise. */
function paymentOf(info: DocumentElement): '0' | '1' | '2' {
  if (elementAt(info, 'cobr/dup')) return '1'
  const ways = childrenOf(elementAt(info, 'pag'), 'detPag').map(way => textAt(way, 'tPag'))
  return ways.length > 0 && ways.every(way => way === '90') ? '2' : '0'
}

/** Returns the share of an item in the value of its document. */
export function operationOf(det: DocumentElement): Decimal {
  const product = elementAt(det, 'prod')
  const icms = elementAt(det, 'imposto/ICMS')?.children[0]
  const sum = (from: DocumentElement | undefined, names: readonly string[]): Decimal =>
    names.reduce((all, name) => plus(all, decimalAt(from, name) ?? nothing), nothing)
  const added = plus(
    sum(product, ['vProd', 'vFrete', 'vSeg', 'vOutro']),
    plus(sum(icms, ['vICMSST', 'vFCPST']), decimalAt(det, 'imposto/IPI/IPITrib/vIPI') ?? nothing),
  )
  const off = plus(decimalAt(product, 'vDesc') ?? nothing, relievedOf(det))
  return off.isZero() ? added : added.minus(off)
}

/** Relief of ICMS that the document takes off its total: an abatement, neither taxed nor commercial (VL_ABAT_NT). */
export function relievedOf(det: DocumentElement): Decimal {
  const icms = elementAt(det, 'imposto/ICMS')?.children[0]
  return textAt(icms, 'indDeduzDeson') === '1' ? (decimalAt(icms, 'vICMSDeson') ?? nothing) : nothing
}

/** Returns what a reduced base leaves untaxed (VL_RED_BC): of the goods alone, without the taxes that the document adds to them. */
export function reductionOf(det: DocumentElement): Decimal {
  const icms = elementAt(det, 'imposto/ICMS')?.children[0]
  if (!decimalAt(icms, 'pRedBC')?.greaterThan(0)) return nothing
  const of = (name: string): Decimal => decimalAt(det, `prod/${name}`) ?? nothing
  const whole = ['vProd', 'vFrete', 'vSeg', 'vOutro'].reduce((all, name) => plus(all, of(name)), nothing)
  const left = whole.minus(of('vDesc')).minus(decimalAt(icms, 'vBC') ?? nothing)
  return left.greaterThan(0) ? left : nothing
}

function ownItem(det: DocumentElement): AnalyticItem {
  const icms = elementAt(det, 'imposto/ICMS')?.children[0]
  const amount = (name: string): Decimal => decimalAt(icms, name) ?? nothing
  const cst = textAt(icms, 'CSOSN') ?? `${textAt(icms, 'orig') ?? '0'}${textAt(icms, 'CST') ?? '90'}`
  const cfop = textAt(det, 'prod/CFOP') ?? ''
  const told = isToldAlready(cfop)
  const taxed = !told && amount('vICMS').greaterThan(0)
  const base = amount('vBC')
  return {
    cst,
    cfop,
    aliquota: taxed ? amount('pICMS') : nothing,
    operacao: operationOf(det),
    base: taxed ? base : nothing,
    icms: told ? nothing : plus(amount('vICMS'), amount('vFCP')),
    baseSt: told ? nothing : amount('vBCST'),
    icmsSt: told ? nothing : plus(amount('vICMSST'), amount('vFCPST')),
    reducao: reductionOf(det),
    ipi: decimalAt(det, 'imposto/IPI/IPITrib/vIPI') ?? nothing,
  }
}
