import { Decimal } from 'decimal.js'
import { childrenOf, type DocumentElement, decimalAt, elementAt, textAt } from '../document/documentElement.ts'
import { isAccessKey } from '../keys/accessKey.ts'
import { Findings, Place } from '../recalculation/findings.ts'
import { recalculateNote } from '../recalculation/recalculateNote.ts'
import { differenceFigure, differencePlace } from './differenceWords.ts'
import { itemCosts } from './itemCosts.ts'
import type { MatchedItem } from './matchProducts.ts'
import type { PackedItem } from './proposeFactor.ts'

/** An item of a supplier's note, as the store keeps it. */
export interface ReceivedItem extends MatchedItem, PackedItem {
  readonly nItem: number
  readonly NCM: string | null
  readonly CEST: string | null
  readonly vProdTotal: string
  /** The cost of the item with its share of everything that the note adds: the base of the cost of one unit. */
  readonly valor_custo: string
  readonly CFOP: string | null
  readonly CST: string | null
  readonly CSTPIS: string | null
  readonly CSTCOFINS: string | null
}

/** An instalment that the note asks for. */
export interface ReceivedInstalment {
  readonly vencimento: string
  readonly valor: string
}

/** A field of the note that is not what its others give: told, and no reason to refuse a note that was authorised. */
export interface ReceivedDifference {
  /** Place in the note, in words. */
  readonly campo: string
  readonly nota: string
  readonly calculado: string
}

/** The parts of an authorised note that its recipient keeps. */
export interface ReceivedNote {
  readonly chNFe: string
  readonly xNome: string
  readonly CNPJ: string | null
  readonly vNF: string
  /**
   * The amount of its bill, where it has one: the total less a discount that the note itself does not know (`fat`). Without a bill the total with
   * IS, IBS and CBS (`vNFTot`), where that is more than `vNF`: these are paid besides from 2027 on (NT 2025.002, W60).
   */
  readonly valor_fatura: string | null
  /** With its offset. */
  readonly dhEmi: string
  readonly tpNF: number
  /** 2: homologation, which has no fiscal value. */
  readonly ambiente: 1 | 2
  readonly cStat: string
  readonly xMotivo: string
  /** CNPJ or CPF to whom it was issued. */
  readonly recipient: string
  /** It says that nothing is to be paid (90). */
  readonly sem_pagamento: boolean
  readonly itens: readonly ReceivedItem[]
  readonly pagamentos: readonly ReceivedInstalment[]
  readonly diferencas: readonly ReceivedDifference[]
}

/** Why a document is no note that a store can take in. */
export class ReceivedNoteProblem extends Error {
  readonly code: 'file' | 'not-authorised' | 'model'

  constructor(code: ReceivedNoteProblem['code']) {
    super(code)
    this.code = code
  }
}

/** The largest values that the layout has room for, beyond which nothing is kept. */
const most = { money: new Decimal('9999999999.99'), quantity: new Decimal('99999999999.9999') }
const mostItems = 990
const mostInstalments = 120

/** Reads an authorised note (`nfeProc`, model 55). What its sums say is not asked: a note that was authorised is a fact. @throws ReceivedNoteProblem */
export function readReceivedNote(root: DocumentElement): ReceivedNote {
  const info = elementAt(root, 'NFe/infNFe')
  const receipt = elementAt(root, 'protNFe/infProt')
  if (root.name !== 'nfeProc' || !info) throw new ReceivedNoteProblem('file')
  const key = (info.attributes.Id ?? '').replace(/^NFe/, '')
  const cStat = textAt(receipt, 'cStat') ?? ''
  if (!/^(100|150)$/.test(cStat) || textAt(receipt, 'chNFe') !== key) throw new ReceivedNoteProblem('not-authorised')
  if (!isAccessKey(key) || textAt(info, 'ide/mod') !== key.slice(20, 22)) throw new ReceivedNoteProblem('file')
  if (key.slice(20, 22) !== '55') throw new ReceivedNoteProblem('model')
  const dhEmi = momentOf(textAt(info, 'ide/dhEmi'))
  const lines = childrenOf(info, 'det')
  const costs = itemCosts(info)
  const xNome = short(textAt(info, 'emit/xNome'), 150)
  if (!dhEmi || xNome === null || lines.length === 0 || lines.length > mostItems) throw new ReceivedNoteProblem('file')
  return {
    chNFe: key,
    xNome,
    CNPJ: short(textAt(info, 'emit/CNPJ') ?? textAt(info, 'emit/CPF'), 14),
    vNF: money(info, 'total/ICMSTot/vNF').toFixed(2),
    valor_fatura: billOf(elementAt(info, 'cobr/fat')) ?? totalWithReform(info),
    dhEmi,
    tpNF: textAt(info, 'ide/tpNF') === '0' ? 0 : 1,
    ambiente: textAt(info, 'ide/tpAmb') === '2' ? 2 : 1,
    cStat,
    xMotivo: short(textAt(receipt, 'xMotivo'), 255) ?? '',
    recipient: textAt(info, 'dest/CNPJ') ?? textAt(info, 'dest/CPF') ?? '',
    sem_pagamento: saysNothingToPay(info),
    itens: lines.map((line, at) => itemOf(line, at, costs[at] ?? new Decimal(0))),
    pagamentos: instalmentsOf(info),
    diferencas: differencesOf(info),
  }
}

