import type { Decimal } from 'decimal.js'
import { dayOf } from '../../../base/dates.ts'
import { ExactDecimal } from '../../../base/decimal.ts'
import type { NumbersOf, RowOf } from '../../../server/domain.ts'
import { childrenOf, type DocumentElement, decimalAt, elementAt, readStoredXml, textAt } from '../../fiscal/core/public.ts'
import {
  entryOperationOf,
  type FiscalDocument,
  isEntryOperation,
  type OperationRow,
  type Operations,
  operationsOn,
  readOperationRows,
} from '../../fiscal/public.ts'
import { type AnalyticItem, nothing, plus, totalOf, writeAnalytics } from './analytics.ts'
import { spedDay } from './days.ts'
import { type DocumentWriting, documentSituation, operationOf, readTexts, reductionOf, relievedOf, valuesOf } from './ownNotes.ts'
import { participantOf } from './participants.ts'
import type { SpedItem } from './references.ts'

const PAGE = 100

interface EntryRow {
  readonly id: number
  readonly chave: string
  readonly documento: string
  readonly entrada_em: string
}

/** With the day of its entry, and the operations that exist on it. */
interface DatedEntry extends EntryRow {
  readonly day: string
  readonly operations: Operations
}

/** The facts by which an item is booked besides its note. */
interface EntryContext {
  readonly issuer: string
  readonly credits: boolean
  readonly operations: Operations
}

interface ItemRow extends RowOf<'nfes_itens', 'nItem' | 'CFOP_entrada' | 'CST_entrada' | 'CSTPIS_entrada' | 'CSTCOFINS_entrada'> {
  readonly nota: number
  readonly estoque: string
  readonly codigo: string | null
  readonly descricao: string | null
  readonly unidade: string | null
  readonly ncm: string | null
  readonly cest: string | null
  readonly materia: boolean | null
}

/** Writes suppliers' notes that were entered in the period: the document, its items by the store's products, and its sums. */
export async function writeEntries(
  writing: DocumentWriting,
  entered: readonly FiscalDocument[],
  credits: boolean,
): Promise<void> {
  const { q, lojaId, zone } = writing
  const operations = operationsByDay(entered.length > 0 ? await readOperationRows(q) : [])
  for (let at = 0; at < entered.length; at += PAGE) {
    const page = entered.slice(at, at + PAGE)
    const texts = await readTexts(q, lojaId, page)
    const moments = await momentsOf(writing, page)
    const rows = page.flatMap(({ id, chave, xml }) => {
      const [documento, entrada_em] = [texts.get(xml ?? 0), moments.get(id)]
      return documento === undefined || entrada_em === undefined ? [] : [{ id, chave: chave ?? '', documento, entrada_em }]
    })
    const items = await itemsOf(writing, rows)
    for (const row of rows) {
      const day = dayOf(new Date(row.entrada_em).toISOString(), zone)
      writeEntry({ ...row, day, operations: operations(day) }, items.get(row.id) ?? [], writing, credits)
    }
    await writing.flush()
  }
}

/** Those of each day are made once. */
function operationsByDay(rows: readonly OperationRow[]): (day: string) => Operations {
  const days = new Map<string, Operations>()
  return day => {
    const known = days.get(day) ?? operationsOn(rows, day)
    days.set(day, known)
    return known
  }
}

async function momentsOf({ q, lojaId }: DocumentWriting, notes: readonly FiscalDocument[]): Promise<Map<number, string>> {
  const { rows } = await q.query<NumbersOf<'nfes', 'id'> & RowOf<'nfes', 'entrada_em'>>(
    'SELECT id::float8 AS id, entrada_em FROM nfes WHERE "lojaId" = $1 AND id = ANY ($2::bigint[])',
    [lojaId, notes.map(({ id }) => id)],
  )
  return new Map(rows.flatMap(({ id, entrada_em }) => (entrada_em === null ? [] : [[id, entrada_em] as const])))
}