/** Differences that are kept: who has more has a note that is wrong altogether. */
const mostDifferences = 20

/** Amounts of items and totals that the note's own figures contradict. */
function differencesOf(info: DocumentElement): ReceivedDifference[] {
  const findings = new Findings()
  recalculateNote(new Place(info, '', findings))
  return findings.result.differences
    .filter(({ path, note }) => note !== '' && /^(det|total)\b/.test(path))
    .slice(0, mostDifferences)
    .map(({ path, note, ours }) => ({
      campo: differencePlace(path).slice(0, 100),
      nota: differenceFigure(note).slice(0, 60),
      calculado: differenceFigure(ours).slice(0, 60),
    }))
}

const saysNothingToPay = (info: DocumentElement): boolean => {
  const ways = childrenOf(elementAt(info, 'pag'), 'detPag').map(way => textAt(way, 'tPag'))
  return ways.length > 0 && ways.every(way => way === '90')
}

function itemOf(line: DocumentElement, at: number, cost: Decimal): ReceivedItem {
  const product = elementAt(line, 'prod')
  const taxes = elementAt(line, 'imposto')
  const icms = elementAt(taxes, 'ICMS')?.children[0]
  const total = money(product, 'vProd')
  const taxed = decimalAt(product, 'qTrib')
  for (const name of ['vDesc', 'vFrete', 'vSeg', 'vOutro']) money(product, name)
  for (const name of ['vICMSST', 'vFCPST', 'vICMSDeson']) money(icms, name)
  money(taxes, 'IPI/IPITrib/vIPI')
  return {
    nItem: at + 1,
    xProd: short(textAt(product, 'xProd'), 255) ?? `Item ${at + 1}`,
    cProd: code(textAt(product, 'cProd'), 60),
    cEAN: barCode(textAt(product, 'cEAN')),
    cEANTrib: barCode(textAt(product, 'cEANTrib')),
    NCM: code(textAt(product, 'NCM'), 9),
    CEST: code(textAt(product, 'CEST'), 7),
    qCom: quantityOf(product),
    uCom: short(textAt(product, 'uCom'), 6),
    qTrib: taxed?.gt(0) && taxed.lte(most.quantity) ? taxed.toFixed(4) : null,
    uTrib: short(textAt(product, 'uTrib'), 6),
    vProdTotal: total.toFixed(2),
    valor_custo: Decimal.min(cost, most.money).toFixed(2),
    CFOP: code(textAt(product, 'CFOP'), 4),
    CST: code(textAt(icms, 'CST') ?? textAt(icms, 'CSOSN'), 4),
    CSTPIS: code(textAt(elementAt(taxes, 'PIS')?.children[0], 'CST'), 4),
    CSTCOFINS: code(textAt(elementAt(taxes, 'COFINS')?.children[0], 'CST'), 4),
  }
}

function quantityOf(product: DocumentElement | undefined): string {
  const quantity = decimalAt(product, 'qCom')
  if (!quantity || quantity.lt(0) || quantity.gt(most.quantity)) throw new ReceivedNoteProblem('file')
  return quantity.toFixed(4)
}

/** Returns the amount of a bill: stated, or its amount less its discount. */
function billOf(bill: DocumentElement | undefined): string | null {
  const asked = decimalAt(bill, 'vLiq') ?? decimalAt(bill, 'vOrig')?.minus(decimalAt(bill, 'vDesc') ?? 0)
  return asked?.gt(0) && asked.lte(most.money) ? asked.toFixed(2) : null
}

/** The total with the taxes of the reform, where they come on top of the note's own. */
function totalWithReform(info: DocumentElement): string | null {
  const whole = decimalAt(elementAt(info, 'total'), 'vNFTot')
  return whole?.gt(money(info, 'total/ICMSTot/vNF')) && whole.lte(most.money) ? whole.toFixed(2) : null
}

function instalmentsOf(info: DocumentElement): ReceivedInstalment[] {
  return childrenOf(elementAt(info, 'cobr'), 'dup')
    .slice(0, mostInstalments)
    .flatMap(instalment => {
      const vencimento = dayOf(textAt(instalment, 'dVenc'))
      const valor = money(instalment, 'vDup')
      return vencimento && valor.gt(0) ? [{ vencimento, valor: valor.toFixed(2) }] : []
    })
}

function money(from: DocumentElement | undefined, path: string): Decimal {
  const amount = decimalAt(from, path) ?? new Decimal(0)
  if (amount.lt(0) || amount.gt(most.money)) throw new ReceivedNoteProblem('file')
  return amount
}

/** As other systems are named, without what no code has. */
const code = (text: string | undefined, length: number): string | null =>
  short(
    text
      ?.replace(/[^\x20-\x7e]/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
    length,
  )

/** `SEM GTIN` is none. */
const barCode = (text: string | undefined): string | null => (text !== undefined && /^\d{8,14}$/.test(text) ? text : null)

const short = (text: string | undefined, length: number): string | null =>
  text === undefined || text === '' ? null : text.replace(/\s+/g, ' ').slice(0, length).trim() || null

/** A moment as the layout writes it: with its offset. */
function momentOf(text: string | undefined): string | undefined {
  if (text === undefined || !/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/.test(text)) return undefined
  const moment = new Date(text)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}

const dayOf = (text: string | undefined): string | undefined => {
  if (text === undefined || !/^20\d\d-\d\d-\d\d$/.test(text)) return undefined
  const day = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text ? undefined : text
}