async function itemsOf({ q, lojaId }: DocumentWriting, notes: readonly EntryRow[]): Promise<Map<number, ItemRow[]>> {
  const { rows } = await q.query<ItemRow>(
    `SELECT i."nfesId"::float8 AS nota, i."nItem", coalesce(i.estoque, i."qCom" * coalesce(i.fator, 1), 0)::text AS estoque, i."CFOP_entrada", i."CST_entrada", i."CSTPIS_entrada",
       i."CSTCOFINS_entrada", p.cod_prod::text AS codigo, p.desc_prod AS descricao, u.nome AS unidade, p."ncmId" AS ncm, p."cestId" AS cest,
       p.materia_prima_prod AS materia
     FROM nfes_itens i LEFT JOIN produtos p ON p."lojaId" = i."lojaId" AND p.id = i."produtoId"
     LEFT JOIN unidades u ON u."lojaId" = p."lojaId" AND u.id = p."unidadeId"
     WHERE i."lojaId" = $1 AND i."nfesId" = ANY ($2) ORDER BY i."nfesId", i."nItem"`,
    [lojaId, notes.map(({ id }) => id)],
  )
  const found = new Map<number, ItemRow[]>()
  for (const row of rows) found.set(row.nota, [...(found.get(row.nota) ?? []), row])
  return found
}

/** An item as it stands in C170: the note's, under the store's product and in its unit. */
interface EnteredItem extends AnalyticItem {
  readonly numero: number
  readonly item: SpedItem
  readonly quantidade: Decimal
  readonly mercadoria: Decimal
  readonly abatimento: Decimal
  readonly desconto: Decimal
  readonly complemento: string
  readonly pis: string
  readonly cofins: string
}

function writeEntry(
  { chave, documento, day, operations }: DatedEntry,
  kept: readonly ItemRow[],
  writing: DocumentWriting,
  credits: boolean,
): void {
  const root = readStoredXml(documento)
  const info = elementAt(root, 'NFe/infNFe')
  if (!info) return
  const { lines, references, balance } = writing
  const issuer = participantOf(elementAt(info, 'emit'), 'enderEmit')
  const items = childrenOf(info, 'det').map((det, at) =>
    enteredItem(
      det,
      at + 1,
      kept.find(row => row.nItem === at + 1),
      { issuer: issuer.codigo, credits, operations },
    ),
  )
  const sum = (name: 'abatimento' | 'mercadoria'): Decimal => items.reduce((all, item) => plus(all, item[name]), nothing)
  lines.add('C100', {
    IND_OPER: '0',
    IND_EMIT: '1',
    COD_PART: references.participant(issuer),
    COD_MOD: chave.slice(20, 22),
    COD_SIT: documentSituation(info),
    SER: textAt(info, 'ide/serie')?.padStart(3, '0'),
    NUM_DOC: textAt(info, 'ide/nNF'),
    CHV_NFE: chave,
    DT_DOC: spedDay(textAt(info, 'ide/dhEmi') ?? ''),
    DT_E_S: spedDay(day),
    ...valuesOf(info, items),
    VL_ABAT_NT: sum('abatimento'),
    VL_MERC: sum('mercadoria'),
    VL_BC_ICMS_ST: totalOf(items, 'baseSt'),
    VL_ICMS_ST: totalOf(items, 'icmsSt'),
  })
  for (const item of items)
    lines.add('C170', {
      NUM_ITEM: item.numero,
      COD_ITEM: references.item(item.item),
      DESCR_COMPL: item.complemento,
      QTD: item.quantidade,
      UNID: item.item.unidade,
      VL_ITEM: item.mercadoria,
      VL_DESC: item.desconto,
      IND_MOV: '0',
      CST_ICMS: item.cst,
      CFOP: item.cfop,
      VL_BC_ICMS: item.base,
      ALIQ_ICMS: item.aliquota,
      VL_ICMS: item.icms,
      VL_BC_ICMS_ST: item.baseSt,
      VL_ICMS_ST: item.icmsSt,
      CST_PIS: item.pis,
      CST_COFINS: item.cofins,
      VL_ABAT_NT: item.abatimento.isZero() ? undefined : item.abatimento,
    })
  writeAnalytics(lines, balance, items, textAt(info, 'emit/enderEmit/UF') ?? '')
}

/** Situations of which a buyer takes the tax for credit. */
const credited = ['00', '10', '20', '51', '70', '90']

/** Situations that tell what a reduced base leaves untaxed (C190, field 10). */
const reduced = ['20', '70']

function enteredItem(
  det: DocumentElement,
  numero: number,
  kept: ItemRow | undefined,
  { issuer, credits, operations }: EntryContext,
): EnteredItem {
  const icms = elementAt(det, 'imposto/ICMS')?.children[0]
  const amount = (name: string): Decimal => decimalAt(icms, name) ?? nothing
  const said = (path: string): string => textAt(det, path) ?? ''
  const cst = situationOf(kept?.CST_entrada || textAt(icms, 'CSOSN') || textAt(icms, 'CST') || '90', textAt(icms, 'orig') ?? '0')
  const takes = credits && credited.includes(cst.slice(1)) && amount('vICMS').greaterThan(0)
  const unknown = { codigo: `${issuer}-${said('prod/cProd')}`, descricao: said('prod/xProd'), unidade: said('prod/uCom') || 'UN' }
  const typed = kept?.CFOP_entrada
  const quantity = new ExactDecimal(kept?.codigo ? kept.estoque : (textAt(det, 'prod/qCom') ?? '0'))
  return {
    numero,
    cst,
    cfop: entryOperationOf(
      operations,
      typed && isEntryOperation(operations, typed) ? typed : said('prod/CFOP'),
      textAt(icms, 'CSOSN') ?? textAt(icms, 'CST'),
    ),
    aliquota: takes ? amount('pICMS') : nothing,
    operacao: operationOf(det),
    base: takes ? amount('vBC') : nothing,
    icms: takes ? amount('vICMS') : nothing,
    baseSt: nothing,
    icmsSt: nothing,
    reducao: reduced.includes(cst.slice(1)) ? reductionOf(det) : nothing,
    item: {
      codigo: kept?.codigo ?? unknown.codigo,
      descricao: kept?.codigo ? (kept.descricao ?? unknown.descricao) : unknown.descricao,
      barras: /^\d{8,14}$/.test(said('prod/cEAN')) ? said('prod/cEAN') : '',
      unidade: (kept?.codigo ? kept.unidade?.slice(0, 6).trim() : unknown.unidade) || 'UN',
      ncm: kept?.ncm ?? said('prod/NCM'),
      cest: kept?.cest ?? said('prod/CEST'),
      tipo: kept?.materia ? '01' : '00',
    },
    quantidade: quantity,
    mercadoria: goodsOf(det),
    abatimento: relievedOf(det),
    ipi: nothing,
    desconto: decimalAt(det, 'prod/vDesc') ?? nothing,
    complemento: said('prod/xProd'),
    pis: kept?.CSTPIS_entrada ?? '',
    cofins: kept?.CSTCOFINS_entrada ?? '',
  }
}

/** Goods with the taxes that their buyer takes no credit of, and which are part of what they cost: IPI and the tax of a substitution (C100, note 3). */
function goodsOf(det: DocumentElement): Decimal {
  const icms = elementAt(det, 'imposto/ICMS')?.children[0]
  const taxes = [decimalAt(icms, 'vICMSST'), decimalAt(icms, 'vFCPST'), decimalAt(det, 'imposto/IPI/IPITrib/vIPI')]
  return taxes.reduce<Decimal>((all, tax) => plus(all, tax ?? nothing), decimalAt(det, 'prod/vProd') ?? nothing)
}

/** The codes of a seller of the simplified regime, as a buyer books them: tax withheld before, exempt, not taxed, or other. */
const simplified: Readonly<Record<string, string>> = {
  '103': '40',
  '201': '60',
  '202': '60',
  '203': '60',
  '300': '41',
  '400': '41',
  '500': '60',
}

/** Origin and situation, three digits, from what was typed or from the note. */
function situationOf(text: string, origin: string): string {
  const digits = text.replace(/\D/g, '')
  if (digits.length === 2) return `${origin}${digits}`
  if (digits.length === 3 && /^[1-9]0[0-3]$|^[2-5]00$|^900$/.test(digits)) return `${origin}${simplified[digits] ?? '90'}`
  return digits.length === 3 ? digits : `${origin}90`
}
